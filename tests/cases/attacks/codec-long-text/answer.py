def f(x): return 'x' * (20 << 20)
