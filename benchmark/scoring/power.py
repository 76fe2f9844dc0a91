"""Power analysis: which differences a comparison of models on a set of tasks can detect."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from benchmark.scoring.paired import LEVEL, PairedDifferences
from benchmark.scoring.ranks import POWER, can_decide, visible_difference
from benchmark.scoring.signflip import Floats

_MOST_DRAWS = 1_000  #: maximum draws to consider
_MOST_TASKS = 1_000_000  #: maximum tasks to consider


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """Variance of the difference between two runs, from each task's probability that a sample passes."""

    sampling: float  #: variance between draws of a task: mean of ``chance * (1 - chance)`` over tasks
    models: float  #: variance over tasks of the difference of the two chances; 0 if the model is the same
    stem_share: float = 0.0  #: correlation of these differences within a stem, 0 to 1


def assumed_spreads(score: float, alike: float, related: float, stem_share: float) -> tuple[Spread, Spread]:
    """Return the assumed spread for one model run twice, and for two models of about the same score.

    Args:
        score: score of both runs.
        alike: correlation of two samples of a task, 0 to 1; 1 means that a task always or never passes.
        related: correlation over tasks of the two models' chances, 0 to 1.
        stem_share: correlation of the differences within a stem, 0 to 1.
    """
    whole = score * (1 - score)
    sampling = whole * (1 - alike)
    models = 2 * whole * alike * (1 - related)
    return Spread(sampling=sampling, models=0.0), Spread(
        sampling=sampling, models=models, stem_share=stem_share
    )


def standard_error(spread: Spread, stems: Sequence[int], draws: int) -> float:
    """Return the standard error of the mean difference, with the two tasks that an interval adds.

    Args:
        spread: spread of the differences.
        stems: number of tasks of each stem.
        draws: draws per task and run, at least 1.
    """
    tasks = sum(stems)
    own = tasks * (spread.models + 2 * spread.sampling / draws)
    shared = sum(size * (size - 1) for size in stems) * spread.stem_share * spread.models
    return math.sqrt(own + shared + 2) / tasks


def power(error: float, difference: float) -> float:
    """Return the probability that a true difference of this size is detected."""
    normal = NormalDist()
    edge = normal.inv_cdf(0.5 + LEVEL / 2)
    return normal.cdf(difference / error - edge) + normal.cdf(-difference / error - edge)


def draws_needed(spread: Spread, stems: Sequence[int], difference: float) -> int | None:
    """Return the minimum draws that detect a difference with 80 % probability; None if over 1,000."""
    if not can_decide(len(stems), 1):
        return None

    def detected(draws: int) -> bool:
        return visible_difference(standard_error(spread, stems, draws), 1, POWER) <= difference

    return _smallest(detected, _MOST_DRAWS)


def tasks_needed(spread: Spread, stems: Sequence[int], draws: int, difference: float) -> int | None:
    """Return the minimum tasks that detect a difference with 80 % probability; None if over a million.

    The stems are assumed to have the same sizes as the given ones.
    """
    pairs = sum(tasks * (tasks - 1) for tasks in stems) / sum(stems)
    size = sum(stems) / len(stems)

    def detected(tasks: int) -> bool:
        if not can_decide(int(tasks / size), 1):
            return False
        own = spread.models + 2 * spread.sampling / draws + pairs * spread.stem_share * spread.models
        return visible_difference(math.sqrt(own / tasks + 2 / tasks**2), 1, POWER) <= difference

    return _smallest(detected, _MOST_TASKS)


def tasks_to_see(found: PairedDifferences, comparisons: int) -> Floats:
    """Return the number of tasks that would detect each pair's difference; inf if the difference is 0.

    It assumes that the observed difference is the true one and that stems are as before, and asks for 80 %
    power at Holm's first step. The result is the root of ``d n = z sqrt(v n + 2)``, with the observed
    variance ``v`` per task and the two tasks that an interval adds.

    Args:
        found: compared pairs.
        comparisons: number of pairs of the table.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        variance = np.maximum((found.error * found.tasks) ** 2 - 2, 0) / found.tasks
        z, d = visible_difference(1.0, comparisons), found.difference
        needed = (z**2 * variance + np.sqrt(z**4 * variance**2 + 8 * (z * d) ** 2)) / (2 * d**2)
    result: Floats = np.where((found.tasks > 0) & (d != 0), needed, np.inf)
    return result


def _smallest(seen: Callable[[int], bool], most: int) -> int | None:
    """Return the smallest number up to ``most`` for which ``seen`` is True; it must stay True above it."""
    if not seen(most):
        return None
    low, high = 1, most
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if seen(middle) else (middle + 1, high)
    return low
