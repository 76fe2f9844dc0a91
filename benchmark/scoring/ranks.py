"""Ranks with uncertainty: which pairs of models differ, and which places each model can have."""

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
    common_unit,
    compare,
    stem_differences,
    unseen_difference,
)
from benchmark.scoring.signflip import Flags, Floats

Places = NDArray[np.intp]

#: Version of this module; it increases with every change that can change its numbers.
RANKS_VERSION = f"{PAIRED_VERSION}.4"
_BATCH_LIMIT = 1_000_000  #: maximum of pairs times tasks that are compared at the same time
POWER = 0.8  #: probability of detection from which on a difference counts as visible
#: Standard deviation over stems of a true difference, as a share of its mean: a better model is not better by
#: the same amount everywhere, since stems that both models always or never solve show no difference.
_UNEVENNESS = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class PairwisePlaces:
    """The places of a table's models that follow from comparing all pairs; in the order of the models."""

    adjusted: Floats  #: p-values after Holm's adjustment, in the order of the pairs
    better: tuple[int, ...]  #: number of models that are significantly better than each model
    worse: tuple[int, ...]  #: number of models that are significantly worse than each model
    groups: tuple[tuple[int, ...], ...]  #: groups of neighbours without a significant difference, best first
    #: Smallest difference of neighbours that is detected with 80 % probability; None if none can be detected.
    visible: float | None


def all_pairs(models: int) -> tuple[Places, Places]:
    """Return the first and the second model of every pair: (0, 1), (0, 2), ..."""
    first, second = np.triu_indices(models, k=1)
    return first, second


def compare_pairs(
    values: Floats, stems: Sequence[str], draws: Sequence[int], first: Places, second: Places
) -> PairedDifferences:
    """Compare pairs of models, many at the same time, which is faster.

    Args:
        values: (model, task), in [0, 1]; nan if a model has no value.
        stems: stems of the tasks.
        draws: draws per task of each model; 0 if it differs between tasks, or values are not rates.
        first: first model of each pair.
        second: second model of each pair. It is fastest if pairs with the same first model are adjacent.
    """
    families = StemSums(stems)
    found: list[tuple[Places, PairedDifferences]] = []
    for places in _batches(first, values.shape[1]):
        models = np.unique(first[places])
        of = [places[first[places] == model] for model in models]
        parts = [
            stem_differences(values[model], values[second[chosen]], families)
            for model, chosen in zip(models, of, strict=True)
        ]
        ordered = np.concatenate(of)
        sums, sizes, share = (np.concatenate(column) for column in zip(*parts, strict=True))
        unit = np.array(
            [common_unit(draws[a], draws[b]) for a, b in zip(first[ordered], second[ordered], strict=True)]
        )
        unseen = unseen_difference(sizes, share, unit)
        found.append((ordered, compare(sums, sizes, unit, unseen=unseen)))
    return _join(found, len(first))


def _batches(first: Places, tasks: int) -> Iterator[Places]:
    """Yield batches of pairs (as indices) that take little memory; a first model's pairs stay together."""
    lot: list[Places] = []
    for model in np.unique(first):
        places = np.flatnonzero(first == model)
        if lot and (sum(map(len, lot)) + len(places)) * tasks > _BATCH_LIMIT:
            yield np.concatenate(lot)
            lot = []
        lot.append(places)
    if lot:
        yield np.concatenate(lot)


def holm(p: Floats) -> Floats:
    """Adjust p-values by Holm's method, which limits the probability of any false positive among them."""
    from statsmodels.stats.multitest import multipletests

    if not len(p):
        return p
    gc.freeze()  # multipletests collects garbage, which takes 0.3 s if all rows of a ledger are loaded
    try:
        adjusted: Floats = multipletests(p, method="holm")[1]
    finally:
        gc.unfreeze()
    return adjusted


def pairwise_places(
    order: Sequence[int], found: PairedDifferences, first: Places, second: Places
) -> PairwisePlaces:
    """Return the places of models that follow from all pairs of a table.

    With Holm's adjustment (Holm 1979), the probability that any pair is wrongly called different is at most
    5 %. So with at least 95 % probability, the places from 1 + ``better`` to n - ``worse`` contain the true
    places of all models (Mogstad, Romano, Shaikh and Wilhelm 2024, Rev. Econ. Stud. 91:476).

    Args:
        order: the models, best score first.
        found: the comparisons of all pairs.
        first: first model of each pair.
        second: second model of each pair.
    """
    models = len(order)
    adjusted = holm(found.p)
    real = adjusted <= 1 - LEVEL
    ahead = np.zeros((models, models), dtype=bool)  #: [a, b]: whether a is significantly better than b
    for winner, loser, sign in ((first, second, 1), (second, first, -1)):
        won = real & (np.sign(found.difference) == sign)
        ahead[winner[won], loser[won]] = True
    return PairwisePlaces(
        adjusted=adjusted,
        better=tuple(int(number) for number in ahead.sum(axis=0)),
        worse=tuple(int(number) for number in ahead.sum(axis=1)),
        groups=tie_groups(order, ahead | ahead.T),
        visible=_visible_gap(order, found, first, second),
    )


