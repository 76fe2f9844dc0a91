def f(ps): return sorted(ps)
