"""The range of a table's highest score: its formula, and tables at the edges."""

import numpy as np
import pytest
from scipy import stats

from benchmark.scoring.intervals import clustered_wilson
from benchmark.scoring.leader import _hybrid_quantile, leader_range

TASKS = 60
STEMS = [str(task // 3) for task in range(TASKS)]
SINGLE = [str(task) for task in range(TASKS)]


def drawn(*truths: float, seed: int = 1) -> np.ndarray:
    """Return independent models with these shares of solved tasks, exactly, in an order of their own."""
    generator = np.random.default_rng(seed)
    solved = [np.arange(TASKS) < round(truth * TASKS) for truth in truths]
    return np.array([generator.permutation(row) for row in solved], dtype=float)


def ranges(values: np.ndarray, leader: int = 0, stems: list[str] = STEMS) -> tuple[float, float]:
    return leader_range(values, stems, [TASKS] * len(values), leader)


def own(values: np.ndarray, stems: list[str] = STEMS) -> tuple[float, float]:
    return clustered_wilson(values[0].tolist(), stems)


@pytest.mark.parametrize("leeway", [0.0, 0.1, 0.5, 1.0, 2.0, 5.0, np.inf])
@pytest.mark.parametrize("models", [2, 20, 200])
def test_the_lower_bound_is_the_hybrid_one_of_the_paper(leeway: float, models: int) -> None:
    """A normal variable between the limits exceeds the score with the probability that the paper asks for."""
    z, most = _hybrid_quantile(leeway, models), stats.norm.isf(0.005 / models)
    if leeway == 0:
        assert z == pytest.approx(most)
        return
    truncated = stats.truncnorm(max(z - leeway, -most), most)
    assert truncated.sf(z) == pytest.approx((0.025 - 0.005) / (1 - 0.005))
    assert stats.norm.isf(0.025) < z < most


def test_a_single_model_keeps_its_own_range() -> None:
    values = drawn(0.5)
    assert ranges(values) == own(values)
    unjudged = np.vstack([values, np.full(TASKS, np.nan)])
    assert ranges(unjudged) == own(values)


def test_only_the_lower_end_differs_from_the_own_range() -> None:
    values = drawn(0.5, 0.45, 0.4)
    low, high = ranges(values)
    assert (low < own(values)[0], high) == (True, own(values)[1])


def test_more_close_models_lower_the_range() -> None:
    lows = [ranges(drawn(0.5, *[0.45] * others))[0] for others in (0, 1, 5, 50, 150)]
    assert lows == sorted(lows, reverse=True)
    assert len(set(lows)) == len(lows)


def test_a_leader_far_ahead_has_almost_its_own_range() -> None:
    values = drawn(0.6, *[0.05] * 50)
    low, _ = ranges(values)
    assert 0 < own(values)[0] - low < 0.1 * (0.6 - own(values)[0])


def test_two_models_with_the_highest_score_get_the_simultaneous_bound() -> None:
    values = drawn(0.5, 0.5, 0.2)
    most = stats.norm.isf(0.005 / 3)
    size = TASKS * (TASKS - 1) / (TASKS + 1)  # the effective size of single tasks
    low, high = ranges(values, 0, SINGLE)
    assert low == pytest.approx(stats.beta.ppf(stats.norm.sf(most), size / 2 + 0.5, size / 2 + 0.5))
    assert ranges(values, 1, SINGLE) == pytest.approx((low, high))


def test_models_with_the_same_verdicts_were_not_chosen_from_by_luck() -> None:
    """Whatever the tasks, they have the same score."""
    twins = np.repeat(drawn(0.5), 2, axis=0)
    strangers = drawn(0.5, 0.5)
    assert ranges(twins)[0] > ranges(strangers)[0]
    assert own(twins)[0] - ranges(twins)[0] < 0.02


def test_a_perfect_score_and_a_score_of_0_have_ranges() -> None:
    perfect = np.vstack([np.ones(TASKS), drawn(0.95, 0.9)])
    low, high = ranges(perfect)
    assert (0.5 < low < own(perfect)[0], high) == (True, 1.0)
    all_perfect = np.ones((5, TASKS))
    assert 0.5 < ranges(all_perfect)[0] < own(all_perfect)[0]
    nothing = np.zeros((5, TASKS))
    assert ranges(nothing) == (0.0, own(nothing)[1])


def test_a_single_stem_says_nothing() -> None:
    assert ranges(drawn(0.5, 0.4), 0, ["stem"] * TASKS) == (0.0, 1.0)


def test_missing_samples_leave_the_tasks_of_other_models() -> None:
    values = drawn(0.6, 0.5, 0.5)
    full = ranges(values)
    values[1, :6] = np.nan
    values[0, -3:] = np.nan
    found = leader_range(values, STEMS, [TASKS - 3, TASKS - 6, TASKS], 0)
    assert found[0] <= np.nanmean(values[0]) <= found[1]
    assert found != full
    usual = clustered_wilson(values[0, :-3].tolist(), STEMS[:-3])
    assert (found[0] < usual[0], found[1]) == (True, usual[1])


def test_the_order_of_models_and_tasks_makes_no_difference() -> None:
    values = drawn(0.5, 0.48, 0.45, 0.3)
    models, tasks = [2, 0, 3, 1], np.random.default_rng(2).permutation(TASKS)
    shuffled = leader_range(values[models][:, tasks], [STEMS[task] for task in tasks], [TASKS] * 4, 1)
    assert shuffled == pytest.approx(ranges(values), abs=1e-12)


def test_a_leader_without_values_is_refused() -> None:
    values = np.vstack([np.full(TASKS, np.nan), drawn(0.5)])
    with pytest.raises(ValueError, match="0 values"):
        ranges(values)
