"""Correlation of two draws of a task in one night, from nights that drew each task several times.

Two draws of a task disagree with the probability ``2 p (1 - p)`` if they are independent and pass with the
chance p. If two draws of one night have the correlation r, they disagree ``1 - r`` times as often. So

    correlation = 1 - (disagreement within nights) / (disagreement between nights)

where both are means over tasks: within nights over the pairs of draws of one night, between nights over the
pairs of one draw of a night with several draws and one of another night, at most seven days away. Each night
with several draws counts once on both sides, however many nights are near it. This is the share of the
variance of single draws, left after the tasks' chances, that draws of one night share. The standard error
is that of the jackknife over tasks: it takes tasks as independent of each other. If all tasks have a good or
a bad night together, the correlation includes this, but its standard error does not.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from statistics import NormalDist

import numpy as np

from benchmark.scoring.drift import Integers
from benchmark.scoring.paired import LEVEL
from benchmark.scoring.signflip import Floats

NEAR_DAYS = 7  #: maximum days between two nights that are compared
FEWEST_TASKS = 10  #: minimum tasks whose draws of different nights disagreed; below, there is no estimate


@dataclass(frozen=True, slots=True, kw_only=True)
class WithinNight:
    """The correlation of two draws of one task in one night."""

    value: float  #: in [-1, 1]; about 0 if draws are independent, below 0 only by chance
    error: float  #: standard error
    nights: int  #: number of nights with several draws that were used
    tasks: int  #: number of tasks with draws of both kinds

    @property
    def low(self) -> float:
        """Lower end of the 95 % interval, in [-1, 1]."""
        return max(-1.0, self.value - _half(self.error))

    @property
    def high(self) -> float:
        """Upper end of the 95 % interval, in [-1, 1]."""
        return min(1.0, self.value + _half(self.error))


def within_night(days: Sequence[date], passed: Integers, drawn: Integers) -> WithinNight | None:
    """Estimate the correlation within a night; None with too few draws.

    Args:
        days: date of each night, all different.
        passed: (night, task), number of draws that passed.
        drawn: (night, task), number of draws with a verdict.

    Raises:
        ValueError: if the shapes differ.
    """
    if not passed.shape == drawn.shape or len(days) != len(passed):
        raise ValueError(f"{len(days)} nights, but arrays of the shapes {passed.shape} and {drawn.shape}")
    several = [night for night in range(len(days)) if (drawn[night] > 1).any()]
    if not several:
        return None
    within, between = [], []
    used = 0
    for night in several:
        near = [
            other
            for other in range(len(days))
            if other != night and abs((days[other] - days[night]).days) <= NEAR_DAYS
        ]
        if not near:
            continue
        used += 1
        pairs = _mean([_disagreement_between(passed, drawn, night, other) for other in near])
        within.append(np.where(np.isnan(pairs), np.nan, _disagreement_within(passed[night], drawn[night])))
        between.append(pairs)
    if not used:
        return None
    own, others = _mean(within), _mean(between)
    both = ~(np.isnan(own) | np.isnan(others))
    own, others = own[both], others[both]
    if int((others > 0).sum()) < FEWEST_TASKS:
        return None
    value = max(-1.0, 1 - float(own.sum() / others.sum()))
    left_out = 1 - (own.sum() - own) / (others.sum() - others)
    count = len(own)
    error = math.sqrt((count - 1) / count * float(((left_out - left_out.mean()) ** 2).sum()))
    return WithinNight(value=value, error=error, nights=used, tasks=count)


def _half(error: float) -> float:
    return NormalDist().inv_cdf(0.5 + LEVEL / 2) * error


def _disagreement_within(passed: Integers, drawn: Integers) -> Floats:
    """Return (task) the share of pairs of draws of one night that disagree; nan without a pair."""
    found: Floats = np.where(
        drawn > 1, 2 * passed * (drawn - passed) / np.maximum(drawn * (drawn - 1), 1), np.nan
    )
    return found


def _disagreement_between(passed: Integers, drawn: Integers, one: int, other: int) -> Floats:
    """Return (task) the share of pairs of draws of two nights that disagree; nan without a pair."""
    pairs = drawn[one] * drawn[other]
    differing = passed[one] * (drawn[other] - passed[other]) + passed[other] * (drawn[one] - passed[one])
    found: Floats = np.where((pairs > 0) & (drawn[one] > 1), differing / np.maximum(pairs, 1), np.nan)
    return found


def _mean(values: Sequence[Floats]) -> Floats:
    """Return (task) the mean of the numbers there are; nan without one."""
    stacked = np.stack(values)
    there = ~np.isnan(stacked)
    number = there.sum(axis=0)
    found: Floats = np.where(number > 0, np.nansum(stacked, axis=0) / np.maximum(number, 1), np.nan)
    return found
