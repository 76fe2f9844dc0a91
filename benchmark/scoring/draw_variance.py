"""How much of the variance of a score comes from its tasks, and how much from drawing answers.

Miller, *Adding Error Bars to Evals*, 2024, section 3: with ``K`` draws per task, the variance of the mean
over ``n`` tasks is ``(Var(x) + E[s²] / K) / n``, where ``x`` is a task's chance and ``s²`` the variance of
one draw of it. More draws lower the second part only.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt


@dataclass(frozen=True, slots=True, kw_only=True)
class VarianceSplit:
    """The variance of the mean of the tasks' rates."""

    error: float  #: standard error over new tasks like these, which keeps tasks of one stem together
    draws_share: float | None  #: share of the variance that comes from draws; None for one draw per task


def split_variance(passed: Sequence[int], judged: Sequence[int], stems: Sequence[str]) -> VarianceSplit:
    """Split the variance of a model's mean rate.

    The error is that of clustered standard errors (Miller, equation 4). The share of draws is the unbiased
    estimate of the variance that drawing once more would have, divided by the clustered variance, at most 1.

    Args:
        passed: number of draws of each task that passed.
        judged: number of draws with a verdict; tasks without one are left out.
        stems: problem family of each task.

    Raises:
        ValueError: if no task has a verdict.
    """
    known = [(right, draws, stem) for right, draws, stem in zip(passed, judged, stems, strict=True) if draws]
    if not known:
        raise ValueError("no task has a verdict")
    mean = sum(right / draws for right, draws, _ in known) / len(known)
    sums: dict[str, float] = defaultdict(float)
    for right, draws, stem in known:
        sums[stem] += right / draws - mean
    variance = sum(total**2 for total in sums.values()) / len(known) ** 2
    if any(draws == 1 for _, draws, _ in known):
        return VarianceSplit(error=sqrt(variance), draws_share=None)
    rates = ((right / draws, draws) for right, draws, _ in known)
    of_draws = sum(rate * (1 - rate) / (draws - 1) for rate, draws in rates) / len(known) ** 2
    share = min(of_draws / variance, 1.0) if variance else None
    return VarianceSplit(error=sqrt(variance), draws_share=share)


def draws_share_of_task(passed: Sequence[int], judged: Sequence[int]) -> float | None:
    """Return the share of the variance of single draws of a task that drawing makes; models make the rest.

    Both parts are unbiased estimates (one-way analysis of variance); a negative one counts as 0.

    Args:
        passed: by model, the number of draws that passed.
        judged: by model, the number of draws with a verdict; models with fewer than two are left out.

    Returns:
        A share in [0, 1]; None for fewer than two models, or if all draws of all models agree.
    """
    known = [(right / draws, draws) for right, draws in zip(passed, judged, strict=True) if draws > 1]
    if len(known) < 2:  # noqa: PLR2004 - no difference between models
        return None
    mean = sum(rate for rate, _ in known) / len(known)
    of_rates = sum((rate - mean) ** 2 for rate, _ in known) / (len(known) - 1)
    of_draws = sum(rate * (1 - rate) * draws / (draws - 1) for rate, draws in known) / len(known)
    of_models = of_rates - sum(rate * (1 - rate) / (draws - 1) for rate, draws in known) / len(known)
    whole = of_draws + max(of_models, 0.0)
    return of_draws / whole if whole else None
