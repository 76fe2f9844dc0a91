import numpy as np
import pytest

from benchmark.scoring.paired import PairedDifferences, StemSums, against, common_unit, compare, interval


def one(sums: list[float], sizes: list[float] | None = None, level: float = 0.95) -> PairedDifferences:
    sizes = [1.0] * len(sums) if sizes is None else sizes
    return compare(np.array([sums]), np.array([sizes]), level=level)


def test_the_difference_is_a_mean_over_tasks() -> None:
    found = one([2.0, -1.0, 0.5], [3.0, 2.0, 1.0])
    assert (found.tasks[0], found.stems[0], found.difference[0]) == (6, 3, 0.25)
    assert found.error[0] == pytest.approx(np.sqrt(4 + 1 + 0.25 + 2) / 6)


@pytest.mark.parametrize("draws", [1, 20])
def test_interval_and_p_value_never_disagree(draws: int) -> None:
    """Over thousands of pairs with few and many stems, alike and not."""
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
                # Nor when they are rounded, as reports have them.
                assert (
                    (np.round(found.low, 6) > 0) | (np.round(found.high, 6) < 0)
                ).tolist() == outside.tolist()


@pytest.mark.parametrize("draws", [1, 20])
def test_an_interval_follows_any_decision_at_any_level(draws: int) -> None:
    """Also one that was adjusted for many pairs, and is neither that of the interval's level nor its own."""
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


def test_an_interval_at_its_own_level_is_the_one_that_was_found() -> None:
    found = one([1.0] * 30 + [-1.0] * 10 + [0.0] * 160)
    low, high = interval(found, found.p <= 0.05, 0.95)
    assert (low[0], high[0]) == (found.low[0], found.high[0])
    wider = interval(found, found.p <= 0.05, 0.99)
    assert wider[0][0] < low[0] < high[0] < wider[1][0]


def test_for_single_tasks_it_is_near_the_textbook_s_interval() -> None:
    """Bonett and Price 2012: 30 tasks only for A, 10 only for B, of 200."""
    found = one([1.0] * 30 + [-1.0] * 10 + [0.0] * 160)
    p12, p21 = 31 / 202, 11 / 202
    half = 1.959964 * np.sqrt((p12 + p21 - (p12 - p21) ** 2) / 202)
    assert found.low[0] == pytest.approx(p12 - p21 - half, abs=0.004)
    assert found.high[0] == pytest.approx(p12 - p21 + half, abs=0.004)


def test_models_with_the_same_verdicts_still_have_an_interval() -> None:
    found = one([0.0] * 164)
    assert (found.difference[0], found.p[0]) == (0.0, 1.0)
    assert -0.02 < found.low[0] < 0 < found.high[0] < 0.02


def test_families_that_stand_and_fall_together_count_once() -> None:
    chance = np.random.default_rng(6).choice([-1.0, 1.0], p=[0.3, 0.7], size=60)
    alone, together = one(chance.tolist()), one((3 * chance).tolist(), [3.0] * 60)
    assert together.difference[0] == alone.difference[0]
    assert together.p[0] == pytest.approx(alone.p[0], rel=1e-12)
    wide = alone.high[0] - alone.low[0]
    assert together.high[0] - together.low[0] == pytest.approx(wide, rel=0.05)


def test_one_stem_says_nothing_about_others() -> None:
    found = one([3.0], [3.0])
    assert (found.p[0], found.low[0], found.high[0]) == (1.0, -1.0, 1.0)


def test_no_common_task_is_no_comparison() -> None:
    found = one([0.0], [0.0])
    assert (found.tasks[0], found.stems[0], found.p[0]) == (0, 0, 1.0)
    assert (found.low[0], found.high[0]) == (-1.0, 1.0)


def test_all_against_nothing_is_a_real_difference() -> None:
    found = one([1.0] * 20)
    assert found.p[0] == pytest.approx(2.0**-19)
    assert found.low[0] > 0.6
    assert found.high[0] == 1.0


def test_stems_are_summed_whatever_the_order_of_tasks() -> None:
    stems = StemSums(["b", "a", "b", "c", "a"])
    assert stems.sums(np.array([[1.0, 2.0, 4.0, 8.0, 16.0]])).tolist() == [[5.0, 18.0, 8.0]]


@pytest.mark.parametrize(
    ("draws", "others", "unit"), [(1, 1, 1.0), (20, 5, 0.05), (4, 6, 1 / 12), (0, 5, 0.0)]
)
def test_differences_are_multiples_of_a_unit(draws: int, others: int, unit: float) -> None:
    assert common_unit(draws, others) == unit


def test_tasks_that_one_model_lacks_are_left_out() -> None:
    nan = float("nan")
    sums, sizes = against(
        np.array([1.0, 1.0, nan]), np.array([[0.0, nan, 1.0], [nan] * 3]), StemSums(["a", "a", "b"])
    )
    assert sums.tolist() == [[1.0, 0.0], [0.0, 0.0]]
    assert sizes.tolist() == [[1.0, 0.0], [0.0, 0.0]]
