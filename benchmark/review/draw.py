"""Draws a stratified sample, which depends on the seed but not on the order of files."""

import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from benchmark.core.errors import BadInput
from benchmark.core.order import natural_key
from benchmark.core.sample import SampleKey
from benchmark.review.population import PopulationMember, check_keys

ALL = "all"  #: name of the only stratum if the sample is not stratified


@dataclass(frozen=True, slots=True, kw_only=True)
class SamplingPlan:
    """Options for drawing a sample."""

    each: int  #: number of samples per stratum; with ``same``, of tasks and draws
    by: tuple[str, ...] = ()  #: keys whose values define the strata
    only: str = ""  #: ``right`` or ``wrong`` to draw only such answers, by the judge; empty for all
    same: bool = False  #: whether to draw the same tasks and draws for every model
    seed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Stratum:
    """A stratum, with its size and the number of drawn samples."""

    name: str
    population: int  #: number of samples; with ``same``, of tasks and draws
    drawn: int  #: number of drawn ones among them


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnSamples:
    """The drawn samples and their strata."""

    members: tuple[
        tuple[PopulationMember, str], ...
    ]  #: samples with their stratum, in the order of the sheet
    strata: tuple[Stratum, ...]


def draw(members: Sequence[PopulationMember], plan: SamplingPlan) -> DrawnSamples:
    """Draw ``plan.each`` samples of every stratum, or all if there are fewer.

    Raises:
        BadInput: if nothing can be drawn, or a sample has no value of a key in ``plan.by``.
    """
    wanted = [
        member for member in members if not plan.only or plan.only == ("right" if member.right else "wrong")
    ]
    units = _units(wanted, len({member.model for member in members}) if plan.same else 0)
    if not units:
        what = f"{plan.only or 'judged'} sample"
        problem = f"no task has a {what} of every model" if plan.same else f"there is no {what}"
        raise BadInput("--only" if plan.only else "VERDICTS", "", problem, "give other verdict files")
    check_keys([member for unit in units for member in unit], plan.by)
    strata: dict[str, list[tuple[PopulationMember, ...]]] = defaultdict(list)
    for unit in units:
        strata[_name(unit, plan.by)].append(unit)
    chosen: list[tuple[PopulationMember, str]] = []
    found = []
    for name in sorted(strata, key=natural_key):
        units = strata[name]
        # Each stratum has its own generator. A text as seed gives the same numbers on all machines.
        taken = random.Random(f"{plan.seed}/{name}").sample(units, min(plan.each, len(units)))  # noqa: S311
        chosen += [(member, name) for unit in taken for member in unit]
        found.append(Stratum(name=name, population=len(units), drawn=len(taken)))
    random.Random(f"{plan.seed}/order").shuffle(chosen)  # noqa: S311 - not used for security
    return DrawnSamples(members=tuple(chosen), strata=tuple(found))


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


def _name(unit: Sequence[PopulationMember], by: Sequence[str]) -> str:
    if not by:
        return ALL
    parts = []
    for key in by:
        values = dict.fromkeys(member.value(key) for member in unit if not (key == "model" and len(unit) > 1))
        parts.append("/".join(values) or "-")
    return ", ".join(parts)
