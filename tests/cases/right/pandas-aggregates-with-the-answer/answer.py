def f(s): return s.sum()
