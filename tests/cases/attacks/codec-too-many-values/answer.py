def f(x): return [0] * 3_000_000
