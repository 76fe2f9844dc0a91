"""The exact test of fresh draws against a baseline, the drop with its interval, and the words for it."""

import itertools
import math
import time

import numpy as np
import pytest
from scipy.stats import fisher_exact, hypergeom

from benchmark.scoring.nights.draws import Drop, NightDraws, Wording, compare_draws, measure_drop, pooled
from tests.sampling import first_of, gate_of


def flat(passed: object, draws: int) -> NightDraws:
    numbers = np.array(passed, dtype=np.int64)
    return NightDraws(numbers, np.full(len(numbers), draws))


def names(tasks: int, each: int = 1) -> list[str]:
    return [f"stem-{task // each}" for task in range(tasks)]


def test_the_drop_is_the_mean_over_tasks_that_both_have() -> None:
    base, fresh = flat([8, 4, 0, 8], 8), flat([2, 4, 1, 0], 4)
    found = measure_drop(base, NightDraws(fresh.passed, np.array([4, 4, 4, 0])), names(4, 2))
    assert (found.tasks, found.stems) == (3, 2)
    assert found.drop == pytest.approx((0.5 - 0.5 - 0.25) / 3)
    assert found.drop == pytest.approx(
        compare_draws(base, NightDraws(fresh.passed, np.array([4, 4, 4, 0]))).drop
    )
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
    nothing = NightDraws(np.zeros(2, dtype=np.int64), np.zeros(2, dtype=np.int64))
    found = measure_drop(flat([8, 8], 8), nothing, names(2))
    assert (found.tasks, found.drop, found.low, found.high) == (0, 0.0, -1.0, 1.0)
    assert found.if_worse is Wording.CHANGED_NOT_LOWER


def test_other_numbers_of_tasks_are_refused() -> None:
    with pytest.raises(ValueError, match="2 stems for 3 tasks"):
        measure_drop(flat([1, 1, 1], 8), flat([1, 1, 1], 4), names(2))


def draws(passed: object, drawn: object) -> NightDraws:
    return NightDraws(np.array(passed, dtype=np.int64), np.array(drawn, dtype=np.int64))


@pytest.mark.parametrize(
    ("base", "fresh"),
    [((7, 8), (0, 1)), ((7, 8), (1, 4)), ((3, 8), (4, 4)), ((1, 8), (1, 7)), ((5, 8), (2, 4))],
)
def test_one_task_is_tested_as_by_fisher(base: tuple[int, int], fresh: tuple[int, int]) -> None:
    found = compare_draws(draws([base[0]], [base[1]]), draws([fresh[0]], [fresh[1]]))
    table = [[fresh[0], fresh[1] - fresh[0]], [base[0], base[1] - base[0]]]
    assert found.p_drop == pytest.approx(fisher_exact(table, alternative="less").pvalue)
    assert found.p_rise == pytest.approx(fisher_exact(table, alternative="greater").pvalue)


def test_two_equal_tasks_give_the_probability_by_hand() -> None:
    """Two tasks with one of nine draws failed: the fresh draw of each is that one with probability 1/9."""
    found = compare_draws(draws([8, 8], [8, 8]), draws([0, 0], [1, 1]))
    assert found.p_drop == pytest.approx(1 / 81)
    assert found.p_rise == 1.0


@gate_of("nights")
def test_several_tasks_agree_with_the_enumeration_of_all_outcomes() -> None:
    generator = np.random.default_rng(5)
    for _ in range(40):
        tasks = int(generator.integers(2, 5))
        drawn, new = generator.integers(1, 9, tasks), generator.integers(1, 5, tasks)
        base, fresh = generator.binomial(drawn, 0.6), generator.binomial(new, 0.5)
        found = compare_draws(draws(base, drawn), draws(fresh, new))
        below = above = 0.0
        for outcome in itertools.product(*(range(number + 1) for number in new)):
            chance = math.prod(
                hypergeom.pmf(x, m + n, a + b, n)
                for x, m, n, a, b in zip(outcome, drawn, new, base, fresh, strict=True)
            )
            below += chance if sum(outcome) <= fresh.sum() else 0.0
            above += chance if sum(outcome) >= fresh.sum() else 0.0
        assert found.p_drop == pytest.approx(below, rel=1e-9)
        assert found.p_rise == pytest.approx(above, rel=1e-9)


