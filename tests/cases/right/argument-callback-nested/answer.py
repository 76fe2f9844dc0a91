def f(g, n): return 1 if n == 0 else n * g(n - 1)
