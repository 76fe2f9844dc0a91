"""Power analysis: which differences a comparison of models on a set of tasks can detect."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from benchmark.scoring.paired import PairedDifferences
from benchmark.scoring.ranks import (
    can_decide,
    detection_edges,
    error_of_difference,
    residual_error,
    visible_difference,
    visible_errors,
)
from benchmark.scoring.signflip import Floats

_MOST_DRAWS = 1_000  #: maximum draws to consider
_MOST_TASKS = 1_000_000  #: maximum tasks to consider


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """Variance of the difference between two runs, from each task's probability that a sample passes."""

    sampling: float  #: variance between draws of a task: mean of ``chance * (1 - chance)`` over tasks
    models: float  #: variance over tasks of the difference of the two chances; 0 if the model is the same
    stem_share: float = 0.0  #: correlation of these differences within a stem, 0 to 1
    #: Largest difference of a task if one model always or never solves it, the other as often as usual; 0 for
    #: two runs of one model.
    share: float = 1.0


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
    share = max(score, 1 - score)
    return Spread(sampling=sampling, models=0.0, share=0.0), Spread(
        sampling=sampling, models=models, stem_share=stem_share, share=share
    )


def standard_error(spread: Spread, stems: Sequence[int], draws: int) -> float:
    """Return the standard error of the mean difference, with the tasks that the comparison adds.

    Args:
        spread: spread of the differences.
        stems: number of tasks of each stem.
        draws: draws per task and run, at least 1.
    """
    tasks = sum(stems)
    own = tasks * (spread.models + 2 * spread.sampling / draws)
    shared = sum(size * (size - 1) for size in stems) * spread.stem_share * spread.models
    return math.sqrt(own + shared + 2 * _added(spread, sum(stems) / effective_number(stems)) ** 2) / tasks


def _added(spread: Spread, per_stem: float) -> float:
    """Return the number of tasks that a comparison adds in each direction."""
    return max(1.0, spread.share * per_stem)


def effective_number(stems: Sequence[int]) -> float:
    """Return the number of stems of equal size that decide as much as stems with these numbers of tasks."""
    return sum(stems) ** 2 / sum(size**2 for size in stems)


def power(error: float, stems: float, difference: float) -> float:
    """Return the probability that a true difference of this size is detected.

    Args:
        error: standard error of the difference if it is small.
        stems: effective number of stems.
        difference: the true difference.
    """
    edge = float(detection_edges(np.array([stems]), 1)[0])
    if math.isinf(edge):
        return 0.0
    normal, shift = NormalDist(), difference / error_of_difference(error, stems, difference)
    return normal.cdf(shift - edge) + normal.cdf(-shift - edge)


def draws_needed(spread: Spread, stems: Sequence[int], difference: float) -> int | None:
    """Return the minimum draws that detect a difference with 80 % probability; None if over 1,000."""
    effective = effective_number(stems)

    def detected(draws: int) -> bool:
        if not can_decide(len(stems), 1, symmetric=is_symmetric(spread, stems, draws)):
            return False
        return visible_difference(standard_error(spread, stems, draws), effective, 1) <= difference

    return _smallest(detected, _MOST_DRAWS)


def tasks_needed(spread: Spread, stems: Sequence[int], draws: int, difference: float) -> int | None:
    """Return the minimum tasks that detect a difference with 80 % probability; None if over a million.

    The stems are assumed to have the same sizes as the given ones.
    """
    per_stem = sum(stems) / effective_number(stems)  #: tasks of a stem that a task belongs to, on average
    size = sum(stems) / len(stems)

    def detected(tasks: int) -> bool:
        if not can_decide(int(tasks / size), 1, symmetric=is_symmetric(spread, stems, draws)):
            return False
        own = spread.models + 2 * spread.sampling / draws + (per_stem - 1) * spread.stem_share * spread.models
        error = math.sqrt(own / tasks + 2 * _added(spread, per_stem) ** 2 / tasks**2)
        return visible_difference(error, tasks / per_stem, 1) <= difference

    return _smallest(detected, _MOST_TASKS)


def tasks_to_see(found: PairedDifferences, comparisons: int) -> Floats:
    """Return the number of tasks that would detect each pair's difference; inf if over a million.

    It assumes that the observed difference is the true one and that stems are as before, and asks for 80 %
    power at Holm's first step. The added tasks count once, whatever the number of tasks.

    Args:
        found: compared pairs.
        comparisons: number of pairs of the table.
    """
    some = (found.tasks > 0) & (found.difference != 0)
    result = np.full(len(found.difference), np.inf)
    tasks = found.tasks[some].astype(np.float64)
    wanted = abs(found.difference[some])
    added = 2 * found.added[some] ** 2
    variance = np.maximum((residual_error(found)[some] * tasks) ** 2 - added * (1 + wanted**2), 0) / tasks
    per_stem = (found.tasks_squared[some] - added) / tasks
    low, high = np.ones_like(tasks), np.full_like(tasks, float(_MOST_TASKS))
    seen = _visible(variance, high, per_stem, added, comparisons) <= wanted
    for _ in range(_MOST_TASKS.bit_length() + 1):
        middle = (low + high) / 2
        enough = _visible(variance, middle, per_stem, added, comparisons) <= wanted
        low, high = np.where(enough, low, middle), np.where(enough, middle, high)
    result[some] = np.where(seen, high, np.inf)
    return result


def _visible(variance: Floats, tasks: Floats, per_stem: Floats, added: Floats, comparisons: int) -> Floats:
    """Return :func:`visible_difference` for arrays.

    Args:
        variance: variance of the difference per task.
        tasks: number of tasks.
        per_stem: tasks per stem.
        added: what the added tasks add to the variance of the sum.
        comparisons: number of pairs of the table.
    """
    edges = visible_errors(tasks**2 / (tasks * per_stem + added), comparisons)
    result: Floats = edges * np.sqrt(variance * tasks + added) / tasks
    return result


def is_symmetric(spread: Spread, stems: Sequence[int], draws: int) -> bool:
    """Whether p-values count no added stems: for two runs of one model, and single tasks with one draw."""
    return spread.share == 0 or (draws == 1 and max(stems) == 1)


def _smallest(seen: Callable[[int], bool], most: int) -> int | None:
    """Return the smallest number up to ``most`` for which ``seen`` is True; it must stay True above it."""
    if not seen(most):
        return None
    low, high = 1, most
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if seen(middle) else (middle + 1, high)
    return low
