"""The test of fresh draws against a baseline, the drop with its interval, and how alike nights are."""

import math

import numpy as np
import pytest

from benchmark.scoring.nights.draws import (
    NightDraws,
    compare_draws,
    neighbour_correlation,
    pooled,
    repeated_share,
)
from tests.sampling import first_of


def flat(passed: object, draws: int) -> NightDraws:
    numbers = np.array(passed, dtype=np.int64)
    return NightDraws(numbers, np.full(len(numbers), draws))


def names(tasks: int, each: int = 1) -> list[str]:
    return [f"stem-{task // each}" for task in range(tasks)]


def test_the_drop_is_the_mean_over_tasks_that_both_have() -> None:
    base, fresh = flat([8, 4, 0, 8], 8), flat([2, 4, 1, 0], 4)
    found = compare_draws(base, NightDraws(fresh.passed, np.array([4, 4, 4, 0])), names(4, 2))
    assert (found.tasks, found.stems) == (3, 2)
    assert found.drop == pytest.approx((0.5 - 0.5 - 0.25) / 3)
    assert -1 <= found.low <= found.drop <= found.high <= 1


def test_a_drop_on_all_of_some_stems_has_the_probability_of_their_signs() -> None:
    for stems, each in ((6, 1), (5, 2)):
        found = compare_draws(
            flat([8] * stems * each, 8), flat([0] * stems * each, 4), names(stems * each, each)
        )
        assert found.p_drop == pytest.approx(0.5**stems)
        assert found.p_rise == pytest.approx(1 - 0.5**stems)
        back = compare_draws(
            flat([0] * stems * each, 8), flat([4] * stems * each, 4), names(stems * each, each)
        )
        assert (back.drop, back.p_rise) == (-1, found.p_drop)


def test_a_drop_of_a_few_stems_that_others_nearly_make_up_is_no_finding() -> None:
    """Single draws of such tasks hardly ever differ, but over stems the drop could be 0."""
    base = flat([8] * 30 + [0] * 30, 8)
    fresh = flat([0] * 9 + [4] * 21 + [4] * 4 + [0] * 26, 4)
    found = compare_draws(base, fresh, names(60))
    assert found.drop > 0.02
    assert found.low <= 0 < found.high
    assert found.p_drop > 0.1


def test_stems_with_several_tasks_widen_the_interval() -> None:
    generator = np.random.default_rng(3)
    base = flat(np.repeat(generator.binomial(8, 0.6, 40), 3), 8)
    fresh = flat(np.repeat(generator.binomial(4, 0.5, 40), 3), 4)
    alone, grouped = compare_draws(base, fresh, names(120)), compare_draws(base, fresh, names(120, 3))
    assert alone.drop == pytest.approx(grouped.drop)
    assert grouped.high - grouped.low > 1.5 * (alone.high - alone.low)


@pytest.mark.gate
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
        found = compare_draws(
            flat(generator.binomial(8, chance), 8),
            flat(generator.binomial(4, later), 4),
            [str(stem) for stem in of_task],
        )
        held += found.low <= truth <= found.high
    assert held / repetitions >= 0.92  # 2.4 standard errors below 95 %


def test_without_common_tasks_nothing_is_known() -> None:
    nothing = NightDraws(np.zeros(2, dtype=np.int64), np.zeros(2, dtype=np.int64))
    found = compare_draws(flat([8, 8], 8), nothing, names(2))
    assert (found.tasks, found.drop, found.low, found.high) == (0, 0.0, -1.0, 1.0)
    same = compare_draws(flat([8, 8], 8), flat([8, 8], 8), names(2))
    assert (found.p_drop, found.p_rise) == (same.p_drop, same.p_rise) == (1, 1)


def test_other_numbers_of_tasks_are_refused() -> None:
    with pytest.raises(ValueError, match="2 stems for 3 tasks"):
        compare_draws(flat([1, 1, 1], 8), flat([1, 1, 1], 4), names(2))


def test_repeated_results_are_measured() -> None:
    generator = np.random.default_rng(8)
    nights = [generator.random(300) < 0.5]
    for _ in range(17):
        nights.append(np.where(generator.random(300) < 0.4, nights[-1], generator.random(300) < 0.5))
    assert repeated_share([night.astype(float) for night in nights]) == pytest.approx(0.4, abs=0.08)
    assert repeated_share(list(generator.integers(0, 2, (18, 300)).astype(float))) == 0
    assert repeated_share([np.full(3, np.nan)] * 12) == 0


def test_a_level_that_wanders_correlates_neighbouring_nights() -> None:
    assert neighbour_correlation([0.5] * 18) == 0
    assert neighbour_correlation([0.4, 0.6] * 9) < -0.9
    assert neighbour_correlation([0.4] * 9 + [0.6] * 9) > 0.8


def draws(passed: object, drawn: object) -> NightDraws:
    return NightDraws(np.array(passed, dtype=np.int64), np.array(drawn, dtype=np.int64))


@pytest.mark.gate
@pytest.mark.parametrize("chances", first_of([(0.1, 0.1), (1.0, 1.0), (0.02, 0.02)], 1, "gate"))
@pytest.mark.parametrize("fresh_draws", first_of([1, 4], rest="nights"))
def test_an_unchanged_model_is_seldom_called_worse(chances: tuple[float, float], fresh_draws: int) -> None:
    """Uniform, U-shaped and nearly deterministic chances of the tasks."""
    generator, repetitions = np.random.default_rng(8), 1_000
    found = []
    for _ in range(repetitions):
        chance = generator.beta(*chances, 40)
        base = NightDraws(generator.binomial(8, chance), np.full(40, 8))
        fresh = NightDraws(generator.binomial(fresh_draws, chance), np.full(40, fresh_draws))
        found.append(compare_draws(base, fresh, names(40)))
    for level in (0.05, 0.2):
        noise = 3 * math.sqrt(level * (1 - level) / repetitions)
        assert np.mean([test.p_drop <= level for test in found]) <= level + noise
        assert np.mean([test.p_rise <= level for test in found]) <= level + noise


def test_nights_are_pooled_per_task() -> None:
    found = pooled([np.array([1.0, 0.0, np.nan]), np.array([1.0, np.nan, np.nan])])
    assert found.passed.tolist() == [2, 0, 0]
    assert found.drawn.tolist() == [2, 1, 0]
    assert found.rates[:2].tolist() == [1.0, 0.0]
    assert math.isnan(found.rates[2])


def test_draws_are_equal_if_all_numbers_are() -> None:
    assert draws([1, 2], [8, 8]) == draws([1, 2], [8, 8])
    assert draws([1, 2], [8, 8]) != draws([1, 3], [8, 8])
    assert draws([1, 2], [8, 8]) != draws([1, 2], [8, 7])
    assert len({draws([1], [8]), draws([1], [8]), draws([2], [8])}) == 2


def test_bad_numbers_are_refused() -> None:
    for passed, drawn in (([2], [1]), ([-1], [1]), ([1, 1], [1]), ([[1]], [[1]])):
        with pytest.raises(ValueError, match=r"draws|tasks|passes"):
            draws(passed, drawn)
    with pytest.raises(ValueError, match="whole number"):
        NightDraws(np.array([0.5]), np.array([1.0]))
    with pytest.raises(ValueError, match="at least one night"):
        pooled([])
    with pytest.raises(ValueError, match="same tasks"):
        pooled([np.zeros(2), np.zeros(3)])
    with pytest.raises(ValueError, match="0, 1 or nan"):
        pooled([np.array([0.5])])
