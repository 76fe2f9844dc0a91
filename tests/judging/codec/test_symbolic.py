from fractions import Fraction

from benchmark.judging.codec.decoding import SympyExpression, SympyFloat, SympyInteger, SympyRational


def test_an_exact_number_never_equals_a_float() -> None:
    assert SympyInteger(2) == 2
    assert SympyInteger(2) != 2.0
    assert SympyRational(1, 2) == Fraction(1, 2)
    assert SympyRational(1, 2) != 0.5


def test_a_float_never_equals_a_whole_number() -> None:
    assert SympyFloat(2.0) == 2.0
    assert SympyFloat(2.0) != 2


def test_an_expression_equals_only_itself() -> None:
    root = SympyExpression(2**0.5)
    assert root != 2**0.5
    assert root == root  # noqa: PLR0124 - this comparison is tested


def test_symbolic_numbers_calculate_like_plain_numbers() -> None:
    assert SympyInteger(2) + 1 == 3
    assert abs(SympyExpression(1.5) - 1.5) < 1e-9
    assert sorted([SympyFloat(2.5), SympyInteger(1), SympyRational(3, 2)]) == [1, Fraction(3, 2), 2.5]
    assert len({SympyInteger(2), 2}) == 1
