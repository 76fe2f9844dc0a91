import doctest
def f(n):
    """Factorial.

    >>> f(3)
    6
    """
    return 1 if n < 2 else n * f(n - 1)
assert f(5) == 120, 'self test'
doctest.testmod()
