import sympy
def f():
    x = sympy.symbols('x')
    return sorted(sympy.solve(x ** 2 - 5 * x + 6, x)), sympy.Rational(1, 3)
