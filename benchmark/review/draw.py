"""Reads judged samples, and draws stratified samples of them or of tasks.

What is drawn depends on the seed but not on the order of files.
"""

import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Generic, TypeVar

from pydantic import Field

from benchmark.core.errors import BadInput, printable_text, quote_value
from benchmark.core.order import natural_key
from benchmark.core.sample import SampleKey
from benchmark.core.task import Task
from benchmark.core.verdict import Status, Verdict
from benchmark.files.edge import Record
from benchmark.files.naming import bare_name
from benchmark.files.predictions import read_predictions
from benchmark.files.verdicts import read_verdicts

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


@dataclass(frozen=True, slots=True, kw_only=True)
class PopulationMember:
    """One judged sample that can be drawn."""

    model: str
    verdict: Verdict
    task: Task | None  #: None if the tasks are unknown
    answer: str | None  #: text of the completion; None if unknown

    @property
    def right(self) -> bool:
        """Whether the judge's verdict is ``passed``."""
        return self.verdict.status is Status.PASSED

    @property
    def properties(self) -> dict[str, str]:
        """The properties by which samples can be stratified; those of the task only if it is known."""
        own = {
            "model": self.model,
            "outcome": "right" if self.right else "wrong",
            "status": self.verdict.status.value,
        }
        if self.verdict.error_type or self.right:
            own["error_type"] = self.verdict.error_type or "none"
        return own if self.task is None else own | task_properties(self.task)


def task_properties(task: Task) -> dict[str, str]:
    """Return the properties by which tasks can be stratified: a kind of category ``key:value`` is one."""
    plain = (name for name in task.categories if ":" not in name)
    known = {"subset": task.subset, "level": task.level, "stem": task.family, "category": next(plain, "")}
    for name in task.categories:
        kind, colon, value = name.partition(":")
        if colon:
            known.setdefault(kind, value)
    return known


def read_population(
    verdicts: Sequence[Path], predictions: Sequence[Path], tasks: Sequence[Task] | None
) -> tuple[PopulationMember, ...]:
    """Read all judged samples of verdict files; each file is one model.

    Args:
        verdicts: verdict files.
        predictions: prediction files, one per verdict file in the same order, or none.
        tasks: the judged tasks; None if unknown.

    Raises:
        BadInput: if a file is not valid, two files have the same name, the numbers of files differ, or a
            verdict has no task or no completion.
    """
    if predictions and len(predictions) != len(verdicts):
        problem = f"has {len(predictions)} files, but there are {len(verdicts)} verdict files"
        raise BadInput("--predictions", "", problem, "give one per verdict file, in the same order")
    known = None if tasks is None else {task.id: task for task in tasks}
    found: list[PopulationMember] = []
    names: set[str] = set()
    for number, path in enumerate(verdicts):
        name = printable_text(bare_name(path))
        if name in names:
            raise BadInput(path, "", f"two files have the name {quote_value(name)}", "rename one of them")
        names.add(name)
        completions = read_predictions(predictions[number]) if predictions else ()
        answers = {completion.key: completion.text for completion in completions}
        for outcome in read_verdicts(path):
            if not isinstance(outcome, Verdict):
                continue
            if known is not None and outcome.task_id not in known:
                fix = "give the judged tasks with --tasks, or with --suite and --dataset"
                raise BadInput(path, "", f"task {quote_value(outcome.task_id)} is not among the tasks", fix)
            if predictions and outcome.key not in answers:
                problem = f"has no completion for task {quote_value(outcome.task_id)}, draw {outcome.draw}"
                raise BadInput(predictions[number], "", problem, "give the completions that were judged")
            found.append(
                PopulationMember(
                    model=name,
                    verdict=outcome,
                    task=None if known is None else known[outcome.task_id],
                    answer=answers.get(outcome.key),
                )
            )
    return tuple(found)


def has_error_types(members: Sequence[PopulationMember]) -> bool:
    """Whether the verdict of every failed sample names an error type, and a sample failed."""
    failed = [member for member in members if not member.right]
    return bool(failed) and all(member.verdict.error_type for member in failed)


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
