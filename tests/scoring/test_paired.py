"""Differences of two models on the same tasks, and of one model between two sets of tasks of some stems."""

import numpy as np
import pytest

from benchmark.scoring.other_tasks import compare_sets
from benchmark.scoring.paired import (
    PairedDifferences,
    StemSums,
    common_unit,
    compare,
    compare_models,
    interval,
    stem_differences,
    unseen_difference,
)


def compare_one(
    sums: list[float], sizes: list[float] | None = None, level: float = 0.95
) -> PairedDifferences:
    sizes = [1.0] * len(sums) if sizes is None else sizes
    return compare(np.array([sums]), np.array([sizes]), level=level)


def test_the_difference_is_a_mean_over_tasks() -> None:
    found = compare_one([2.0, -1.0, 0.5], [3.0, 2.0, 1.0])
    assert (found.tasks[0], found.stems[0], found.difference[0]) == (6, 3, 0.25)
    assert found.error[0] == pytest.approx(np.sqrt(4 + 1 + 0.25 + 2) / 6)


@pytest.mark.gate
@pytest.mark.parametrize("draws", [1, 20])
def test_interval_and_p_value_never_disagree(draws: int) -> None:
    """Thousands of pairs are tried, with few and many stems, with and without a difference."""
    generator = np.random.default_rng(draws)
    for stems in (1, 2, 3, 5, 6, 8, 17, 40, 120):
        sizes = generator.integers(1, 5, stems)
        for shift in (0.0, 0.2, 0.6):
            sums = generator.binomial(draws * sizes, 0.3 + shift / 2, size=(120, stems)) / draws
            sums = sums - generator.binomial(draws * sizes, 0.3, size=(120, stems)) / draws
            for level in (0.95, 0.99):
                whole = np.broadcast_to(sizes.astype(float), sums.shape)
                found = compare(sums, whole, 1 / draws, level)
                outside = (found.low > 0) | (found.high < 0)
                assert (outside == (found.p <= 1 - level)).all()
                assert ((found.low <= found.difference) & (found.difference <= found.high)).all()
                assert ((found.low >= -1) & (found.high <= 1)).all()
                # The same holds for the rounded ends in reports.
                assert (
                    (np.round(found.low, 6) > 0) | (np.round(found.high, 6) < 0)
                ).tolist() == outside.tolist()


@pytest.mark.parametrize("draws", [1, 20])
def test_an_interval_agrees_with_any_decision_at_any_level(draws: int) -> None:
    """The decision may use another level than the interval, as after an adjustment for many pairs."""
    generator = np.random.default_rng(draws)
    for stems in (1, 2, 5, 17, 120):
        sizes = generator.integers(1, 4, stems)
        sums = generator.binomial(draws * sizes, 0.5, size=(200, stems)) / draws
        sums = sums - generator.binomial(draws * sizes, 0.3, size=(200, stems)) / draws
        found = compare(sums, np.broadcast_to(sizes.astype(float), sums.shape), 1 / draws)
        for level in (0.95, 0.9997):
            for real in (found.p <= 0.05, found.p <= 0.001, found.p > 1):
                low, high = interval(found, real & (found.difference != 0), level)
                outside = (low > 0) | (high < 0)
                assert (outside == (real & (found.difference != 0))).all()
                assert ((low <= found.difference) & (found.difference <= high)).all()


def test_the_interval_at_the_level_of_compare_is_the_same() -> None:
    found = compare_one([1.0] * 30 + [-1.0] * 10 + [0.0] * 160)
    low, high = interval(found, found.p <= 0.05, 0.95)
    assert (low[0], high[0]) == (found.low[0], found.high[0])
    wider = interval(found, found.p <= 0.05, 0.99)
    assert wider[0][0] < low[0] < high[0] < wider[1][0]


def test_the_interval_with_one_task_per_stem_is_near_the_published_one() -> None:
    """Bonett and Price 2012: of 200 tasks, only A solves 30 and only B solves 10."""
    found = compare_one([1.0] * 30 + [-1.0] * 10 + [0.0] * 160)
    p12, p21 = 31 / 202, 11 / 202
    half = 1.959964 * np.sqrt((p12 + p21 - (p12 - p21) ** 2) / 202)
    assert found.low[0] == pytest.approx(p12 - p21 - half, abs=0.004)
    assert found.high[0] == pytest.approx(p12 - p21 + half, abs=0.004)


