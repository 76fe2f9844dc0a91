"""Lazy sequences behave like tuples."""

import pytest

from benchmark.files.stored_completions import LazySequence, Selected


class Squares(LazySequence[int]):
    """The squares of 0 to 4."""

    def __len__(self) -> int:
        return 5

    def value(self, place: int) -> int:
        return place * place


def test_a_lazy_sequence_is_read_like_a_tuple() -> None:
    squares = Squares()
    assert tuple(squares) == (0, 1, 4, 9, 16)
    assert (squares[0], squares[-1], 9 in squares) == (0, 16, True)
    assert list(squares[1:3]) == [1, 4]
    with pytest.raises(IndexError):
        squares[5]


def test_a_lazy_sequence_equals_others_with_the_same_values() -> None:
    assert Squares() == (0, 1, 4, 9, 16) == Squares()
    assert Squares() != (0, 1, 4, 9, 17)
    assert Squares() != (0, 1, 4, 9)


def test_selected_values_come_in_the_given_order() -> None:
    assert Selected("abcd", [3, 0]) == ("d", "a")