def tie_groups(order: Sequence[int], separated: Flags) -> tuple[tuple[int, ...], ...]:
    """Return the longest parts of ``order``, of at least two models, in which no pair is separated.

    They may overlap.
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


def visible_difference(error: float, stems: float, comparisons: int, power: float = POWER) -> float:
    """Return the smallest true difference that is detected with this power at Holm's first step.

    Args:
        error: standard error of the difference if it is small.
        stems: effective number of stems, see :func:`effective_stems`.
        comparisons: number of pairs of the table; 1 for two models alone.
        power: probability of detection.

    Returns:
        The difference; infinity if no difference has this power, because the stems are too few.
    """
    return float(visible_errors(np.array([stems]), comparisons, power)[0]) * error


def visible_errors(stems: Floats, comparisons: int, power: float = POWER) -> Floats:
    """Return smallest visible differences for arrays of effective stems, in standard errors.

    The statistic ``S / sqrt(Q)`` of the test has the difference also in its denominator: Q, the sum of the
    squared differences of stems, is about ``R + S² / K`` with the sum of squares R around their mean and K
    stems. So ``|S| > z sqrt(Q)`` means ``|S| > z sqrt(R / (1 - z² / K))``. A true difference d adds
    ``(u d)² / K`` to the variance of the mean, where u is its unevenness over stems.
    ``tests/simulations/test_visible.py`` compares the result with simulated worlds.
    """
    edge = detection_edges(stems, comparisons) + NormalDist().inv_cdf(power)
    with np.errstate(divide="ignore", invalid="ignore"):
        left = 1 - (edge * _UNEVENNESS) ** 2 / stems
        result: Floats = np.where(left > 0, edge / np.sqrt(left), np.inf)
    return result


def detection_edges(stems: Floats, comparisons: int) -> Floats:
    """Return how many of its standard errors a difference must have to be detected at Holm's first step.

    Infinity if it cannot be detected.
    """
    quantile = NormalDist().inv_cdf(1 - (1 - LEVEL) / (2 * max(comparisons, 1)))
    with np.errstate(divide="ignore", invalid="ignore"):
        left = 1 - quantile**2 / stems
        result: Floats = np.where(left > 0, quantile / np.sqrt(left), np.inf)
    return result


def error_of_difference(error: float, stems: float, difference: float) -> float:
    """Return the standard error of a true difference that is as uneven over stems as we assume.

    Args:
        error: standard error of the difference if it is small.
        stems: effective number of stems.
        difference: the true difference.
    """
    return math.hypot(error, _UNEVENNESS * difference / math.sqrt(stems))


def effective_stems(found: PairedDifferences) -> Floats:
    """Return the number of stems of equal size that decide as much: ``(sum of tasks)² / sum of tasks²``."""
    result: Floats = found.tasks**2 / found.tasks_squared
    return result


def residual_error(found: PairedDifferences) -> Floats:
    """Return the standard error of each difference around itself; ``found.error`` is that around 0."""
    squares = (found.error * found.tasks) ** 2
    d = found.difference
    rest = squares - 2 * d * found.products + d**2 * found.tasks_squared
    with np.errstate(divide="ignore", invalid="ignore"):
        result: Floats = np.where(found.tasks > 0, np.sqrt(np.maximum(rest, 0)) / found.tasks, 0.0)
    return result


def can_decide(stems: int, comparisons: int, *, symmetric: bool) -> bool:
    """Whether this number of stems is enough to detect any difference at Holm's first step.

    If all stems of equal size differ completely in the same direction, the p-value is ``2 ** (1 - stems)``;
    with two more stems of opposite signs ``(stems + 3) / 2 ** (stems + 1)``.

    Args:
        stems: number of stems.
        comparisons: number of pairs of the table.
        symmetric: whether p-values count no added stems, as for single tasks with one draw.
    """
    smallest = math.ldexp(1.0, 1 - stems) if symmetric else math.ldexp(stems + 3, -stems - 1)
    return smallest <= (1 - LEVEL) / max(comparisons, 1)


def smallest_visible(
    error: float, stems: int, effective: float, comparisons: int, *, symmetric: bool
) -> float | None:
    """Return :func:`visible_difference`; None if the stems are too few for any difference of scores.

    Args:
        error: standard error of the difference if it is small.
        stems: number of stems.
        effective: effective number of stems.
        comparisons: number of pairs of the table.
        symmetric: as for :func:`can_decide`.
    """
    if not can_decide(stems, comparisons, symmetric=symmetric):
        return None
    found = visible_difference(error, effective, comparisons)
    return found if found < 1 else None


def visible_of_pair(found: PairedDifferences, comparisons: int) -> float | None:
    """Return :func:`smallest_visible` for the first of the compared pairs."""
    error, effective = float(residual_error(found)[0]), float(effective_stems(found)[0])
    symmetric = bool(found.symmetric[0])
    return smallest_visible(error, int(found.stems[0]), effective, comparisons, symmetric=symmetric)


def _visible_gap(
    order: Sequence[int], found: PairedDifferences, first: Places, second: Places
) -> float | None:
    of_pair = {(int(a), int(b)): place for place, (a, b) in enumerate(zip(first, second, strict=True))}
    neighbours = [of_pair[min(pair), max(pair)] for pair in itertools.pairwise(order)]
    if not neighbours:
        return 0.0
    error, stems, effective = (
        float(np.median(column[neighbours]))
        for column in (residual_error(found), found.stems, effective_stems(found))
    )
    symmetric = bool(found.symmetric[neighbours].all())
    return smallest_visible(error, int(stems), effective, len(first), symmetric=symmetric)


def _join(parts: Sequence[tuple[Places, PairedDifferences]], size: int) -> PairedDifferences:
    columns = {}
    for field in fields(PairedDifferences):
        pieces = [getattr(part, field.name) for _, part in parts]
        column = np.zeros(size, dtype=pieces[0].dtype if pieces else float)
        for (places, _), piece in zip(parts, pieces, strict=True):
            column[places] = piece
        columns[field.name] = column
    return PairedDifferences(**columns)
