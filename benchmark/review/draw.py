"""A stratified sample, the same for the same seed whatever the order of the files."""

import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from benchmark.core.errors import BadInput
from benchmark.core.order import natural_key
from benchmark.core.sample import SampleKey
from benchmark.review.population import PopulationMember, check_keys

ALL = "all"  #: the stratum of a sample that is not stratified


@dataclass(frozen=True, slots=True, kw_only=True)
class SamplingPlan:
    """What to draw."""

    each: int  #: of every stratum; of all models together where ``same``, tasks and draws
    by: tuple[str, ...] = ()  #: what names a stratum
    only: str = ""  #: ``right`` or ``wrong`` answers by the judge; all when empty
    same: bool = False  #: the same tasks and draws for every model
    seed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Stratum:
    """A stratum, as it was drawn from."""

    name: str
    population: int  #: samples, or tasks and draws where these are the same for every model
    drawn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnSamples:
    """The sample in the order in which people see it, each with the name of its stratum."""

    members: tuple[tuple[PopulationMember, str], ...]
    strata: tuple[Stratum, ...]


def draw(members: Sequence[PopulationMember], plan: SamplingPlan) -> DrawnSamples:
    """Draw ``plan.each`` of every stratum, all where there are fewer.

    Raises:
        BadInput: when nothing can be drawn, or a stratum cannot be named.
    """
    wanted = [one for one in members if not plan.only or plan.only == ("right" if one.right else "wrong")]
    units = _units(wanted, len({one.model for one in members}) if plan.same else 0)
    if not units:
        every = " for every model" if plan.same else ""
        problem = f"no {plan.only or 'judged'} sample{every}"
        raise BadInput("--only" if plan.only else "VERDICTS", "", problem, "draw from other verdicts")
    check_keys([one for unit in units for one in unit], plan.by)
    strata: dict[str, list[tuple[PopulationMember, ...]]] = defaultdict(list)
    for unit in units:
        strata[_name(unit, plan.by)].append(unit)
    chosen: list[tuple[PopulationMember, str]] = []
    found = []
    for name in sorted(strata, key=natural_key):
        units = strata[name]
        # A text seeds the same everywhere, and each stratum has its own chance.
        taken = random.Random(f"{plan.seed}/{name}").sample(units, min(plan.each, len(units)))  # noqa: S311
        chosen += [(one, name) for unit in taken for one in unit]
        found.append(Stratum(name=name, population=len(units), drawn=len(taken)))
    random.Random(f"{plan.seed}/order").shuffle(chosen)  # noqa: S311 - chance, no secret
    return DrawnSamples(members=tuple(chosen), strata=tuple(found))


def _units(members: Sequence[PopulationMember], models: int) -> list[tuple[PopulationMember, ...]]:
    """What is drawn together: a sample, or one of each model; in an order that does not depend on files."""
    if not models:
        return [(one,) for one in sorted(members, key=_order)]
    together: dict[SampleKey, list[PopulationMember]] = defaultdict(list)
    for one in members:
        together[one.verdict.key].append(one)
    whole = [sorted(same, key=_order) for same in together.values() if len(same) == models]
    return [tuple(same) for same in sorted(whole, key=lambda same: _order(same[0])[1:])]


def _order(one: PopulationMember) -> tuple[str, list[tuple[int, int, str]], int]:
    return (one.model, natural_key(one.verdict.task_id), one.verdict.draw)


def _name(unit: Sequence[PopulationMember], by: Sequence[str]) -> str:
    if not by:
        return ALL
    parts = []
    for key in by:
        values = dict.fromkeys(one.value(key) for one in unit if not (key == "model" and len(unit) > 1))
        parts.append("/".join(values) or "-")
    return ", ".join(parts)
