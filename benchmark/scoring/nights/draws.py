"""Tests of fresh nights against earlier nights of the same model, on fixed tasks.

- :func:`compare_draws` is exact, and stratified by task. If a task's chance has not changed, all its draws
  are exchangeable: given how many of them passed, the number of fresh passes has a hypergeometric
  distribution. The statistic is the number of fresh passes over all tasks, and its distribution is the
  convolution of theirs. This is the exact conditional form of the test of Cochran (1954, Biometrics 10:417)
  and Mantel and Haenszel (1959, JNCI 22:719); Agresti (2013, Categorical Data Analysis, 3rd ed., section
  7.3.5). It takes draws as independent.
- :func:`compare_scores` is Student's test of the nights' scores. It measures the noise from night to night,
  and so allows for everything that the draws of one night share: the luck of a family, another back end, a
  bad day. It takes nights as independent.
- :func:`repeats` tells whether a provider repeats its answers: then neither test holds.

:func:`measure_drop` and :func:`night_band` are for readers, and decide nothing: the interval of a change over
other tasks of the same kind, and the band of a chart in which scores fall if nothing has changed.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from math import sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr, stdtr

from benchmark.scoring.paired import LEVEL, StemSums, compare_models
from benchmark.scoring.signflip import Floats

Integers = NDArray[np.int64]

_REPEATED = 0.1  #: share by which tasks change their result less often than independent nights let expect
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
class DriftTest:
    """Fresh draws compared with those of a baseline."""

    tasks: int  #: number of tasks with draws on both sides
    informative: int  #: number of these tasks whose draws did not all pass, and did not all fail
    baseline: float  #: mean over these tasks of the baseline's rates, in [0, 1]; 0 without tasks
    fresh: float  #: mean over these tasks of the fresh rates, in [0, 1]; 0 without tasks
    p_drop: float  #: probability of as few fresh passes or fewer if nothing changed, in (0, 1]
    p_rise: float  #: probability of as many fresh passes or more if nothing changed, in (0, 1]

    @property
    def drop(self) -> float:
        """Baseline minus fresh, in [-1, 1]."""
        return self.baseline - self.fresh


def compare_draws(baseline: NightDraws, fresh: NightDraws) -> DriftTest:
    """Compare fresh draws with those of a baseline, task by task.

    Tasks without draws on one of the two sides leave the comparison, and the test stays exact. Tasks whose
    draws all passed or all failed count for the rates, and say nothing in the test. Without other tasks both
    p-values are 1.

    Raises:
        ValueError: if the two sides have different numbers of tasks.
    """
    if baseline.drawn.shape != fresh.drawn.shape:
        raise ValueError(f"{len(baseline.drawn)} tasks in the baseline, {len(fresh.drawn)} fresh ones")
    both = (baseline.drawn > 0) & (fresh.drawn > 0)
    passed, drawn = baseline.passed + fresh.passed, baseline.drawn + fresh.drawn
    telling = both & (passed > 0) & (passed < drawn)
    below, above = _tails(
        np.stack([drawn[telling], passed[telling], fresh.drawn[telling]], axis=1),
        int(fresh.passed[telling].sum()),
    )
    return DriftTest(
        tasks=int(both.sum()),
        informative=int(telling.sum()),
        baseline=float(baseline.rates[both].mean()) if both.any() else 0.0,
        fresh=float(fresh.rates[both].mean()) if both.any() else 0.0,
        p_drop=below,
        p_rise=above,
    )


def compare_scores(baseline: Sequence[float], fresh: Sequence[float]) -> tuple[float, float]:
    """Compare the scores of fresh nights with those of a baseline, by Student's test for two samples.

    Returns:
        The one-sided p-values of a drop and of a rise, in [0, 1]; 1 if there are too few nights for a test.
    """
    numbers = np.array([len(baseline), len(fresh)])
    free = int(numbers.sum()) - 2
    if free < 1 or not numbers.all():
        return 1.0, 1.0
    change = float(np.mean(fresh) - np.mean(baseline))
    squares = sum(float(((np.asarray(part) - np.mean(part)) ** 2).sum()) for part in (baseline, fresh))
    error = (squares / free * float((1 / numbers).sum())) ** 0.5
    # Nights of a model that always answers alike have no noise: then any change at all is certain.
    if error == 0:
        return float(change >= 0), float(change <= 0)
    return float(stdtr(free, change / error)), float(stdtr(free, -change / error))


def repeats(nights: Sequence[Floats]) -> bool:
    """Whether neighbouring nights agree so often that a provider seems to repeat answers.

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
    return all(_seldom_change([values[:night], values[night:]]) for night in range(len(values)))


