"""What a comparison on a set of tasks could see, before it is made."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from benchmark.scoring.paired import LEVEL, PairedDifferences
from benchmark.scoring.ranks import POWER, can_decide, visible_difference
from benchmark.scoring.signflip import Floats

_MOST_DRAWS = 1_000
_MOST_TASKS = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """What differences of two runs on the same tasks vary by; a task's chance is that a sample passes."""

    sampling: float  #: mean of ``chance * (1 - chance)`` over tasks: what another draw changes
    models: float  #: variance over tasks of the difference of the two chances; 0 for one model run twice
    stem_share: float = 0.0  #: correlation of these differences within a stem, 0 to 1


def assumed(score: float, alike: float, related: float, stem_share: float) -> tuple[Spread, Spread]:
    """The spread for one model run twice, and for two models of about the same score.

    Args:
        score: of both.
        alike: correlation of two samples of a task, 0 to 1: with 1 a task is passed always or never.
        related: correlation over tasks of the chances of the two models, 0 to 1.
        stem_share: of their differences within a stem.
    """
    whole = score * (1 - score)
    sampling = whole * (1 - alike)
    models = 2 * whole * alike * (1 - related)
    return Spread(sampling=sampling, models=0.0), Spread(
        sampling=sampling, models=models, stem_share=stem_share
    )


def standard_error(spread: Spread, stems: Sequence[int], draws: int) -> float:
    """Of the mean difference over tasks, with the two tasks that an interval adds.

    Args:
        spread: of the differences.
        stems: tasks of each.
        draws: of each task and run, at least 1.
    """
    tasks = sum(stems)
    own = tasks * (spread.models + 2 * spread.sampling / draws)
    shared = sum(size * (size - 1) for size in stems) * spread.stem_share * spread.models
    return math.sqrt(own + shared + 2) / tasks


def power(error: float, difference: float) -> float:
    """How often a true difference of that size is seen."""
    normal = NormalDist()
    edge = normal.inv_cdf(0.5 + LEVEL / 2)
    return normal.cdf(difference / error - edge) + normal.cdf(-difference / error - edge)


def draws_needed(spread: Spread, stems: Sequence[int], difference: float) -> int | None:
    """The fewest draws with which a difference is seen 4 times in 5; None if 1,000 do not do."""
    if not can_decide(len(stems), 1):
        return None

    def seen(draws: int) -> bool:
        return visible_difference(standard_error(spread, stems, draws), 1, POWER) <= difference

    return _first(seen, _MOST_DRAWS)


def tasks_needed(spread: Spread, stems: Sequence[int], draws: int, difference: float) -> int | None:
    """The fewest tasks of such stems with which a difference is seen; None if a million do not do."""
    pairs = sum(one * (one - 1) for one in stems) / sum(stems)
    size = sum(stems) / len(stems)

    def seen(tasks: int) -> bool:
        if not can_decide(int(tasks / size), 1):
            return False
        own = spread.models + 2 * spread.sampling / draws + pairs * spread.stem_share * spread.models
        return visible_difference(math.sqrt(own / tasks + 2 / tasks**2), 1, POWER) <= difference

    return _first(seen, _MOST_TASKS)


def tasks_to_see(found: PairedDifferences, comparisons: int) -> Floats:
    """How many tasks would show each pair's difference, were it the true one; inf where there is none.

    Of such stems, 4 times in 5, at Holm's first step: the root of ``d n = z sqrt(v n + 2)`` with the variance
    ``v`` that a task was seen to add, and the two tasks that an interval adds.

    Args:
        found: compared pairs.
        comparisons: pairs of the table.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        variance = np.maximum((found.error * found.tasks) ** 2 - 2, 0) / found.tasks
        z, d = visible_difference(1.0, comparisons), found.difference
        needed = (z**2 * variance + np.sqrt(z**4 * variance**2 + 8 * (z * d) ** 2)) / (2 * d**2)
    result: Floats = np.where((found.tasks > 0) & (d != 0), needed, np.inf)
    return result


def _first(seen: Callable[[int], bool], most: int) -> int | None:
    """The smallest number that is seen; what is seen once stays seen."""
    if not seen(most):
        return None
    low, high = 1, most
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if seen(middle) else (middle + 1, high)
    return low
