"""Tests of fresh nights against earlier nights of the same model, on fixed tasks.

- :func:`compare_draws` is the sign-flip test over stems of two runs of one model, as elsewhere on the site
  (:func:`benchmark.scoring.paired.compare_models`). It takes stems as independent, and not nights, so answers
  that a provider repeats do not break it. It needs no random numbers, so that two builds agree.
- :func:`compare_scores` is Student's test of the nights' scores. It measures the noise from night to night,
  and so allows for everything that the draws of one night share: the luck of a family, another back end, a
  bad day. It takes nights as independent.
- :func:`repeated_share` and :func:`neighbour_correlation` tell how alike neighbouring nights are.

:func:`night_band` is for readers, and decides nothing: the band of a chart in which scores fall if nothing
has changed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr, stdtr

from benchmark.scoring.paired import StemSums, compare_models
from benchmark.scoring.signflip import Flags, Floats

Integers = NDArray[np.int64]

_REPEATED = 0.1  #: share by which tasks change their result less often than independent nights let expect
_NO_NOISE = 1e-12  #: smallest standard error of a score
_REPEATED_P = 0.001  #: p-value below which this is not luck


@dataclass(frozen=True, slots=True, eq=False)
class NightDraws:
    """Draws of one model, counted per task.

    Raises:
        ValueError: if the shapes differ, a number is not whole, or not ``0 <= passed <= drawn``.
    """

    passed: Integers  #: (task), number of draws that passed
    drawn: Integers  #: (task), number of draws with a verdict; 0 if the task has none

    def __post_init__(self) -> None:
        for column in (self.passed, self.drawn):
            if column.ndim != 1 or not np.issubdtype(column.dtype, np.integer):
                raise ValueError(f"numbers of draws need one whole number per task, got {column.dtype}")
        if self.passed.shape != self.drawn.shape:
            raise ValueError(f"{len(self.passed)} numbers of passes for {len(self.drawn)} tasks")
        if ((self.passed < 0) | (self.passed > self.drawn)).any():
            raise ValueError("the number of passes of a task must be between 0 and its number of draws")

    # A dataclass would compare the arrays by ==, and numpy refuses the truth value of the result.
    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, NightDraws)
            and np.array_equal(self.passed, other.passed)
            and np.array_equal(self.drawn, other.drawn)
        )

    def __hash__(self) -> int:
        return hash((self.passed.tobytes(), self.drawn.tobytes()))

    @property
    def rates(self) -> Floats:
        """(task), share of draws that passed, in [0, 1]; nan without a draw."""
        found: Floats = np.where(self.drawn > 0, self.passed / np.maximum(self.drawn, 1), np.nan)
        return found


def pooled(nights: Sequence[Floats]) -> NightDraws:
    """Count the draws of several nights per task.

    Args:
        nights: for each night (task), 1 if the draw passed, 0 if it failed, nan if there is none.

    Raises:
        ValueError: if there are no nights, their shapes differ, or a value is not 0, 1 or nan.
    """
    if not nights:
        raise ValueError("at least one night is needed")
    if len({np.shape(night) for night in nights}) > 1:
        raise ValueError("nights must have the same tasks")
    values = np.stack([np.asarray(night, dtype=float) for night in nights])
    passed, failed = values == 1, values == 0
    if not (passed | failed | np.isnan(values)).all():
        raise ValueError("the value of a draw must be 0, 1 or nan")
    return NightDraws(passed.sum(axis=0, dtype=np.int64), (passed | failed).sum(axis=0, dtype=np.int64))


@dataclass(frozen=True, slots=True, kw_only=True)
class Drop:
    """Baseline minus fresh, as a mean over the tasks that both have; fractions in [-1, 1]."""

    tasks: int  #: number of these tasks
    stems: int  #: number of their stems
    drop: float  #: positive if the fresh draws are worse
    low: float  #: lower end of the 95 % interval over stems
    high: float  #: upper end
    p_drop: float  #: one-sided p-value of a drop, in (0, 1]
    p_rise: float  #: one-sided p-value of a rise, in (0, 1]


def compare_draws(baseline: NightDraws, fresh: NightDraws, stems: Sequence[str]) -> Drop:
    """Compare fresh draws with those of a baseline, stem by stem, as two runs of one model.

    Tasks without draws on one of the two sides leave the comparison. Without tasks the interval is -1 to 1,
    and both p-values are 1.

    Args:
        baseline: earlier draws per task.
        fresh: fresh draws per task.
        stems: stem of each task.

    Raises:
        ValueError: if the numbers of tasks differ.
    """
    if not len(baseline.drawn) == len(fresh.drawn) == len(stems):
        raise ValueError(
            f"{len(stems)} stems for {len(baseline.drawn)} tasks of the baseline and {len(fresh.drawn)} fresh"
        )
    if not ((baseline.drawn > 0) & (fresh.drawn > 0)).any():
        return Drop(tasks=0, stems=0, drop=0.0, low=-1.0, high=1.0, p_drop=1.0, p_rise=1.0)
    found = compare_models(baseline.rates, fresh.rates[None, :], _sums(tuple(stems)), 0.0, rerun=True)
    drop, half = float(found.difference[0]), float(found.p[0]) / 2
    return Drop(
        tasks=int(found.tasks[0]),
        stems=int(found.stems[0]),
        drop=drop,
        low=float(found.low[0]),
        high=float(found.high[0]),
        p_drop=half if drop > 0 else 1 - half if drop < 0 else 1.0,
        p_rise=half if drop < 0 else 1 - half if drop > 0 else 1.0,
    )


@lru_cache(maxsize=64)
def _sums(stems: tuple[str, ...]) -> StemSums:
    return StemSums(stems)


def compare_scores(baseline: Floats, fresh: Floats) -> tuple[Floats, Floats]:
    """Compare the scores of fresh nights with those of a baseline, by Student's test for two samples.

    Args:
        baseline: (..., night), scores.
        fresh: (..., night), scores; of both together at least three.

    Returns:
        (...), the one-sided p-values of a drop and of a rise, in [0, 1].
    """
    parts = (baseline, fresh)
    free, shares = sum(part.shape[-1] for part in parts) - 2, sum(1 / part.shape[-1] for part in parts)
    change = fresh.mean(axis=-1) - baseline.mean(axis=-1)
    squares = sum(((part - part.mean(axis=-1, keepdims=True)) ** 2).sum(axis=-1) for part in parts)
    # Nights of a model that always answers alike have no noise: then any change at all is certain.
    statistic = change / np.maximum(np.sqrt(squares / free * shares), _NO_NOISE)
    return stdtr(free, statistic), stdtr(free, -statistic)


def neighbour_correlation(scores: Sequence[float] | Floats) -> float:
    """Return the correlation of the scores of neighbouring nights (lag 1), in [-1, 1]; 0 without noise.

    Example:
        >>> round(neighbour_correlation([1, 2, 3, 4, 5]), 2)
        0.4
    """
    around = np.asarray(scores, dtype=float) - np.mean(scores)
    squares = float((around**2).sum())
    return float((around[1:] * around[:-1]).sum()) / squares if squares > 0 else 0.0


def repeated_share(nights: Sequence[Floats]) -> float:
    """Return the share of results that repeat the night before; 0 if that could be luck.

    If a task's nights are exchangeable, the number of its runs of equal results has a known mean and variance
    (Wald and Wolfowitz 1940, Annals of Mathematical Statistics 11:147). Over all tasks there must be a tenth
    fewer changes than expected, which is more than what families of tasks that share luck show, and too few
    to be luck. Nights between which the level changed once agree, too, so this must hold before and after any
    night taken together.

    Args:
        nights: nights in a row, as in :func:`pooled`.
    """
    values = np.stack(nights)
    values = values[:, ~np.isnan(values).any(axis=0)]
    whole = float(rarer([values]))
    parts = ([values[:night], values[night:]] for night in range(1, len(values)))
    return whole if all(rarer(part) > 0 for part in parts) else 0.0


def rarer(groups: Sequence[Floats | Flags]) -> Floats:
    """Return by which share tasks change their result less often than expected; 0 if that could be luck.

    Args:
        groups: each (..., night, task), nights that are taken as exchangeable.
    """
    changes, expected, variance = np.zeros(3)
    for values in groups:
        number, ones = values.shape[-2], values.sum(axis=-2, dtype=float)
        if number > 1:
            pairs = 2 * ones * (number - ones)
            changes = changes + (values[..., 1:, :] != values[..., :-1, :]).sum(axis=(-2, -1))
            expected = expected + pairs.sum(axis=-1) / number
            variance = variance + (pairs * (pairs - number)).sum(axis=-1) / (number**2 * (number - 1))
    p = ndtr((changes - expected) / np.sqrt(np.maximum(variance, _NO_NOISE)))
    share: Floats = 1 - changes / np.maximum(expected, _NO_NOISE)
    return np.where((p < _REPEATED_P) & (share > _REPEATED) & (variance > 0), share, 0.0)


BAND_LEVEL = 0.95  #: share of the nights that fall into the band if nothing has changed
_LARGEST_VARIANCE = 0.25  #: of one draw; used for a task with a single draw, whose variance is unknown


@dataclass(frozen=True, slots=True, kw_only=True)
class NightBand:
    """The scores that a night has if nothing has changed, in [0, 1]."""

    middle: float  #: mean of the tasks' rates in the baseline
    low: float
    high: float


def night_band(draws: Sequence[tuple[int, int]]) -> NightBand | None:
    """Return the band for a night with one draw of each task; None without draws.

    A task with the chance c adds c (1 - c) to the variance of the night's number of passes, so a model that
    always gives the same answers has a narrow band. With k draws in the baseline, r (1 - r) k / (k - 1) is an
    unbiased estimate of c (1 - c), where r is the share that passed. The mean of these draws varies, too, by
    1 / k of that. The band is the mean of the rates plus and minus the normal quantile times the standard
    deviation, widened by half a task on each side, because passes are counted in whole tasks. With 4 or 8
    nights of 12 to 253 tasks it held 95 to 99 of 100 simulated nights
    (``tests/scoring/nights/test_power.py``).

    Args:
        draws: for each task, the numbers of draws that passed, and of draws with a verdict; tasks without one
            are left out.

    Raises:
        ValueError: if a number of passes is not between 0 and the number of draws.
    """
    if any(not 0 <= passed <= drawn for passed, drawn in draws):
        raise ValueError("the number of passes of a task must be between 0 and its number of draws")
    known = [(passed, drawn) for passed, drawn in draws if drawn]
    if not known:
        return None
    middle = sum(passed / drawn for passed, drawn in known) / len(known)
    variance = sum(_variance(passed, drawn) * (1 + 1 / drawn) for passed, drawn in known) / len(known) ** 2
    half = NormalDist().inv_cdf((1 + BAND_LEVEL) / 2) * sqrt(variance) + 0.5 / len(known)
    return NightBand(middle=middle, low=max(0.0, middle - half), high=min(1.0, middle + half))


def _variance(passed: int, drawn: int) -> float:
    """Return an estimate of the variance of one draw of a task."""
    if drawn == 1:
        return _LARGEST_VARIANCE
    rate = passed / drawn
    return rate * (1 - rate) * drawn / (drawn - 1)
