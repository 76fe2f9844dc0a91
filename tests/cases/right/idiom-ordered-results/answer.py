from decimal import Decimal
from fractions import Fraction
def f(k): return [{1, 2}, frozenset({1}), range(3), b'ab', 1 + 2j, Fraction(1, 3), Decimal('0.1'), ..., None][k]
