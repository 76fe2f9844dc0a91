def f(x): return 'a' * (300 << 20)
