def f(x): return 1 << 40_000_000
