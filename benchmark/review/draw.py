"""Draws stratified samples of answers or tasks, which depend on the seed but not on the order of files."""

import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Generic, TypeVar

from pydantic import Field

from benchmark.core.errors import BadInput, quote_value
from benchmark.core.order import natural_key
from benchmark.core.sample import SampleKey
from benchmark.core.task import Task
from benchmark.files.edge import Record
from benchmark.review.population import PopulationMember, task_properties

ALL = "all"  #: name of the only stratum if the sample is not stratified
Item = TypeVar("Item")


@dataclass(frozen=True, slots=True, kw_only=True)
class SamplingPlan:
    """Options for drawing a sample."""

    each: int  #: number of samples per stratum; with ``same``, of tasks and draws
    by: tuple[str, ...] = ()  #: properties whose values define the strata
    only: str = ""  #: ``right`` or ``wrong`` to draw only such answers, by the judge; empty for all
    same: bool = False  #: whether to draw the same tasks and draws for every model
    seed: int = 0


class Stratum(Record):
    """A stratum, with its size and the number of drawn samples; with ``same``, of tasks and draws."""

    name: str
    population: Annotated[int, Field(ge=1)]
    drawn: Annotated[int, Field(ge=1)]


@dataclass(frozen=True, slots=True)
class Drawn(Generic[Item]):
    """The drawn samples or tasks and their strata."""

    items: tuple[tuple[Item, str], ...]  #: samples with their stratum, in the order of the sheet
    strata: tuple[Stratum, ...]


def draw(members: Sequence[PopulationMember], plan: SamplingPlan) -> Drawn[PopulationMember]:
    """Draw ``plan.each`` samples of every stratum, or all if there are fewer.

    Raises:
        BadInput: if nothing can be drawn, or a sample has no property of a name in ``plan.by``.
    """
    wanted = [
        member for member in members if not plan.only or plan.only == ("right" if member.right else "wrong")
    ]
    units = _units(wanted, len({member.model for member in members}) if plan.same else 0)
    if not units:
        what = f"{plan.only or 'judged'} sample"
        problem = f"no task has a {what} of every model" if plan.same else f"there is no {what}"
        raise BadInput("--only" if plan.only else "VERDICTS", "", problem, "give other verdict files")
    strata: dict[str, list[tuple[PopulationMember, ...]]] = defaultdict(list)
    for unit in units:
        strata[_stratum_of(_shared(unit), plan.by, unit[0].verdict.task_id)].append(unit)
    return _draw_strata(strata, plan.each, plan.seed)


def draw_tasks(tasks: Sequence[Task], plan: SamplingPlan) -> Drawn[Task]:
    """Draw ``plan.each`` tasks of every cell, or all if there are fewer, whatever the order of ``tasks``.

    Raises:
        BadInput: if a task has no property of a name in ``plan.by``.
    """
    cells: dict[str, list[tuple[Task, ...]]] = defaultdict(list)
    for task in sorted(tasks, key=lambda task: natural_key(task.id)):
        cells[cell_of(task, plan.by)].append((task,))
    return _draw_strata(cells, plan.each, plan.seed)


def cell_of(task: Task, by: Sequence[str]) -> str:
    """Return the name of a task's cell, such as ``deletion, bar``.

    Raises:
        BadInput: if the task has no property of a name in ``by``.
    """
    return _stratum_of(task_properties(task), by, task.id)


def _stratum_of(properties: Mapping[str, str], by: Sequence[str], task: str) -> str:
    if unknown := next((name for name in by if name not in properties), None):
        problem = f"{quote_value(unknown)} is unknown for task {quote_value(task)}"
        raise BadInput("--by", "", problem, f"use {', '.join(properties)}")
    return ", ".join(properties[name] or "-" for name in by) or ALL


def _draw_strata(strata: Mapping[str, Sequence[Sequence[Item]]], each: int, seed: int) -> Drawn[Item]:
    """Draw units of each stratum, and shuffle their items."""
    chosen: list[tuple[Item, str]] = []
    found = []
    for name in sorted(strata, key=natural_key):
        units = strata[name]
        # Each stratum has its own generator. A text as seed gives the same numbers on all machines.
        taken = random.Random(f"{seed}/{name}").sample(units, min(each, len(units)))  # noqa: S311
        chosen += [(item, name) for unit in taken for item in unit]
        found.append(Stratum(name=name, population=len(units), drawn=len(taken)))
    random.Random(f"{seed}/order").shuffle(chosen)  # noqa: S311 - not used for security
    return Drawn(tuple(chosen), tuple(found))


def _units(members: Sequence[PopulationMember], models: int) -> list[tuple[PopulationMember, ...]]:
    """Return the units to draw, in a fixed order: single samples, or the same sample of each model."""
    if not models:
        return [(member,) for member in sorted(members, key=_order)]
    together: dict[SampleKey, list[PopulationMember]] = defaultdict(list)
    for member in members:
        together[member.verdict.key].append(member)
    whole = [sorted(same, key=_order) for same in together.values() if len(same) == models]
    return [tuple(same) for same in sorted(whole, key=lambda same: _order(same[0])[1:])]


def _order(member: PopulationMember) -> tuple[str, list[tuple[int, int, str]], int]:
    return (member.model, natural_key(member.verdict.task_id), member.verdict.draw)


def _shared(unit: Sequence[PopulationMember]) -> dict[str, str]:
    """Return the properties of a unit; those of several models are joined, without the models' names."""
    first, *others = (member.properties for member in unit)
    if not others:
        return first
    return {
        name: "" if name == "model" else "/".join(dict.fromkeys((value, *(each[name] for each in others))))
        for name, value in first.items()
        if all(name in each for each in others)
    }
