"""How often chance alone makes differences of stems as large as those seen.

If two models are equally good, each stem could as well have come out the other way round: its difference
keeps its size and takes either sign with chance one half. Stems stay whole, so nothing is assumed of tasks
within one.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from scipy.special import bdtrc, gammaln, ndtr

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

ENUMERATED = 16  #: stems that differ, up to which all signs are tried
_SMALLEST = 1e-300
_CLOSE = 1e-9  #: differences of sums of task values that are rounding
_CHUNK = 128  #: pairs at a time


def p_values(sums: Floats, unit: Floats | float = 0.0) -> tuple[Floats, Flags]:
    """Two-sided p-values of differences, exact where that is small; each depends on its own pair only.

    - Whole differences (one draw a task): the exact distribution of the sum of ``±d``, by convolution. With
      every stem alone this is McNemar's exact test.
    - At most 16 stems that differ: all signs are tried.
    - Else the score test with cluster-robust variance, ``S / sqrt(sum of squares)`` against a normal: the
      same distribution with its own variance, for many stems (Durkalski et al. 2003, Stat. Med. 22:2417),
      with the usual correction of half the step between two sums.

    Args:
        sums: (pair, stem), the difference of the two models summed over the tasks of a stem.
        unit: (pair), what all differences of stems are multiples of, half the step between two sums: one part
            in n with n draws a task; 0 where there is no such step, or it is not known.

    Returns:
        p-values in (0, 1], and which of them are exact.
    """
    found = np.ones(len(sums))
    nonzero = (abs(sums) > _CLOSE).sum(axis=1)
    whole = np.all(abs(sums - np.rint(sums)) <= _CLOSE, axis=1)
    few = ~whole & (nonzero <= ENUMERATED)
    many = ~whole & ~few
    found[whole] = _of_whole(np.rint(sums[whole]).astype(np.int64))
    for rows in _chunks(few):
        found[rows] = _of_few(sums[rows])
    if many.any():
        totals, squares = sums[many].sum(axis=1), (sums[many] ** 2).sum(axis=1)
        half_a_step = np.broadcast_to(unit, found.shape)[many]
        found[many] = 2 * ndtr(-np.maximum(abs(totals) - half_a_step, 0) / np.sqrt(squares))
    return np.clip(found, _SMALLEST, 1.0), np.logical_not(many)


def _of_whole(differences: NDArray[np.int64]) -> Floats:
    """Twice the chance of reaching the sum: that of the larger stems first, then those of size 1.

    Pairs whose larger stems are the same are done together.
    """
    sizes, totals = abs(differences), abs(differences.sum(axis=1))
    singles = (sizes == 1).sum(axis=1)
    largest = max(int(sizes.max(initial=2)), 2)
    larger = np.stack([(sizes == size).sum(axis=1) for size in range(2, largest + 1)], axis=1)
    kinds, kind = np.unique(larger, axis=0, return_inverse=True)
    found = np.ones(len(differences))
    for number, stems in enumerate(kinds):
        others = _distribution(tuple(map(int, stems)))
        reach = len(others) // 2
        rows = np.flatnonzero((kind.reshape(-1) == number) & (totals > 0))
        for start in range(0, len(rows), _CHUNK):
            some = rows[start : start + _CHUNK]
            counts, of = np.unique(singles[some], return_inverse=True)
            tables = np.zeros((len(counts), int(counts.max()) + 2))
            for place, count in enumerate(counts):
                tables[place, : count + 2] = _at_least(int(count))
            most = singles[some, None]
            needed = (totals[some, None] - np.arange(-reach, reach + 1) + most + 1) // 2  # of size 1
            reached = tables[of[:, None], np.clip(needed, 0, most + 1)]
            found[some] = 2.0 * (others * reached).sum(axis=1)
    return found


@lru_cache(maxsize=4096)
def _distribution(stems: Sequence[int]) -> Floats:
    """Chances of the sum of ``±2`` as often as the first number says, ``±3`` as the second, and so on."""
    found = np.ones(1)
    for size, number in enumerate(stems, start=2):
        if number:
            spread = np.zeros(2 * size * number + 1)
            ups = np.arange(number + 1)
            logarithm = gammaln(number + 1) - gammaln(ups + 1) - gammaln(number - ups + 1)
            spread[:: 2 * size] = np.exp(logarithm - number * np.log(2))
            found = np.convolve(found, spread)
    return found


@lru_cache
def _at_least(tosses: int) -> Floats:
    """Chance of at least 0, 1, ..., ``tosses + 1`` heads."""
    found: Floats = bdtrc(np.arange(-1.0, tosses + 1.0), tosses, 0.5)
    found[0] = 1.0
    return found


def _of_few(sums: Floats) -> Floats:
    kept = np.sort(abs(sums), axis=1)[:, -ENUMERATED:]
    seen = abs(sums.sum(axis=1))
    reached = abs(kept @ _signs(kept.shape[1])) >= (seen - _CLOSE)[:, None]
    found: Floats = reached.mean(axis=1)
    return found


@lru_cache
def _signs(stems: int) -> Floats:
    """(stem, pattern): all signs, the first one kept, since turning all over changes no size."""
    others = max(stems - 1, 0)
    bits = (np.arange(2**others)[None, :] >> np.arange(others)[:, None]) & 1
    return np.vstack([np.ones((1, 2**others)), 1.0 - 2.0 * bits])[:stems]


def _chunks(chosen: Flags) -> Iterator[NDArray[np.intp]]:
    places = np.flatnonzero(chosen)
    for start in range(0, len(places), _CHUNK):
        yield places[start : start + _CHUNK]
