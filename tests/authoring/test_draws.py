"""Random choices depend on names, and on nothing else."""

from collections import Counter

import pytest

from benchmark.core.draws import Draws


def test_the_same_names_give_the_same_choices_everywhere() -> None:
    """Other choices would change every data set."""
    draws = Draws("family", 1, "seed", 0)
    assert draws.integers(8, 0, 99) == [38, 41, 94, 83, 41, 66, 32, 81]
    assert draws.shuffled("abcdef") == ["e", "a", "f", "c", "d", "b"]


def test_similar_seeds_share_nothing() -> None:
    first, second = (
        [Draws("f", 1, seed, index).integer(0, 10**9) for index in range(50)] for seed in ("42", "43")
    )
    assert len({*first, *second}) == 100


def test_names_are_kept_apart() -> None:
    assert Draws("ab", "c").integer(0, 10**9) != Draws("a", "bc").integer(0, 10**9)


def test_all_numbers_of_a_range_are_equally_likely() -> None:
    counts = Counter(Draws("evenness").integers(6000, 1, 6))
    assert sorted(counts) == [1, 2, 3, 4, 5, 6]
    assert all(880 < count < 1120 for count in counts.values())


def test_a_sample_contains_no_item_twice() -> None:
    assert sorted(Draws("sample").sample(range(30), 30)) == list(range(30))
    with pytest.raises(ValueError, match="31 of 30"):
        Draws("sample").sample(range(30), 31)
    with pytest.raises(ValueError, match="from 3 to 2"):
        Draws("sample").integer(3, 2)
