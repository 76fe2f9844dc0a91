from fractions import Fraction
from itertools import combinations
from math import comb, isclose

import pytest

from benchmark.scoring.metrics import pass_at_k


@pytest.mark.parametrize(
    ("n", "c", "k"), [(1, 0, 1), (1, 1, 1), (5, 2, 1), (5, 2, 3), (6, 1, 3), (10, 10, 10), (8, 3, 8)]
)
def test_pass_at_k_is_the_share_of_k_subsets_with_a_passing_sample(n: int, c: int, k: int) -> None:
    draws = list(combinations(range(n), k))
    assert isclose(pass_at_k(n, c, k), sum(min(draw) < c for draw in draws) / len(draws))


@pytest.mark.parametrize(("n", "c", "k"), [(1, 0, 2), (3, 4, 1), (3, -1, 1), (3, 1, 0)])
def test_numbers_out_of_range_are_refused(n: int, c: int, k: int) -> None:
    with pytest.raises(ValueError, match="pass@"):
        pass_at_k(n, c, k)


@pytest.mark.parametrize("n", [20, 100, 1000])
def test_pass_at_k_is_precise_for_up_to_a_thousand_samples(n: int) -> None:
    """It is compared with exact fractions, for many c and k."""
    some = sorted({1, 2, 3, n // 7, n // 2, n - n // 7, n - 2, n - 1, n})
    for c in (0, *some):
        for k in some:
            exact = 1 - Fraction(comb(n - c, k), comb(n, k))
            assert isclose(pass_at_k(n, c, k), float(exact), rel_tol=1e-13, abs_tol=0.0)


def test_pass_at_1_is_exactly_the_share() -> None:
    assert all(pass_at_k(n, c, 1) == c / n for n in range(1, 60) for c in range(n + 1))
