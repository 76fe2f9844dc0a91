"""Agreement of two or more people beyond chance (kappa, alpha)."""

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from benchmark.scoring.paired import LEVEL
from benchmark.scoring.signflip import Floats

_RESAMPLES = 2_000  #: resamples of an interval
_FEW = 5  #: with fewer stems in which labels disagree, the exact interval of their share counts as well
_SEED = 1  #: so that the same labels always have the same interval


@dataclass(frozen=True, slots=True, kw_only=True)
class Kappa:
    """An agreement beyond chance, with its 95 % interval if there is one."""

    value: float  #: at most 1, which means perfect agreement
    low: float | None
    high: float | None


def cohen(a: Sequence[str], b: Sequence[str], kinds: Sequence[str], stems: Sequence[str]) -> Kappa | None:
    """Return Cohen's kappa of two people; None if there are no two different labels.

    Args:
        a: labels of the first person.
        b: labels of the second person, in the same order.
        kinds: all possible labels.
        stems: stems of the labelled samples, in the same order; the interval draws whole stems again.
    """
    return _cohen(a, b, kinds, stems, graded=False)


def weighted_cohen(
    a: Sequence[int], b: Sequence[int], grades: tuple[int, int], stems: Sequence[str]
) -> Kappa | None:
    """Return Cohen's kappa of graded labels, with quadratic weights (Fleiss and Cohen 1973).

    Args:
        a: grades of the first person.
        b: grades of the second person, in the same order.
        grades: lowest and highest possible grade.
        stems: stems of the graded samples, in the same order.
    """
    kinds = [str(grade) for grade in range(grades[0], grades[1] + 1)]
    return _cohen(list(map(str, a)), list(map(str, b)), kinds, stems, graded=True)


def _cohen(
    a: Sequence[str], b: Sequence[str], kinds: Sequence[str], stems: Sequence[str], *, graded: bool
) -> Kappa | None:
    place = {kind: number for number, kind in enumerate(kinds)}
    families = {stem: number for number, stem in enumerate(dict.fromkeys(stems))}
    tables = np.zeros((len(families), len(kinds), len(kinds)))
    for one, other, stem in zip(a, b, stems, strict=True):
        tables[families[stem], place[one], place[other]] += 1
    if not len(a) or (len(set(a)) == 1 and set(a) == set(b)):
        return None
    found = _kappas(tables.sum(axis=0, keepdims=True), graded)[0]
    if not math.isfinite(found):
        return None
    value = float(found)
    if len(families) == 1:
        return Kappa(value=value, low=None, high=None)
    distance = _distance(range(len(kinds)), graded)
    low, high = _interval(tables, distance, lambda found: _kappas(found, graded), smoothed=not graded)
    return Kappa(value=value, low=min(low, value), high=max(high, value))


def krippendorff(labels: Sequence[Sequence[str]], stems: Sequence[str], *, graded: bool) -> Kappa | None:
    """Return Krippendorff's alpha of any number of people, each of whom labelled any of the samples.

    It is ``1 - (n - 1) * sum(o * d) / sum(n_a * n_b * d)`` over all pairs of labels a and b. Here ``o`` is
    how often the two meet on a sample (each of its m labels meets the others with weight ``1 / (m - 1)``),
    ``n_a`` is how often label a meets any, and ``n`` is the sum of all ``n_a``. ``d`` is 0 or 1 for names,
    and the squared distance of grades (Krippendorff 2011, Computing Krippendorff's Alpha-Reliability).

    Args:
        labels: labels of each sample, in any order; samples with fewer than two labels do not count.
        stems: stems of the samples, in the same order; the interval draws whole stems again.
        graded: whether the labels are numbers, and disagreement counts by the square of its distance.

    Returns:
        The alpha; None if no sample has two labels, or if there are no two different labels. It has no
        interval for a single stem.
    """
    kinds = {label: number for number, label in enumerate(sorted({x for row in labels for x in row}))}
    families = {stem: number for number, stem in enumerate(dict.fromkeys(stems))}
    tables = np.zeros((len(families), len(kinds), len(kinds)))
    for row, stem in zip(labels, stems, strict=True):
        for (first, a), (second, b) in itertools.product(enumerate(row), repeat=2):
            if first != second:
                tables[families[stem], kinds[a], kinds[b]] += 1 / (len(row) - 1)
    # Stems without two labels of a sample say nothing; in resamples they would count as stems.
    tables = tables[tables.any(axis=(1, 2))]
    distance = _distance([float(label) for label in kinds] if graded else list(range(len(kinds))), graded)
    value = float(_alphas(tables.sum(axis=0, keepdims=True), distance)[0])
    if not math.isfinite(value):
        return None
    if len(tables) == 1:
        return Kappa(value=value, low=None, high=None)
    low, high = _interval(tables, distance, lambda found: _alphas(found, distance), smoothed=not graded)
    return Kappa(value=value, low=min(low, value), high=max(high, value))


