"""Difficulties of tasks are recovered from verdicts that were drawn from known ones."""

import numpy as np
import pytest

from benchmark.scoring.difficulty import Difficulties, fit_difficulties
from tests.sampling import first_of


def drawn(
    models: int, stems: int, *, draws: int = 1, stem_spread: float = 1.2, own_spread: float = 0.6
) -> tuple[np.ndarray, Difficulties]:
    """Return true difficulties, three per stem, and the estimates from verdicts on them."""
    random = np.random.default_rng([models, stems, draws])
    names = [f"s{number // 3}" for number in range(3 * stems)]
    true = np.repeat(random.normal(0, stem_spread, stems), 3) + random.normal(0, own_spread, 3 * stems)
    true -= true.mean()
    ability = random.normal(0.5, 1.0, (models, 1))
    passed = random.binomial(draws, 1 / (1 + np.exp(true - ability)))
    return true, fit_difficulties(passed.tolist(), np.full_like(passed, draws).tolist(), names)


@pytest.mark.parametrize("case", first_of([(6, 0.85), (20, 0.6), (200, 0.25)], 2, "gate"))
def test_known_difficulties_are_recovered(case: tuple[int, float]) -> None:
    models, error = case
    true, found = drawn(models, 40)
    assert np.sqrt(np.mean((np.array(found.tasks) - true) ** 2)) < error


def test_the_spreads_of_stems_and_of_tasks_are_told_apart() -> None:
    _, alike = drawn(12, 40, stem_spread=1.5, own_spread=0.4)
    _, apart = drawn(12, 40, stem_spread=0.4, own_spread=1.5)
    assert alike.own_spread is not None
    assert apart.own_spread is not None
    assert alike.stem_spread > 2 * alike.own_spread
    assert apart.own_spread > 2 * apart.stem_spread


def test_stems_of_one_task_have_one_spread() -> None:
    random = np.random.default_rng(5)
    true = random.normal(0, 1.5, 150)
    passed = (random.random((30, 150)) < 1 / (1 + np.exp(true - random.normal(0, 1, (30, 1))))).astype(int)
    found = fit_difficulties(passed.tolist(), np.ones_like(passed).tolist(), [f"s{n}" for n in range(150)])
    assert found.own_spread is None
    assert found.stem_spread == pytest.approx(1.5, abs=0.3)


def test_a_task_that_none_or_all_solved_has_a_finite_difficulty() -> None:
    passed = [[0, 1, 1, 1], [0, 1, 0, 1], [0, 1, 1, 0]]
    found = fit_difficulties(passed, [[1] * 4] * 3, ["a", "b", "c", "d"])
    never, always, *others = found.tasks
    assert always < min(others) <= max(others) < never
    assert sum(found.tasks) == pytest.approx(0, abs=1e-9)


def test_a_task_without_verdicts_of_a_model_is_judged_by_the_others() -> None:
    full = fit_difficulties([[1, 0], [1, 0]], [[1, 1], [1, 1]], ["a", "b"])
    part = fit_difficulties([[1, 0], [1, 0]], [[1, 1], [1, 0]], ["a", "b"])
    assert part.tasks[1] - part.tasks[0] < full.tasks[1] - full.tasks[0]
    with pytest.raises(ValueError, match="one count per model and task"):
        fit_difficulties([[1]], [[1]], ["a", "b"])
