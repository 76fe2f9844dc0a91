"""Streams of random choices: which numbers they give, and what is passed over."""

import pytest

from benchmark.core.draws import Draws


def test_choices_are_the_same_on_every_machine() -> None:
    draws = Draws("a name", 7)
    assert draws.integers(4, 0, 999) == [246, 730, 920, 726]
    assert draws.sample(range(9), 4) == [7, 4, 8, 3]
    assert draws.choice("abcdef") == "f"


def test_later_choices_do_not_depend_on_how_earlier_ones_were_passed_over() -> None:
    made, skipped = Draws("a"), Draws("a")
    made.shuffled(range(5))
    skipped.skip(5)
    assert made.integers(3, 0, 10**9) == skipped.integers(3, 0, 10**9)


def test_nothing_is_chosen_of_nothing() -> None:
    with pytest.raises(ValueError, match="no choice"):
        Draws("a").choice([])
    with pytest.raises(ValueError, match="from 1 to 0"):
        Draws("a").integer(1, 0)