def test_models_with_the_same_verdicts_still_have_an_interval() -> None:
    found = compare_one([0.0] * 164)
    assert (found.difference[0], found.p[0]) == (0.0, 1.0)
    assert -0.02 < found.low[0] < 0 < found.high[0] < 0.02


def test_tasks_of_a_stem_that_pass_and_fail_together_count_once() -> None:
    chance = np.random.default_rng(6).choice([-1.0, 1.0], p=[0.3, 0.7], size=60)
    alone, together = compare_one(chance.tolist()), compare_one((3 * chance).tolist(), [3.0] * 60)
    assert together.difference[0] == alone.difference[0]
    assert together.p[0] == pytest.approx(alone.p[0], rel=1e-12)
    wide = alone.high[0] - alone.low[0]
    assert together.high[0] - together.low[0] == pytest.approx(wide, rel=0.05)


def test_a_single_stem_gives_no_evidence() -> None:
    found = compare_one([3.0], [3.0])
    assert (found.p[0], found.low[0], found.high[0]) == (1.0, -1.0, 1.0)


def test_models_without_common_tasks_get_the_widest_interval() -> None:
    found = compare_one([0.0], [0.0])
    assert (found.tasks[0], found.stems[0], found.p[0]) == (0, 0, 1.0)
    assert (found.low[0], found.high[0]) == (-1.0, 1.0)


def test_a_model_that_solves_all_differs_from_one_that_solves_none() -> None:
    found = compare_one([1.0] * 20)
    assert found.p[0] == pytest.approx(2.0**-19)
    assert found.low[0] > 0.6
    assert found.high[0] == 1.0


def test_sums_over_stems_do_not_depend_on_the_order_of_tasks() -> None:
    stems = StemSums(["b", "a", "b", "c", "a"])
    assert stems.sums(np.array([[1.0, 2.0, 4.0, 8.0, 16.0]])).tolist() == [[5.0, 18.0, 8.0]]


@pytest.mark.parametrize(
    ("draws", "others", "unit"), [(1, 1, 1.0), (20, 5, 0.05), (4, 6, 1 / 12), (0, 5, 0.0)]
)
def test_the_unit_follows_from_the_draws_of_both_models(draws: int, others: int, unit: float) -> None:
    assert common_unit(draws, others) == unit


def test_tasks_that_one_model_lacks_are_ignored() -> None:
    nan = float("nan")
    sums, sizes, share = stem_differences(
        np.array([0.75, 1.0, nan]), np.array([[0.5, nan, 1.0], [nan] * 3]), StemSums(["a", "a", "b"])
    )
    assert sums.tolist() == [[0.25, 0.0], [0.0, 0.0]]
    assert sizes.tolist() == [[1.0, 0.0], [0.0, 0.0]]
    assert share.tolist() == [0.5, 1.0]


def test_added_stems_are_those_that_could_speak_for_the_model_behind() -> None:
    """It knows a task by heart that the other solves as usual, or solves one that the other cannot."""
    stems = StemSums(["a", "b"])
    low, high, best, worst = (np.array([rate, rate]) for rate in (0.2, 0.7, 1.0, 0.0))
    assert stem_differences(high, low[None], stems)[2] == pytest.approx([1 - 0.7])
    assert stem_differences(low, high[None], stems)[2] == pytest.approx([1 - 0.7])
    assert stem_differences(high, np.array([[0.6, 0.6]]), stems)[2] == pytest.approx([0.6])
    assert stem_differences(best, worst[None], stems)[2].tolist() == [0.0]


def test_six_families_that_one_model_always_solves_and_another_never_are_a_real_difference() -> None:
    families = StemSums([name for name in "abcdef" for _ in range(3)])
    found = compare_models(np.ones(18), np.zeros((1, 18)), families, 1 / 20)
    assert found.p[0] == pytest.approx(2**-5)
    assert found.low[0] > 0


