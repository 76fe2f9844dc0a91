"""Discriminations of tasks are recovered from verdicts that were drawn from known ones."""

import numpy as np
import pytest

from benchmark.scoring.difficulty import fit_difficulties
from benchmark.scoring.item_estimates import estimate_items


def drawn(models: int, *, stems: int = 41, size: int = 3, spread: float = 0.45) -> tuple:
    """Return true slopes and difficulties at the median ability, and verdicts with their stems."""
    random = np.random.default_rng([models, stems])
    tasks = stems * size
    hard = np.repeat(random.normal(0, 1.2, stems), size) + random.normal(0, 0.6, tasks)
    slopes = random.normal(1, spread, tasks)
    ability = random.normal(0.5, 1.2, (models, 1))
    passed = random.binomial(1, 1 / (1 + np.exp(hard - slopes * ability)))
    middle = hard - slopes * np.median(ability)
    names = [f"s{task // size}" for task in range(tasks)]
    return slopes / slopes.mean(), middle - middle.mean(), passed, names


def share_inside(low: tuple[float, ...], high: tuple[float, ...], true: np.ndarray) -> float:
    return float(((np.array(low) <= true) & (true <= np.array(high))).mean())


@pytest.mark.parametrize(("models", "error"), [(30, 0.42), (60, 0.35), (200, 0.24)])
def test_known_slopes_are_recovered_and_lie_in_their_intervals(models: int, error: float) -> None:
    slopes, hard, passed, stems = drawn(models)
    found = estimate_items(passed.tolist(), np.ones_like(passed).tolist(), stems)
    assert found.slopes is not None
    assert np.mean(found.slopes.tasks) == pytest.approx(1)
    assert np.sqrt(np.mean((np.array(found.slopes.tasks) - slopes) ** 2)) < error
    assert 0.88 <= share_inside(found.slopes.low, found.slopes.high, slopes) <= 0.99
    assert 0.88 <= share_inside(found.low, found.high, hard) <= 0.99


def test_difficulties_of_many_models_hold_although_slopes_differ() -> None:
    _, hard, passed, stems = drawn(200)
    equal = fit_difficulties(passed.tolist(), np.ones_like(passed).tolist(), stems)
    assert share_inside(equal.low, equal.high, hard) < 0.85


def test_a_task_that_stronger_models_solve_less_often_has_a_slope_below_0() -> None:
    _, _, passed, stems = drawn(60, spread=0.1)
    best_first = np.argsort(-passed.sum(axis=1))
    passed[:, 0] = 0
    passed[best_first[30:], 0] = 1
    judged = np.ones_like(passed)
    judged[:3, 1] = 0
    found = estimate_items((passed * judged).tolist(), judged.tolist(), stems).slopes
    assert found is not None
    assert found.high[0] < 0 < min(found.tasks[1:])


@pytest.mark.parametrize(("models", "stems", "size"), [(29, 41, 3), (30, 13, 3), (30, 19, 6)])
def test_small_tables_have_no_slopes(models: int, stems: int, size: int) -> None:
    _, _, passed, names = drawn(models, stems=stems, size=size)
    assert estimate_items(passed.tolist(), np.ones_like(passed).tolist(), names).slopes is None
