def f(a, b=2, *c, d, **e): return [a, b, c, d, e]