def test_a_p_value_counts_the_largest_difference_of_a_usual_stem_in_each_direction() -> None:
    """Of models that solve 20 and 20 %, one may know a stem by heart: a difference of 80 %."""
    sizes, share = np.array([[3.0, 3.0, 3.0], [1.0, 1.0, 1.0], [4.0, 1.0, 1.0]]), np.array([0.8, 0.8, 0.8])
    assert unseen_difference(sizes, share, 0.05) == pytest.approx([2.4, 0.8, 2.4])
    assert unseen_difference(sizes, share, 1.0) == pytest.approx([2.4, 0.0, 2.4])
    assert unseen_difference(np.zeros((1, 0)), share[:1], 1.0).tolist() == [0.0]


def compare_with_itself(
    first: list[float], second: list[float], sizes: tuple[list[float], list[float]], draws=1
) -> PairedDifferences:
    return compare_sets(
        (np.array([first]), np.array([second])), (np.array([sizes[0]]), np.array([sizes[1]])), draws
    )


def test_the_difference_with_equal_numbers_of_tasks_is_that_of_the_scores() -> None:
    found = compare_with_itself([3, 2, 0, 1], [1, 2, 1, 0], ([3] * 4, [3] * 4))
    assert found.difference[0] == pytest.approx(6 / 12 - 4 / 12)
    assert (found.tasks[0], found.stems[0]) == (12, 4)


def test_each_stem_contributes_the_difference_of_its_means() -> None:
    """First stem: two of three tasks against one of one; second stem: none of three against one of two."""
    found = compare_with_itself([2, 0], [1, 1], ([3, 3], [1, 2]))
    weights = 2 * 3 * 1 / 4, 2 * 3 * 2 / 5
    assert found.difference[0] == pytest.approx(
        (weights[0] * (2 / 3 - 1) + weights[1] * (0 - 1 / 2)) / sum(weights)
    )


def test_a_stem_of_only_one_set_is_ignored() -> None:
    alone = compare_with_itself([3, 2, 1], [1, 2, 0], ([3, 3, 3], [3, 3, 3]))
    with_more = compare_with_itself([3, 2, 1, 3, 0], [1, 2, 0, 0, 2], ([3, 3, 3, 3, 0], [3, 3, 3, 0, 3]))
    for name in ("difference", "low", "high", "p", "stems"):
        assert getattr(with_more, name)[0] == pytest.approx(getattr(alone, name)[0]), name


def test_the_p_value_is_that_of_the_exact_sign_flip_test() -> None:
    """Of 64 patterns of six stems, 2 are as extreme; a stem without a difference is ignored."""
    found = compare_with_itself([3] * 6 + [1], [0] * 6 + [1], ([3] * 7, [3] * 7))
    assert found.exact[0]
    assert found.p[0] == pytest.approx(2 / 2**6)


def test_interval_and_p_value_of_two_sets_never_disagree() -> None:
    generator = np.random.default_rng(3)
    for stems in (2, 5, 6, 12, 41):
        for sizes in (np.full(stems, 3), np.resize([1, 2, 3], stems)):
            first = generator.binomial(3, 0.6, (40, stems)).astype(float)
            second = generator.binomial(sizes, 0.3, (40, stems)).astype(float)
            whole = [np.broadcast_to(size.astype(float), first.shape) for size in (np.full(stems, 3), sizes)]
            found = compare_sets((first, second), (whole[0], whole[1]), 1)
            assert (((found.low > 0) | (found.high < 0)) == (found.p <= 0.05)).all()
            assert ((found.low <= found.difference) & (found.difference <= found.high)).all()


def test_the_interval_adds_a_whole_stem_on_each_side() -> None:
    """With only one added task, the interval of stems without any difference would be too narrow."""
    zeros = np.zeros((1, 41))
    sizes = np.full((1, 41), 3.0)
    found = compare_sets((zeros, zeros), (sizes, sizes), 1)
    with_tasks = compare(zeros, sizes, 1.0)
    with_stems = compare(zeros, sizes, 1.0, added=3.0)
    assert found.high[0] == with_stems.high[0] > 2 * with_tasks.high[0]
    assert found.error[0] == pytest.approx(np.sqrt(2 * 9) / 123)
