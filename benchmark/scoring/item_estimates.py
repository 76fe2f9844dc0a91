"""Difficulty and discrimination of the tasks of a table, by the model that its number of models allows.

Up to 29 models, all tasks separate models equally well, and tasks of a stem are alike (`difficulty.py`). From
30 models on, slopes differ (`discrimination.py`): with that many models, difficulties estimated with equal
slopes have intervals that are too narrow.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from benchmark.scoring.difficulty import Difficulties, fit_difficulties
from benchmark.scoring.discrimination import MIN_MODELS, fit_discriminations

#: Tables with fewer tasks have no discriminations: abilities are too uncertain.
MIN_TASKS = 40
MIN_STEMS = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Slopes:
    """How well tasks separate strong models from weak ones; the mean of a table's tasks is 1."""

    tasks: tuple[float, ...]  #: estimate of each task's slope
    low: tuple[float, ...]  #: lower ends of the 95 % intervals
    high: tuple[float, ...]  #: upper ends


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemEstimates(Difficulties):
    """Difficulties of tasks and abilities of models on one scale, in logits, and slopes."""

    slopes: Slopes | None  #: None for too few models, tasks or stems


def has_slopes(models: int, stems: Sequence[str]) -> bool:
    """Whether a table has enough models, tasks and stems for discriminations."""
    return models >= MIN_MODELS and len(stems) >= MIN_TASKS and len(set(stems)) >= MIN_STEMS


def estimate_items(
    passed: Sequence[Sequence[int]], judged: Sequence[Sequence[int]], stems: Sequence[str]
) -> ItemEstimates:
    """Estimate difficulties, abilities and, if the table is large enough, discriminations.

    Args:
        passed: by model, the number of draws of each task that passed.
        judged: by model, the number of draws of each task with a verdict; may be 0.
        stems: problem family of each task.

    Raises:
        ValueError: if there is no model or no task, or if the lengths differ.
    """
    equal = fit_difficulties(passed, judged, stems)
    if not has_slopes(len(passed), stems):
        return ItemEstimates(**asdict(equal), slopes=None)
    found = fit_discriminations(passed, judged, stems)
    tasks, low, high = zip(*found.difficulties, strict=True)
    mean = sum(tasks) / len(tasks)
    return ItemEstimates(
        tasks=tuple(value - mean for value in tasks),
        low=tuple(value - mean for value in low),
        high=tuple(value - mean for value in high),
        abilities=tuple(value - mean for value in found.abilities),
        stem_spread=equal.stem_spread,
        own_spread=equal.own_spread,
        slopes=Slopes(tasks=found.tasks, low=found.low, high=found.high),
    )
