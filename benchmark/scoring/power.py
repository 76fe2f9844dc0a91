"""Power analysis: which differences a comparison of models on a set of tasks can detect."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy.special import betaincinv

from benchmark.scoring.detection import (
    POWER,
    Precision,
    chosen,
    over_chances,
    power,
    precision,
    smallest,
    stems_needed,
    visible_difference,
)
from benchmark.scoring.paired import PairedDifferences
from benchmark.scoring.signflip import Flags, Floats

ASSUMED = (0.5, 0.5, 0.3)  #: correlation of samples, of models over tasks, and of differences within a stem
TABLE_MODELS = 12  #: models of the table that nobody has asked yet
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
    chances: Floats  #: chances of the tasks


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
    # Of the variance of one sample, the share `alike` lies between tasks: the variance of their chances.
    models = 2 * whole * alike * (1 - related)
    share = max(score, 1 - score)
    chances = _chances(score, alike)
    return Spread(sampling=sampling, models=0.0, share=0.0, chances=chances), Spread(
        sampling=sampling, models=models, stem_share=stem_share, share=share, chances=chances
    )


def _chances(score: float, alike: float) -> Floats:
    """Return chances of tasks with a beta distribution, of which two samples have this correlation."""
    if not 0 < alike < 1:
        return np.array([score]) if alike <= 0 else np.array([0.0, 1.0])
    # Two samples of a beta distribution with parameters a and b correlate by 1 / (a + b + 1).
    both = 1 / alike - 1
    found: Floats = betaincinv(score * both, (1 - score) * both, np.linspace(0.01, 0.99, 50))
    return found


def assumed_precision(spread: Spread, stems: Sequence[int], draws: int) -> Precision:
    """Return how precisely a difference would be known, as arrays of one entry.

    Args:
        spread: spread of the differences.
        stems: number of tasks of each stem.
        draws: draws per task and run, at least 1.
    """
    tasks = sum(stems)
    own = tasks * (spread.models + 2 * spread.sampling / draws)
    shared = sum(size * (size - 1) for size in stems) * spread.stem_share * spread.models
    symmetric = draws == 1 and max(stems) == 1
    numbers = (
        math.sqrt(own + shared) / tasks,
        tasks**2 / sum(size**2 for size in stems),
        float(len(stems)),
        0.0 if symmetric else spread.share,
        1 / (draws * tasks),
    )
    noise, effective, families, share, step = (np.array([number]) for number in numbers)
    return Precision(
        noise=noise,
        stems=effective,
        families=families,
        share=share,
        step=step,
        spread=over_chances(spread.chances),
    )


def table_needs(stems: Sequence[int], draws: int) -> str:
    """Say how many stems a table of 12 models would need, if these can show no difference; else empty.

    Args:
        stems: number of tasks of each stem.
        draws: draws per task and model, at least 1.
    """
    known = assumed_precision(assumed_spreads(0.5, *ASSUMED)[1], stems, draws)
    pairs = TABLE_MODELS * (TABLE_MODELS - 1) // 2
    needed = None if visible_difference(known, pairs) is not None else stems_needed(known, pairs)
    few = f"in a table of {TABLE_MODELS} models, no difference of two could be seen with {len(stems)} stems"
    return "" if needed is None else f"{few}; about {needed} of these sizes would do"


def draws_needed(spread: Spread, stems: Sequence[int], difference: float) -> int | None:
    """Return the minimum draws that detect a difference about 4 times in 5; None if over 1,000."""

    def detected(draws: int) -> bool:
        return float(power(assumed_precision(spread, stems, draws), difference, 1)[0]) >= POWER

    return _smallest(detected, _MOST_DRAWS)


def tasks_needed(spread: Spread, stems: Sequence[int], draws: int, difference: float) -> int | None:
    """Return the minimum tasks that detect a difference about 4 times in 5; None if over a million.

    The stems are assumed to have the same sizes as the given ones.
    """
    known, present = assumed_precision(spread, stems, draws), sum(stems)

    def detected(tasks: int) -> bool:
        # A part of a family cannot flip its sign, so it must not help to reach a small p-value.
        families = math.floor(known.families[0] * tasks / present)
        more = replace(known.at(np.array([tasks / present])), families=np.array([float(families)]))
        return families > 0 and float(power(more, difference, 1)[0]) >= POWER

    return _smallest(detected, _MOST_TASKS)


def tasks_to_see(found: PairedDifferences, comparisons: int, pairs: Flags | None = None) -> Floats:
    """Return the number of tasks that would detect each pair's difference; inf if over a million.

    It assumes that the observed difference is the true one and that stems are as before, and asks for
    ``POWER`` at Holm's first step.

    Args:
        found: compared pairs.
        comparisons: number of pairs of the table.
        pairs: for which pairs to compute it; the others get inf. None for all.
    """
    some = (found.tasks > 0) & (found.difference != 0)
    if pairs is not None:
        some &= pairs
    result = np.full(len(found.difference), np.inf)
    known, tasks = chosen(precision(found), some), found.tasks[some].astype(np.float64)
    wanted = abs(found.difference[some])
    result[some] = smallest(
        lambda number: power(known.at(number / tasks), wanted, comparisons) >= POWER,
        np.ones_like(tasks),
        np.full_like(tasks, float(_MOST_TASKS)),
        # As many halvings bring the range from a million tasks below one task.
        _MOST_TASKS.bit_length() + 1,
    )
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
