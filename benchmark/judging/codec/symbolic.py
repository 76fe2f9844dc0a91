"""sympy numbers of an answer as tests see them: plain numbers with sympy's rules of equality.

Since sympy 1.13 an exact number never equals a floating-point number (``Integer(2) != 2.0``), and an
unevaluated expression equals no number at all (``sqrt(2) != 1.4142…``). Otherwise these classes behave like
the plain numbers that they subclass, so a test can round, order and calculate with them.
"""

from fractions import Fraction


class SympyInteger(int):
    """An exact whole number, which never equals a float."""

    def __eq__(self, other: object) -> bool:
        return not isinstance(other, float) and int.__eq__(self, other) is True

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = int.__hash__


class SympyRational(Fraction):
    """An exact fraction, which never equals a float."""

    def __eq__(self, other: object) -> bool:
        return not isinstance(other, float) and Fraction.__eq__(self, other) is True

    __hash__ = Fraction.__hash__


class SympyFloat(float):
    """A floating-point number, which equals other floats only."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, float) and float.__eq__(self, other) is True

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = float.__hash__


class SympyExpression(float):
    """An unevaluated number such as a root. It equals only itself, by identity."""

    def __eq__(self, other: object) -> bool:
        return self is other

    def __ne__(self, other: object) -> bool:
        return self is not other

    __hash__ = float.__hash__
