"""The drop with its interval over stems, and the words for it."""

import numpy as np
import pytest

from benchmark.scoring.drift import Draws, compare_draws
from benchmark.scoring.drop import Drop, Wording, measure_drop
from tests.sampling import first_of


def flat(passed: object, draws: int) -> Draws:
    numbers = np.array(passed, dtype=np.int64)
    return Draws(numbers, np.full(len(numbers), draws))


def names(tasks: int, each: int = 1) -> list[str]:
    return [f"stem-{task // each}" for task in range(tasks)]


def test_the_drop_is_the_mean_over_tasks_that_both_have() -> None:
    base, fresh = flat([8, 4, 0, 8], 8), flat([2, 4, 1, 0], 4)
    found = measure_drop(base, Draws(fresh.passed, np.array([4, 4, 4, 0])), names(4, 2))
    assert (found.tasks, found.stems) == (3, 2)
    assert found.drop == pytest.approx((0.5 - 0.5 - 0.25) / 3)
    assert found.drop == pytest.approx(compare_draws(base, Draws(fresh.passed, np.array([4, 4, 4, 0]))).drop)
    assert -1 <= found.low <= found.drop <= found.high <= 1


def test_a_drop_on_most_stems_is_worse_on_these_tasks() -> None:
    found = measure_drop(flat([6] * 60, 8), flat([2] * 60, 4), names(60))
    assert found.low > 0
    assert found.if_worse is Wording.WORSE == "worse on these tasks"


def test_a_drop_of_a_few_stems_that_others_nearly_make_up_is_only_a_change() -> None:
    """The exact test is sure, because single draws hardly ever differ; over stems the drop could be 0."""
    base = flat([8] * 30 + [0] * 30, 8)
    fresh = flat([0] * 9 + [4] * 21 + [4] * 4 + [0] * 26, 4)
    assert compare_draws(base, fresh).p_drop < 0.001
    found = measure_drop(base, fresh, names(60))
    assert found.drop > 0.02
    assert found.low <= 0 < found.high
    assert found.if_worse == "answers changed, ability not shown to be lower"


def test_an_improvement_has_words_of_its_own() -> None:
    assert measure_drop(flat([2] * 60, 8), flat([3] * 60, 4), names(60)).if_better is Wording.BETTER
    unclear = Drop(tasks=3, stems=3, drop=-0.1, low=-0.3, high=0.1)
    assert unclear.if_better == "answers changed, ability not shown to be higher"


def test_stems_with_several_tasks_widen_the_interval() -> None:
    generator = np.random.default_rng(3)
    base = flat(np.repeat(generator.binomial(8, 0.6, 40), 3), 8)
    fresh = flat(np.repeat(generator.binomial(4, 0.5, 40), 3), 4)
    alone, grouped = measure_drop(base, fresh, names(120)), measure_drop(base, fresh, names(120, 3))
    assert alone.drop == pytest.approx(grouped.drop)
    assert grouped.high - grouped.low > 1.5 * (alone.high - alone.low)


@pytest.mark.parametrize("tasks", first_of([(12, 1), (20, 3), (100, 1)], 1, "gate"))
@pytest.mark.parametrize("world", ["unchanged", "exchange", "drop"])
def test_the_interval_over_stems_holds_the_true_drop(tasks: tuple[int, int], world: str) -> None:
    """Nominal 95 %; a percentile bootstrap holds it in about 91 % of the smaller cases."""
    stems, each = tasks
    generator, repetitions, held = np.random.default_rng(stems), 300, 0
    of_task = np.repeat(np.arange(stems), each)
    for _ in range(repetitions):
        chance = generator.uniform(size=stems * each)
        later, truth = chance, 0.0
        if world == "exchange":  # of 5 % of the stems down, of 5 % up: on average no drop
            where = generator.uniform(size=stems)[of_task]
            later = np.where(where < 0.05, 0.95, np.where(where < 0.1, 0.05, chance))
        elif world == "drop":
            later, truth = 0.9 * chance, 0.05
        found = measure_drop(
            flat(generator.binomial(8, chance), 8),
            flat(generator.binomial(4, later), 4),
            [str(stem) for stem in of_task],
        )
        held += found.low <= truth <= found.high
    assert held / repetitions >= 0.92  # 2.4 standard errors below 95 %


def test_without_common_tasks_nothing_is_known() -> None:
    nothing = Draws(np.zeros(2, dtype=np.int64), np.zeros(2, dtype=np.int64))
    found = measure_drop(flat([8, 8], 8), nothing, names(2))
    assert (found.tasks, found.drop, found.low, found.high) == (0, 0.0, -1.0, 1.0)
    assert found.if_worse is Wording.CHANGED_NOT_LOWER


def test_other_numbers_of_tasks_are_refused() -> None:
    with pytest.raises(ValueError, match="2 stems for 3 tasks"):
        measure_drop(flat([1, 1, 1], 8), flat([1, 1, 1], 4), names(2))
