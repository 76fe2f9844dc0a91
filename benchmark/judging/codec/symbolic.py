"""Numbers of sympy as the tests see them: plain numbers with sympy's rules of equality.

Since sympy 1.13 an exact number never equals a floating-point one (``Integer(2) != 2.0``), and an unevaluated
expression equals no number at all (``sqrt(2) != 1.4142…``). In everything else they are the plain numbers
that they subclass, so a test may round, compare and calculate with them.
"""

from fractions import Fraction


class SympyInteger(int):
    """An exact whole number: equals no float."""

    def __eq__(self, other: object) -> bool:
        return not isinstance(other, float) and int.__eq__(self, other) is True

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = int.__hash__


class SympyRational(Fraction):
    """An exact fraction: equals no float."""

    def __eq__(self, other: object) -> bool:
        return not isinstance(other, float) and Fraction.__eq__(self, other) is True

    __hash__ = Fraction.__hash__


class SympyFloat(float):
    """A floating-point number: equals no whole number."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, float) and float.__eq__(self, other) is True

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = float.__hash__


class SympyExpression(float):
    """An unevaluated number such as a root: equals no plain number, and itself only as an object."""

    def __eq__(self, other: object) -> bool:
        return self is other

    def __ne__(self, other: object) -> bool:
        return self is not other

    __hash__ = float.__hash__
