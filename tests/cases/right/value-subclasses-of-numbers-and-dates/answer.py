from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction
class F(Fraction): pass
class D(date): pass
class T(timedelta): pass
class N(Decimal): pass
def f(): return F(1, 3), D(2026, 1, 2), T(1), N(1)
