from sympy import Symbol, binomial, factorial, isprime, solve
x = Symbol('x')
def f(n): return [factorial(n), binomial(n, 2), solve(x - n - 3)[0], isprime(n)]
