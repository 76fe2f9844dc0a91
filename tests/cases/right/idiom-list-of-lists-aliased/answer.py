def f(n): return [[0] * n] * n
