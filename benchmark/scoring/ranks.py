"""Ranks with uncertainty: which pairs of models differ, and which places each model can have."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from benchmark.scoring.detection import OverStems, Precision, chosen, over_stems, precision
from benchmark.scoring.paired import (
    LEVEL,
    PAIRED_VERSION,
    PairedDifferences,
    StemSums,
    common_unit,
    compare,
    stem_differences,
    unseen_difference,
    whole_sums,
)
from benchmark.scoring.signflip import Flags, Floats

Places = NDArray[np.intp]

#: Version of this module; it increases with every change that can change its numbers.
RANKS_VERSION = f"{PAIRED_VERSION}.5"
_BATCH_LIMIT = 1_000_000  #: maximum of pairs times tasks that are compared at the same time


@dataclass(frozen=True, slots=True, kw_only=True)
class PairwisePlaces:
    """The places of a table's models that follow from comparing all pairs; in the order of the models."""

    adjusted: Floats  #: p-values after Holm's adjustment, in the order of the pairs
    better: tuple[int, ...]  #: number of models that are significantly better than each model
    worse: tuple[int, ...]  #: number of models that are significantly worse than each model
    groups: tuple[tuple[int, ...], ...]  #: groups of neighbours without a significant difference, best first
    #: Smallest difference of neighbours that is seen about 4 times in 5; None if none can be detected.
    visible: float | None


def all_pairs(models: int) -> tuple[Places, Places]:
    """Return the first and the second model of every pair: (0, 1), (0, 2), ..."""
    first, second = np.triu_indices(models, k=1)
    return first, second


def compare_pairs(
    values: Floats,
    stems: Sequence[str],
    draws: Sequence[int],
    first: Places,
    second: Places,
    *,
    rerun: bool = False,
) -> PairedDifferences:
    """Compare pairs of models, many at the same time, which is faster.

    Args:
        values: (model, task), in [0, 1]; nan if a model has no value.
        stems: stems of the tasks.
        draws: draws per task of each model; 0 if it differs between tasks, or values are not rates.
        first: first model of each pair.
        second: second model of each pair. It is fastest if pairs with the same first model are adjacent.
        rerun: whether all are runs of one model in the same way, see
            :func:`benchmark.scoring.paired.compare_models`.
    """
    families = StemSums(stems)
    whole = whole_sums(values, families)
    found: list[tuple[Places, PairedDifferences]] = []
    for places in _batches(first, values.shape[1]):
        models = np.unique(first[places])
        of = [places[first[places] == model] for model in models]
        ordered = np.concatenate(of)
        if whole is None:
            parts = [
                stem_differences(values[model], values[second[chosen]], families)
                for model, chosen in zip(models, of, strict=True)
            ]
            sums, sizes, share = (np.concatenate(column) for column in zip(*parts, strict=True))
        else:
            sums, sizes, share = whole.differences(first[ordered], second[ordered])
        unit = np.array(
            [common_unit(draws[a], draws[b]) for a, b in zip(first[ordered], second[ordered], strict=True)]
        )
        unseen = 0.0 if rerun else unseen_difference(sizes, share, unit)
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
    """Adjust p-values by Holm's method, which limits the probability of any false positive among them.

    Example:
        >>> holm(np.array([0.01, 0.04, 0.03])).tolist()
        [0.03, 0.06, 0.06]

    Raise: ``RANKS_VERSION``, if a place can change.
    """
    # statsmodels has this method, but takes 110 MB and half a second to load.
    order = np.argsort(p)
    # Each p-value is multiplied by the number of those not smaller; none falls below the one before.
    stepped = np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1))
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(stepped, 1.0)
    return adjusted


def adjust(p: Floats, looks: int = 1) -> Floats:
    """Adjust the p-values of all pairs by Holm's method, and for further tables of the same kind.

    Args:
        p: p-values of all pairs of a table.
        looks: number of such tables, for example one per category.
    """
    return adjust_for_looks(holm(p), looks)


def adjust_for_looks(adjusted: Floats, looks: int) -> Floats:
    """Adjust p-values, which allow for all pairs of a table, for further tables of the same kind."""
    return np.minimum(adjusted * looks, 1.0) if looks > 1 else adjusted


def places_from(
    adjusted: Floats,
    visible: float | None,
    order: Sequence[int],
    found: PairedDifferences,
    pairs: tuple[Places, Places],
) -> PairwisePlaces:
    """Return the places of models that follow from adjusted p-values of all pairs of a table.

    With Holm's adjustment (Holm 1979), the probability that any pair is wrongly called different is at most
    5 %. So with at least 95 % probability, the places from 1 + ``better`` to n - ``worse`` contain the true
    places of all models (Mogstad, Romano, Shaikh and Wilhelm 2024, Rev. Econ. Stud. 91:476).

    Args:
        adjusted: adjusted p-value of each pair.
        visible: see :class:`PairwisePlaces`.
        order: the models, at least two, best score first.
        found: the comparisons of all pairs.
        pairs: first and second model of each pair.
    """
    models, (first, second) = len(order), pairs
    ahead = np.zeros((models, models), dtype=bool)  #: [a, b]: whether a is really better than b
    for winner, loser, sign in ((first, second, 1), (second, first, -1)):
        won = (adjusted <= 1 - LEVEL) & (np.sign(found.difference) == sign)
        ahead[winner[won], loser[won]] = True
    return PairwisePlaces(
        adjusted=adjusted,
        better=tuple(int(number) for number in ahead.sum(axis=0)),
        worse=tuple(int(number) for number in ahead.sum(axis=1)),
        groups=tie_groups(order, ahead | ahead.T),
        visible=visible,
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


def spread_of(values: Floats, stems: Sequence[str], draws: Sequence[int]) -> OverStems:
    """Return how differences are spread over the stems of a table; see :func:`compare_pairs`."""
    weights = np.maximum(np.asarray(draws, dtype=float), 1.0)[:, None]
    known = ~np.isnan(values)
    passed, samples = (
        StemSums(stems).sums(weights * np.where(known, part, 0.0)).sum(axis=0) for part in (values, 1.0)
    )
    return over_stems(passed[samples > 0], samples[samples > 0])


def neighbour_precision(
    order: Sequence[int], found: PairedDifferences, pairs: tuple[Places, Places], spread: OverStems
) -> Precision:
    """Return the median precision of the differences of neighbours, as arrays of one entry.

    Args:
        order: the models, best score first.
        found: the comparisons of all pairs.
        pairs: first and second model of each pair.
        spread: how a difference is spread over stems.
    """
    of_pair = {(int(a), int(b)): place for place, (a, b) in enumerate(zip(*pairs, strict=True))}
    neighbours = [of_pair[min(pair), max(pair)] for pair in itertools.pairwise(order)]
    return chosen(precision(found, spread), np.array(neighbours)).median()


def _join(parts: Sequence[tuple[Places, PairedDifferences]], size: int) -> PairedDifferences:
    columns = {}
    for field in fields(PairedDifferences):
        pieces = [getattr(part, field.name) for _, part in parts]
        column = np.zeros(size, dtype=pieces[0].dtype if pieces else float)
        for (places, _), piece in zip(parts, pieces, strict=True):
            column[places] = piece
        columns[field.name] = column
    return PairedDifferences(**columns)
