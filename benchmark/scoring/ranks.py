"""Ranks that are never bare: which pairs of a table differ, and what follows for each model's place."""

import gc
import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from benchmark.scoring.paired import (
    LEVEL,
    PAIRED_VERSION,
    PairedDifferences,
    StemSums,
    against,
    common_unit,
    compare,
)
from benchmark.scoring.signflip import Flags, Floats

Places = NDArray[np.intp]

#: Goes up with every change that can move a number of this module.
RANKS_VERSION = f"{PAIRED_VERSION}.2"
_LOT = 1_000_000  #: pairs times tasks that are compared at once
POWER = 0.8  #: at which a difference counts as one that could have been seen


@dataclass(frozen=True, slots=True, kw_only=True)
class PairwisePlaces:
    """What the pairs say of every model of a table; sequences are in the order of the models."""

    adjusted: Floats  #: p-values after Holm, in the order of the pairs
    better: tuple[int, ...]  #: models that are really better
    worse: tuple[int, ...]  #: models that are really worse
    groups: tuple[tuple[int, ...], ...]  #: runs of neighbours that cannot be told apart, best first
    #: The smallest difference that would be seen 4 times in 5, between neighbours; None where none could be.
    visible: float | None


def all_pairs(models: int) -> tuple[Places, Places]:
    """First and second model of every pair: (0, 1), (0, 2), ..."""
    first, second = np.triu_indices(models, k=1)
    return first, second


def pairs(
    values: Floats, stems: Sequence[str], draws: Sequence[int], first: Places, second: Places
) -> PairedDifferences:
    """Compare these pairs of models, many at a time: differences of the same stems are then looked at once.

    Args:
        values: (model, task), in [0, 1], nan where a model has no value.
        stems: of the tasks.
        draws: of each model, the same for all its tasks; 0 where they differ, or values are no rates.
        first: model of each pair that is compared with
        second: this one. Pairs of the same first model are best adjacent.
    """
    families = StemSums(stems)
    found: list[tuple[Places, PairedDifferences]] = []
    for places in _lots(first, values.shape[1]):
        models = np.unique(first[places])
        of = [places[first[places] == model] for model in models]
        parts = [
            against(values[model], values[second[one]], families)
            for model, one in zip(models, of, strict=True)
        ]
        ordered = np.concatenate(of)
        sums, sizes = (np.concatenate(column) for column in zip(*parts, strict=True))
        unit = np.array(
            [common_unit(draws[a], draws[b]) for a, b in zip(first[ordered], second[ordered], strict=True)]
        )
        found.append((ordered, compare(sums, sizes, unit)))
    return _joined(found, len(first))


def _lots(first: Places, tasks: int) -> Iterator[Places]:
    """Places of pairs, all of one first model together, as many as take little memory."""
    lot: list[Places] = []
    for model in np.unique(first):
        places = np.flatnonzero(first == model)
        if lot and (sum(map(len, lot)) + len(places)) * tasks > _LOT:
            yield np.concatenate(lot)
            lot = []
        lot.append(places)
    if lot:
        yield np.concatenate(lot)


def holm(p: Floats) -> Floats:
    """p-values adjusted for their number, so that one of them is wrongly small at most that often."""
    from statsmodels.stats.multitest import multipletests

    if not len(p):
        return p
    gc.freeze()  # it collects garbage, which takes 0.3 s beside all rows of a ledger; none is of interest
    try:
        adjusted: Floats = multipletests(p, method="holm")[1]
    finally:
        gc.unfreeze()
    return adjusted


def standing(order: Sequence[int], found: PairedDifferences, first: Places, second: Places) -> PairwisePlaces:
    """Ranks from all pairs of a table.

    With Holm's adjustment (Holm 1979) the chance that any pair is separated wrongly is at most 5 %. So the
    places from 1 + ``better`` to n - ``worse`` hold the true place of every model at once, at least 95
    times in 100 (Mogstad, Romano, Shaikh and Wilhelm 2024, Rev. Econ. Stud. 91:476, build ranks so).

    Args:
        order: the models, best score first.
        found: all pairs,
        first: their first model and
        second: their second.
    """
    models = len(order)
    adjusted = holm(found.p)
    real = adjusted <= 1 - LEVEL
    ahead = np.zeros((models, models), dtype=bool)  #: [a, b]: a is really better than b
    for winner, loser, sign in ((first, second, 1), (second, first, -1)):
        won = real & (np.sign(found.difference) == sign)
        ahead[winner[won], loser[won]] = True
    return PairwisePlaces(
        adjusted=adjusted,
        better=tuple(int(number) for number in ahead.sum(axis=0)),
        worse=tuple(int(number) for number in ahead.sum(axis=1)),
        groups=tie_groups(order, ahead | ahead.T),
        visible=_visible(order, found, first, second),
    )


def tie_groups(order: Sequence[int], separated: Flags) -> tuple[tuple[int, ...], ...]:
    """The longest runs of ``order`` in which no pair is separated, of two models at least.

    Runs may overlap.
    """
    found: list[tuple[int, ...]] = []
    start = 0
    for end in range(1, len(order) + 1):
        fits = end < len(order) and not separated[order[end], order[start:end]].any()
        if fits:
            continue
        if end - start > 1:
            found.append(tuple(order[start:end]))
        while end < len(order) and separated[order[end], order[start:end]].any():
            start += 1
    return tuple(found)


def visible_difference(error: float, comparisons: int, power: float = POWER) -> float:
    """The smallest true difference that is seen with that power at Holm's first step.

    Args:
        error: standard error of a difference.
        comparisons: pairs of the table; 1 for two models alone.
        power: how often it is to be seen.
    """
    normal = NormalDist()
    return (normal.inv_cdf(1 - (1 - LEVEL) / (2 * max(comparisons, 1))) + normal.inv_cdf(power)) * error


def can_decide(stems: int, comparisons: int) -> bool:
    """Whether so many stems can show a difference at Holm's first step.

    Signs by chance make all stems go the same way with a p-value of ``2 ** (1 - stems)``; none is smaller.
    """
    return math.pow(2.0, 1 - stems) <= (1 - LEVEL) / max(comparisons, 1)


def smallest_visible(error: float, stems: int, comparisons: int) -> float | None:
    """:func:`visible_difference`, 1 at most; None where the stems are too few for any difference at all."""
    return min(1.0, visible_difference(error, comparisons)) if can_decide(stems, comparisons) else None


def _visible(order: Sequence[int], found: PairedDifferences, first: Places, second: Places) -> float | None:
    of_pair = {(int(a), int(b)): place for place, (a, b) in enumerate(zip(first, second, strict=True))}
    neighbours = [of_pair[min(pair), max(pair)] for pair in itertools.pairwise(order)]
    if not neighbours:
        return 0.0
    error, stems = (np.median(column[neighbours]) for column in (found.error, found.stems))
    return smallest_visible(float(error), int(stems), len(first))


def _joined(parts: Sequence[tuple[Places, PairedDifferences]], size: int) -> PairedDifferences:
    columns = {}
    for field in fields(PairedDifferences):
        pieces = [getattr(part, field.name) for _, part in parts]
        column = np.zeros(size, dtype=pieces[0].dtype if pieces else float)
        for (places, _), piece in zip(parts, pieces, strict=True):
            column[places] = piece
        columns[field.name] = column
    return PairedDifferences(**columns)
