"""Sign-flip tests: p-values of differences between two models, clustered by stem.

If two models are equally good, the difference of each stem could equally have the other sign: its size is
fixed, and each sign has probability one half. Only whole stems change signs, so nothing is assumed about
tasks within a stem.

This assumes that large differences are equally likely in both directions. A model that knows a few stems by
heart breaks the assumption, most of all if none of these stems is in the data set. So a p-value can count two
more stems, one with a large difference in each direction.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from scipy.special import bdtrc, gammaln, ndtr

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

ENUMERATED = 16  #: all patterns of signs are tried if at most this many stems have a difference
_SMALLEST = 1e-300  #: smallest p-value
_CLOSE = 1e-9  #: sums of task values that differ by less than this are equal up to rounding
_CHUNK = 128  #: pairs computed at the same time


def p_values(sums: Floats, unit: Floats | float = 0.0, unseen: Floats | float = 0.0) -> tuple[Floats, Flags]:
    """Return two-sided p-values of differences. Each depends only on its own pair.

    - If all differences are whole numbers (one draw per task), the exact distribution of the sum of ``±d``,
      by convolution. If every stem has one task, this is McNemar's exact test.
    - If at most 16 stems have a difference, all signs are enumerated, which is exact too.
    - Else the score test with cluster-robust variance: ``S / sqrt(sum of squares)`` is compared with a normal
      distribution, which approximates the same distribution for many stems (Durkalski et al. 2003, Stat. Med.
      22:2417), with the usual continuity correction of half a step.

    Args:
        sums: (pair, stem), the difference of the two models, summed over the tasks of a stem.
        unit: (pair), half the step between two possible sums; all differences of stems are multiples of it.
            With n draws per task it is 1/n. 0 means that there is no step, or it is unknown.
        unseen: (pair), difference of each of two more stems, which have opposite signs; 0 for none. With
            them, no p-value is smaller than without.

    Returns:
        p-values in (0, 1], and whether each is exact: from the exact distribution, without added stems.

    Example:
        Six stems for one model; then five for it and one for the other.

        >>> p, exact = p_values(np.array([[1.0, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, -1]]))
        >>> p.round(5).tolist(), exact.tolist()
        ([0.03125, 0.21875], [True, True])

    Raise: ``PAIRED_VERSION``, if a p-value or an interval can change.
    """
    found = np.ones(len(sums))
    unseen = np.broadcast_to(np.asarray(unseen, dtype=float), found.shape)
    nonzero = (abs(sums) > _CLOSE).sum(axis=1)
    whole = np.all(abs(sums - np.rint(sums)) <= _CLOSE, axis=1)
    few = ~whole & (nonzero <= ENUMERATED)
    many = ~whole & ~few
    found[whole] = _whole_p_values(np.rint(sums[whole]).astype(np.int64), unseen[whole])
    for rows in _chunks(few):
        found[rows] = _enumerated_p_values(sums[rows], unseen[rows])
    if many.any():
        totals, squares = sums[many].sum(axis=1), (sums[many] ** 2).sum(axis=1) + 2 * unseen[many] ** 2
        half_a_step = np.broadcast_to(unit, found.shape)[many]
        found[many] = 2 * ndtr(-np.maximum(abs(totals) - half_a_step, 0) / np.sqrt(squares))
    return np.clip(found, _SMALLEST, 1.0), np.logical_not(many) & (unseen == 0)


#: Probabilities of the sums of the two added stems: 0, both differences, or these with a minus sign.
_SHARES = (0.5, 0.25, 0.25)


def _shifts(unseen: Floats) -> Floats:
    """Return (share, pair): what the two added stems sum up to, with the probabilities ``_SHARES``."""
    return np.stack([np.zeros_like(unseen), 2 * unseen, -2 * unseen])


def _mixed(tails: Floats) -> Floats:
    """Return p-values from those for each shift, as (shift, pair); the first shift is without added stems.

    Added stems that are small next to the seen ones could make a sum less likely; the larger p-value counts.
    """
    found: Floats = np.maximum(tails[0], np.tensordot(_SHARES, tails, axes=1))
    return found


def _whole_p_values(differences: NDArray[np.int64], unseen: Floats) -> Floats:
    """Return p-values for whole-number differences: twice the probability of a sum at least as large.

    The distribution of stems with larger differences is combined with that of stems with difference 1. Pairs
    with the same larger differences are computed together.
    """
    sizes, totals = abs(differences), abs(differences.sum(axis=1))
    singles = (sizes == 1).sum(axis=1)
    largest = max(int(sizes.max(initial=2)), 2)
    larger = np.stack([(sizes == size).sum(axis=1) for size in range(2, largest + 1)], axis=1)
    kinds, kind = np.unique(larger, axis=0, return_inverse=True)
    counts, of = np.unique(singles, return_inverse=True)
    tables = np.zeros((len(counts), int(counts.max(initial=0)) + 2))
    for place, count in enumerate(counts):
        tables[place, : count + 2] = _tail_probabilities(int(count))
    needed = np.ceil(totals - _shifts(unseen) - _CLOSE).astype(np.int64) + singles + 1
    found, tails = np.ones(len(differences)), np.empty(needed.shape)
    rows = np.flatnonzero(totals > 0)
    rows = rows[np.argsort(kind.reshape(-1)[rows], kind="stable")]
    ends = np.searchsorted(kind.reshape(-1)[rows], np.arange(len(kinds) + 1))
    for stems, begin, end in zip(kinds, ends[:-1], ends[1:], strict=True):
        others = _distribution(tuple(map(int, stems)))
        reach = len(others) // 2
        for start in range(begin, end, _CHUNK):
            some = rows[start : min(start + _CHUNK, end)]
            most = singles[some, None]
            # `(n + 1) >> 1` is n / 2 rounded up, also for a negative n; `needed` has the 1 already.
            plus = (needed[:, some, None] - np.arange(-reach, reach + 1)) >> 1  # plus signs of ones
            reached = tables[of[some, None], np.minimum(np.maximum(plus, 0), most + 1)]
            tails[:, some] = 2.0 * (others * reached).sum(axis=2)
    found[rows] = _mixed(tails[:, rows])
    return found


@lru_cache(maxsize=4096)
def _distribution(stems: Sequence[int]) -> Floats:
    """Return the distribution of a sum of ``stems[0]`` terms ``±2``, ``stems[1]`` terms ``±3``, and so on."""
    found = np.ones(1)
    for size, number in enumerate(stems, start=2):
        if number:
            spread = np.zeros(2 * size * number + 1)
            ups = np.arange(number + 1)
            # By logarithms, because C(1030, 515) is above the largest float.
            logarithm = gammaln(number + 1) - gammaln(ups + 1) - gammaln(number - ups + 1)
            spread[:: 2 * size] = np.exp(logarithm - number * np.log(2))
            found = np.convolve(found, spread)
    return found


@lru_cache
def _tail_probabilities(tosses: int) -> Floats:
    """Return the probabilities of at least 0, 1, ..., ``tosses + 1`` heads."""
    found: Floats = bdtrc(np.arange(-1.0, tosses + 1.0), tosses, 0.5)
    found[0] = 1.0
    return found


def _enumerated_p_values(sums: Floats, unseen: Floats) -> Floats:
    # Stems without a difference change no sum, and at most 16 others are in this branch.
    kept = np.sort(abs(sums), axis=1)[:, -ENUMERATED:]
    seen = abs(sums.sum(axis=1))
    totals = kept @ _signs(kept.shape[1])
    reached = abs(totals + _shifts(unseen)[:, :, None]) >= (seen - _CLOSE)[:, None]
    return _mixed(reached.mean(axis=2))


@lru_cache
def _signs(stems: int) -> Floats:
    """Return (stem, pattern): all patterns of signs with a plus first, since flipping all keeps the size."""
    others = max(stems - 1, 0)
    bits = (np.arange(2**others)[None, :] >> np.arange(others)[:, None]) & 1
    return np.vstack([np.ones((1, 2**others)), 1.0 - 2.0 * bits])[:stems]


def _chunks(chosen: Flags) -> Iterator[NDArray[np.intp]]:
    places = np.flatnonzero(chosen)
    for start in range(0, len(places), _CHUNK):
        yield places[start : start + _CHUNK]
