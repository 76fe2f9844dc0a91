from itertools import combinations
from math import isclose

import pytest

from benchmark.scoring.passk import pass_at_k


@pytest.mark.parametrize(
    ("n", "c", "k"), [(1, 0, 1), (1, 1, 1), (5, 2, 1), (5, 2, 3), (6, 1, 3), (10, 10, 10), (8, 3, 8)]
)
def test_it_equals_the_share_of_draws_that_hold_a_passing_sample(n: int, c: int, k: int) -> None:
    draws = list(combinations(range(n), k))
    assert isclose(pass_at_k(n, c, k), sum(min(draw) < c for draw in draws) / len(draws))


@pytest.mark.parametrize(("n", "c", "k"), [(1, 0, 2), (3, 4, 1), (3, -1, 1), (3, 1, 0)])
def test_without_an_unbiased_estimate_it_refuses(n: int, c: int, k: int) -> None:
    with pytest.raises(ValueError, match="pass@"):
        pass_at_k(n, c, k)


def test_a_thousand_samples_stay_in_range() -> None:
    assert 0 < pass_at_k(1000, 1, 999) < 1
    assert pass_at_k(1000, 500, 100) <= 1
