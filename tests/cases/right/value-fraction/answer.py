from fractions import Fraction
def f(): return Fraction(6, -4)