def _seldom_change(groups: Sequence[Floats]) -> bool:
    changes = expected = variance = 0.0
    for values in groups:
        number, ones = len(values), values.sum(axis=0)
        if number > 1:
            pairs = 2 * ones * (number - ones)
            changes += float((values[1:] != values[:-1]).sum())
            expected += float(pairs.sum()) / number
            variance += float((pairs * (pairs - number)).sum()) / (number**2 * (number - 1))
    if changes >= (1 - _REPEATED) * expected or variance <= 0:
        return False
    return bool(ndtr((changes - expected) / variance**0.5) < _REPEATED_P)


def _tails(strata: Integers, passes: int) -> tuple[float, float]:
    """Return the probabilities of at most, and of at least, this number of fresh passes.

    Args:
        strata: (task, 3), numbers of draws, of passes and of fresh draws.
        passes: fresh passes of all these tasks.
    """
    if not len(strata):
        return 1.0, 1.0
    kinds = Counter(map(tuple, strata.tolist()))
    chances = np.ones(1)
    start = 0
    # In one order, so that the last bit of a p-value does not depend on the order of the tasks.
    for (drawn, passed, fresh), number in sorted(kinds.items()):
        chances = np.convolve(chances, _power(drawn, passed, fresh, number))
        start += number * max(0, fresh - (drawn - passed))
    place = passes - start
    smallest = float(np.finfo(float).tiny)
    return (
        min(1.0, max(smallest, float(chances[: place + 1].sum()))),
        # Reversed, so that the smallest probabilities are added first and keep their digits.
        min(1.0, max(smallest, float(chances[place:][::-1].sum()))),
    )


@lru_cache(maxsize=4096)
def _power(drawn: int, passed: int, fresh: int, tasks: int) -> Floats:
    """Return the distribution of fresh passes of several equal tasks, from the smallest possible number on.

    Convolving probabilities only adds positive numbers, so that also small ones keep their digits (a Fourier
    transform would lose those below 1e-16).
    """
    if tasks > 1:
        half = _power(drawn, passed, fresh, tasks // 2)
        twice = np.convolve(half, half)
        return twice if tasks % 2 == 0 else np.convolve(twice, _power(drawn, passed, fresh, 1))
    from scipy.stats import hypergeom  # here, because importing it takes half a second

    possible = np.arange(max(0, fresh - (drawn - passed)), min(fresh, passed) + 1)
    return np.asarray(hypergeom.pmf(possible, drawn, passed, fresh), dtype=float)


class Wording(StrEnum):
    """The words for a change that the exact test has found, by the interval of the drop.

    The exact test takes the tasks as fixed; the interval treats stems as drawn anew. If a model now solves
    some tasks that it failed before, and fails a few more that it solved, the test can find the change while
    the interval includes 0. Then its answers changed, and its ability is not shown to be lower.
    """

    WORSE = "worse on these tasks"
    BETTER = "better on these tasks"
    CHANGED_NOT_LOWER = "answers changed, ability not shown to be lower"
    CHANGED_NOT_HIGHER = "answers changed, ability not shown to be higher"


@dataclass(frozen=True, slots=True, kw_only=True)
class Drop:
    """Baseline minus fresh, as a mean over the tasks that both have; fractions in [-1, 1]."""

    tasks: int  #: number of these tasks
    stems: int  #: number of their stems
    drop: float  #: positive if the fresh draws are worse
    low: float  #: lower end of the 95 % interval over stems
    high: float  #: upper end

    @property
    def if_worse(self) -> Wording:
        """The words for a drop that the exact test has found."""
        return Wording.WORSE if self.low > 0 else Wording.CHANGED_NOT_LOWER

    @property
    def if_better(self) -> Wording:
        """The words for an improvement that the exact test has found."""
        return Wording.BETTER if self.high < 0 else Wording.CHANGED_NOT_HIGHER


def measure_drop(baseline: NightDraws, fresh: NightDraws, stems: Sequence[str]) -> Drop:
    """Return the drop with its 95 % interval over stems.

    The interval is that of two runs of one model (:func:`benchmark.scoring.paired.compare_models`). It needs
    no random numbers, so that two builds agree, and it held the true drop more often than the percentile
    bootstrap over stems: in 94.3 % to 100 % of simulated cases of 12 to 250 stems, against 90.0 % to 100 %
    (``tests/scoring/nights/test_draws.py`` simulates a part of them). Without tasks it is -1 to 1.

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
    both = (baseline.drawn > 0) & (fresh.drawn > 0)
    if not both.any():
        return Drop(tasks=0, stems=0, drop=0.0, low=-1.0, high=1.0)
    found = compare_models(baseline.rates, fresh.rates[None, :], StemSums(stems), 0.0, LEVEL, rerun=True)
    return Drop(
        tasks=int(found.tasks[0]),
        stems=int(found.stems[0]),
        drop=float(found.difference[0]),
        low=float(found.low[0]),
        high=float(found.high[0]),
    )


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
