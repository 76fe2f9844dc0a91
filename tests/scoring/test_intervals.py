"""Ranges of scores, and of a table's highest score: their formulas, and tables at the edges."""

import random
from math import inf, isclose, sqrt
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from benchmark.scoring.leader import _hybrid_quantile, leader_range
from benchmark.scoring.metrics import LEVEL, are_few, clustered_wilson, effective_size, standard_error


def textbook_wilson(p: float, n: float, z: float = 1.959963984540054) -> tuple[float, float]:
    half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    return centre - half, centre + half


def test_an_interval_with_one_task_per_stem_is_wilson_s_on_slightly_fewer_tasks() -> None:
    """400 of 438 tasks: 88.3 to 93.6 percent, the same as on all 438 tasks."""
    values = [1.0] * 400 + [0.0] * 38
    low, high = clustered_wilson(values, [str(number) for number in range(438)])
    expected = textbook_wilson(400 / 438, 438 * 437 / 439)
    assert isclose(low, expected[0], rel_tol=1e-12)
    assert isclose(high, expected[1], rel_tol=1e-12)
    assert (round(100 * low, 1), round(100 * high, 1)) == (88.3, 93.6)


def test_the_effective_size_is_that_of_the_data_with_two_more_stems() -> None:
    """It is computed again from its definition, task by task, for stems of unequal size."""
    chance = random.Random(5)  # noqa: S311 - not used for security
    families = [[chance.random() for _ in range(chance.randint(1, 4))] for _ in range(30)]
    sizes = [len(family) for family in families]
    worth = sum(sizes) ** 2 / sum(size**2 for size in sizes)
    # The size of the two added stems is not a whole number of tasks, so each is one task with a weight.
    added = sum(sizes) / worth
    weighted = [([1.0], added), ([0.0], added)] + [(family, 1.0) for family in families]
    total = sum(weight * len(family) for family, weight in weighted)
    mean = sum(weight * sum(family) for family, weight in weighted) / total
    variance = sum((weight * sum(value - mean for value in family)) ** 2 for family, weight in weighted)
    variance *= (worth + 2) / (worth + 1) * (total - 1) / total / total**2
    tasks = sum(sizes)
    expected = mean * (1 - mean) / variance * tasks / total * (worth - 1) / (worth + 1)
    found = effective_size([(sum(family), len(family)) for family in families], 10_000)
    assert isclose(found, expected, rel_tol=1e-12)


def test_tasks_of_a_stem_that_pass_and_fail_together_count_once() -> None:
    values = [1.0] * 60 + [0.0] * 60
    stems = [str(number // 3) for number in range(120)]
    low, high = clustered_wilson(values, stems)
    expected = textbook_wilson(0.5, 40 * 39 / 41)
    assert isclose(high - low, expected[1] - expected[0], rel_tol=0.03)


@pytest.mark.parametrize(("value", "touched"), [(0.0, 0), (1.0, 1)])
def test_equal_values_still_have_an_interval(value: float, touched: int) -> None:
    interval = clustered_wilson([value] * 30, [str(number // 3) for number in range(30)])
    assert interval[touched] == value
    assert interval[1] - interval[0] > 0.2  # as wide as for ten stems, not for thirty tasks


def test_one_large_stem_does_not_count_as_many_stems() -> None:
    """All 100 tasks of one stem pass, and half of 20 other stems: the interval is very wide."""
    values = [1.0] * 100 + [0.0, 1.0] * 10
    stems = ["large"] * 100 + [str(number) for number in range(20)]
    low, high = clustered_wilson(values, stems)
    assert low < 0.15
    assert high > 0.98


def test_a_single_stem_has_the_widest_interval() -> None:
    assert clustered_wilson([1.0, 0.0, 1.0], ["a", "a", "a"]) == (0.0, 1.0)
    assert clustered_wilson([1.0], ["a"]) == (0.0, 1.0)


def test_the_standard_error_is_that_of_inspect() -> None:
    """The numbers are those of its tests ``test_stderr`` and ``test_clustered_stderr``."""
    assert standard_error(range(10), [*map(str, range(10))]) == pytest.approx(0.957, abs=5e-4)
    assert standard_error(range(20), [str(i % 4) for i in range(20)]) == pytest.approx(0.645, abs=5e-4)
    assert standard_error([1.0, 0.0, 1.0], ["only"] * 3) is None


@pytest.mark.parametrize(
    ("sizes", "few"),
    [
        ([3] * 20, False),
        ([1, 2, 3, 4] * 5, False),  # the least even stems of the simulation
        ([3] * 19, True),
        ([20, 15, 10, *[1] * 120], True),
        ([10] * 8 + [1] * 100, True),
    ],
)
def test_stems_that_no_simulation_covers_are_called_few(sizes: list[int], few: bool) -> None:
    assert are_few(str(stem) for stem, size in enumerate(sizes) for _ in range(size)) is few


def test_more_samples_per_task_narrow_the_interval_if_tasks_are_alike() -> None:
    values, stems = [0.5] * 40, [str(number) for number in range(40)]
    widths = []
    for samples in (40, 200, 800):
        low, high = clustered_wilson(values, stems, samples)
        widths.append(high - low)
    assert widths[0] > 1.5 * widths[1]
    assert widths[1] >= widths[2]


def test_an_interval_always_contains_the_mean() -> None:
    chance = random.Random(9)  # noqa: S311 - not used for security
    for _ in range(300):
        tasks = chance.randint(1, 60)
        values = [chance.choice([0.0, 1.0, 0.05, 0.5]) for _ in range(tasks)]
        stems = [str(chance.randint(0, tasks)) for _ in range(tasks)]
        low, high = clustered_wilson(values, stems, tasks * 20)
        assert 0 <= low <= sum(values) / tasks + 1e-12
        assert sum(values) / tasks - 1e-12 <= high <= 1


def test_values_and_stems_must_have_the_same_length() -> None:
    with pytest.raises(ValueError, match="stems"):
        clustered_wilson([1.0], [])
    with pytest.raises(ValueError, match="0 values"):
        clustered_wilson([], [])


def test_points_are_known_better_than_as_many_verdicts() -> None:
    """The range of 164 single tasks with points of 6 ± 1 is that of Student's t, not that of yes and no."""
    points = np.clip(np.random.default_rng(4).normal(0.55, 0.1, 164), 0, 1)
    stems = [str(number) for number in range(164)]
    low, high = clustered_wilson(points.tolist(), stems, inf)
    usual = 2 * stats.t.ppf(0.975, 163) * points.std(ddof=1) / sqrt(164)
    assert usual < high - low < 1.5 * usual
    low, high = clustered_wilson(points.tolist(), stems)
    assert high - low > 3 * usual


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


def test_the_confidence_is_that_of_the_texts_and_of_the_script_of_places() -> None:
    script = (Path(__file__).parents[2] / "site" / "assets" / "places.js").read_text(encoding="utf-8")
    assert f"const MOST = 1 - {LEVEL};" in script
    assert f"{LEVEL:.0%}" == "95%", "correct each `95 %`, `95 times`, `0.05` and `twenty` of texts and pages"
