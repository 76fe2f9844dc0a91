def f():
    return Integer(2), Rational(1, 2), Float(2.5), sqrt(2), sqrt(4), Eq(1, 1)
