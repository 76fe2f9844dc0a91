def f(x): return '\u0416' * 1_000_000
