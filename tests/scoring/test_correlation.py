import itertools

import numpy as np
import pytest
from scipy import stats

from benchmark.scoring.correlation import pearson, spearman


def test_a_perfect_correlation_has_no_interval_and_an_exact_p_value() -> None:
    found = spearman([1, 2, 3, 4], [2, 4, 6, 9])
    assert (found.value, found.low, found.high) == (pytest.approx(1.0), None, None)
    assert found.p == pytest.approx(2 / 24)  # two of all orders: rising and falling
    assert pearson([1, 2, 3, 4], [-2, -4, -6, -8]).low is None


@pytest.mark.parametrize("size", [4, 5, 6])
def test_p_values_of_few_pairs_come_from_all_orders(size: int) -> None:
    a, b = np.random.default_rng(size).integers(0, 6, (2, size)).tolist()  # with ties
    seen = abs(stats.spearmanr(a, b).statistic) - 1e-9
    found = [abs(stats.spearmanr(a, order).statistic) >= seen for order in itertools.permutations(b)]
    assert spearman(a, b).p == pytest.approx(np.mean(found))


def test_copies_of_a_pair_in_one_stem_narrow_the_interval_only_if_they_are_taken_as_independent() -> None:
    a, b = np.random.default_rng(2).random((2, 30))
    stems = [str(number % 30) for number in range(120)]
    alone, copies = spearman(a, b), spearman([*a] * 4, [*b] * 4)
    clustered = spearman([*a] * 4, [*b] * 4, stems)
    width = alone.high - alone.low
    assert copies.high - copies.low < 0.6 * width
    assert clustered.high - clustered.low == pytest.approx(width, rel=0.1)
    assert clustered.p is None


def test_p_values_of_many_pairs_come_from_the_t_distribution() -> None:
    a, b = np.random.default_rng(1).random((2, 10)).tolist()
    assert spearman(a, b).p == pytest.approx(stats.spearmanr(a, b).pvalue)