def test_fewer_fresh_passes_never_give_a_larger_p_value() -> None:
    generator = np.random.default_rng(6)
    base = draws(generator.binomial(8, 0.6, 60), np.full(60, 8))
    order = generator.permutation(60)
    found = []
    for failed in range(61):
        fresh = np.ones(60, dtype=np.int64)
        fresh[order[:failed]] = 0
        found.append(compare_draws(base, NightDraws(fresh, np.ones(60, dtype=np.int64))))
    assert found[0].p_drop == pytest.approx(1.0)
    assert all(0 < few.p_drop < 1e-10 for few in found[-1:])
    # Each step moves a task between strata, so neighbours may differ in the null; the tails do not turn.
    assert all(
        later.p_drop < earlier.p_drop for earlier, later in itertools.pairwise(found) if earlier.p_drop < 0.9
    )
    assert all(later.p_rise >= earlier.p_rise for earlier, later in itertools.pairwise(found))


@pytest.mark.parametrize("chances", first_of([(0.1, 0.1), (1.0, 1.0), (0.02, 0.02)], 1, "gate"))
@pytest.mark.parametrize("fresh_draws", [1, 4])
def test_an_unchanged_model_is_seldom_called_worse(chances: tuple[float, float], fresh_draws: int) -> None:
    """Uniform, U-shaped and nearly deterministic chances of the tasks."""
    generator, repetitions = np.random.default_rng(8), 1_000
    found = []
    for _ in range(repetitions):
        chance = generator.beta(*chances, 40)
        base = NightDraws(generator.binomial(8, chance), np.full(40, 8))
        fresh = NightDraws(generator.binomial(fresh_draws, chance), np.full(40, fresh_draws))
        found.append(compare_draws(base, fresh))
    for level in (0.05, 0.2):
        noise = 3 * math.sqrt(level * (1 - level) / repetitions)
        assert np.mean([test.p_drop <= level for test in found]) <= level + noise
        assert np.mean([test.p_rise <= level for test in found]) <= level + noise


def test_tasks_without_draws_on_one_side_leave_the_test() -> None:
    whole = compare_draws(draws([8, 3, 5, 4], [8, 8, 8, 8]), draws([0, 0, 0, 1], [1, 0, 1, 1]))
    part = compare_draws(draws([8, 5, 4], [8, 8, 8]), draws([0, 0, 1], [1, 1, 1]))
    assert whole == part
    assert whole.tasks == 3


def test_tasks_that_always_pass_count_for_the_rates_only() -> None:
    found = compare_draws(draws([8, 8, 0], [8, 8, 8]), draws([1, 0, 0], [1, 1, 1]))
    assert (found.tasks, found.informative) == (3, 1)
    assert (found.baseline, found.fresh) == (pytest.approx(2 / 3), pytest.approx(1 / 3))
    assert found.drop == pytest.approx(1 / 3)
    assert found.p_drop == pytest.approx(1 / 9)


def test_without_a_task_that_tells_anything_p_is_one() -> None:
    for found in (
        compare_draws(draws([8, 0], [8, 8]), draws([1, 0], [1, 1])),
        compare_draws(draws([], []), draws([], [])),
        compare_draws(draws([8], [8]), draws([0], [0])),
    ):
        assert (found.p_drop, found.p_rise, found.drop) == (1.0, 1.0, 0.0)


def test_a_p_value_is_never_zero() -> None:
    found = compare_draws(draws([8] * 2_000, [8] * 2_000), draws([0] * 2_000, [4] * 2_000))
    assert 0 < found.p_drop < 1e-300


def test_small_p_values_keep_their_digits() -> None:
    """One of nine draws failed in each of 40 tasks, and it is always the fresh one."""
    found = compare_draws(draws([8] * 40, [8] * 40), draws([0] * 40, [1] * 40))
    assert found.p_drop == pytest.approx(9.0**-40, rel=1e-9)


def test_the_distribution_of_253_tasks_takes_little_time() -> None:
    """Each test must take at most 0.1 s; a busy machine gets ten times as much."""
    generator = np.random.default_rng(9)
    base = NightDraws(generator.binomial(8, generator.uniform(size=253)), np.full(253, 8))
    started = time.process_time()
    for _ in range(5):
        compare_draws(base, NightDraws(generator.binomial(7, 0.5, 253), np.full(253, 7)))
    assert time.process_time() - started < 5


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
    with pytest.raises(ValueError, match="2 tasks in the baseline, 1 fresh"):
        compare_draws(draws([1, 1], [8, 8]), draws([1], [1]))
    with pytest.raises(ValueError, match="at least one night"):
        pooled([])
    with pytest.raises(ValueError, match="same tasks"):
        pooled([np.zeros(2), np.zeros(3)])
    with pytest.raises(ValueError, match="0, 1 or nan"):
        pooled([np.array([0.5])])