def _interval(
    tables: Floats, distance: Floats, statistic: Callable[[Floats], Floats], *, smoothed: bool
) -> tuple[float, float]:
    """Return the 95 % interval of a kappa or an alpha by a bootstrap over stems.

    With fewer than five stems in which labels disagree, resamples hardly differ. Then the interval also holds
    all agreements that fit the exact interval of the share of such stems (Clopper and Pearson 1934).

    Percentiles are expanded for the number of stems (Hesterberg 2015, Am. Stat. 69:371). If ``smoothed``,
    each resample gets one more sample, spread evenly over all pairs of labels, so that rare ones are never
    absent; graded labels do not need it. The session ``gates`` simulates the coverage
    (``tests/scoring/test_agreement.py``): with 20 to 90 labels it is at least 88 %, and mostly 92 to 98 %;
    for alpha at least 85 %, and mostly 91 to 98 %.

    Args:
        tables: (stem, label, other label), how often they meet.
        distance: how much every two labels disagree.
        statistic: takes many such tables, and returns a value for each.
        smoothed: whether to add the sample.
    """
    # Here, because `scipy.stats` takes half a second of CPU to import.
    from scipy import stats

    count, kinds = tables.shape[:2]
    drawn = np.random.default_rng(_SEED).multinomial(count, np.full(count, 1 / count), size=_RESAMPLES)
    resamples = (drawn @ tables.reshape(count, -1)).reshape(-1, kinds, kinds)
    found = statistic(resamples + 1 / kinds**2 if smoothed else resamples)
    quantile = stats.t.ppf(0.5 + LEVEL / 2, count - 1) * math.sqrt(count / (count - 1))
    tail = float(stats.norm.cdf(-quantile))
    low, high = np.nanquantile(found, [tail, 1 - tail])
    disagreeing = int(((tables * distance).sum(axis=(1, 2)) > 0).sum())
    if disagreeing < _FEW:
        share = stats.binomtest(disagreeing, count).proportion_ci(LEVEL)
        rows, columns = (tables.sum(axis=(0, axis)) / tables.sum() for axis in (2, 1))
        by_chance = rows @ distance @ columns
        low, high = min(low, max(-1, 1 - share.high / by_chance)), max(high, 1 - share.low / by_chance)
    return float(low), float(high)


def _kappas(tables: Floats, graded: bool) -> Floats:
    """Return Cohen's kappas of many tables."""
    weight = _distance(range(tables.shape[-1]), graded)
    total = tables.sum(axis=(1, 2))
    chance = tables.sum(axis=2)[:, :, None] * tables.sum(axis=1)[:, None, :] / total[:, None, None]
    with np.errstate(invalid="ignore"):  # a resample with one label only has no kappa
        result: Floats = 1 - (weight * tables).sum(axis=(1, 2)) / (weight * chance).sum(axis=(1, 2))
    return result


def _alphas(tables: Floats, distance: Floats) -> Floats:
    """Return Krippendorff's alphas of many tables of coincidences."""
    totals = tables.sum(axis=2)
    size = totals.sum(axis=1)
    chance = totals[:, :, None] * totals[:, None, :]
    with np.errstate(divide="ignore", invalid="ignore"):  # a resample with one label only has no alpha
        ratio = (distance * tables).sum(axis=(1, 2)) / (distance * chance).sum(axis=(1, 2))
        result: Floats = 1 - (size - 1) * ratio
    return result


def _distance(grades: Sequence[float], graded: bool) -> Floats:
    """Return how much every two labels disagree: by the square of their distance, or 1 if they differ."""
    values = np.array(grades, dtype=float)
    difference = values[:, None] - values
    result: Floats = difference**2 if graded else (difference != 0).astype(float)
    return result
