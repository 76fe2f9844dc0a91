"""The difference of one model between two sets of tasks of the same stems, and its interval."""

import numpy as np
import pytest

from benchmark.scoring.other_tasks import compare_sets
from benchmark.scoring.paired import PairedDifferences, compare


def compare_one(
    first: list[float], second: list[float], sizes: tuple[list[float], list[float]], draws=1
) -> PairedDifferences:
    return compare_sets(
        (np.array([first]), np.array([second])), (np.array([sizes[0]]), np.array([sizes[1]])), draws
    )


def test_the_difference_with_equal_numbers_of_tasks_is_that_of_the_scores() -> None:
    found = compare_one([3, 2, 0, 1], [1, 2, 1, 0], ([3] * 4, [3] * 4))
    assert found.difference[0] == pytest.approx(6 / 12 - 4 / 12)
    assert (found.tasks[0], found.stems[0]) == (12, 4)


def test_each_stem_contributes_the_difference_of_its_means() -> None:
    """First stem: two of three tasks against one of one; second stem: none of three against one of two."""
    found = compare_one([2, 0], [1, 1], ([3, 3], [1, 2]))
    weights = 2 * 3 * 1 / 4, 2 * 3 * 2 / 5
    assert found.difference[0] == pytest.approx(
        (weights[0] * (2 / 3 - 1) + weights[1] * (0 - 1 / 2)) / sum(weights)
    )


def test_a_stem_of_only_one_set_is_ignored() -> None:
    alone = compare_one([3, 2, 1], [1, 2, 0], ([3, 3, 3], [3, 3, 3]))
    with_more = compare_one([3, 2, 1, 3, 0], [1, 2, 0, 0, 2], ([3, 3, 3, 3, 0], [3, 3, 3, 0, 3]))
    for name in ("difference", "low", "high", "p", "stems"):
        assert getattr(with_more, name)[0] == pytest.approx(getattr(alone, name)[0]), name


def test_the_p_value_is_that_of_the_exact_sign_flip_test() -> None:
    """Of 64 patterns of six stems, 2 are as extreme; a stem without a difference is ignored."""
    found = compare_one([3] * 6 + [1], [0] * 6 + [1], ([3] * 7, [3] * 7))
    assert found.exact[0]
    assert found.p[0] == pytest.approx(2 / 2**6)


def test_interval_and_p_value_never_disagree() -> None:
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
