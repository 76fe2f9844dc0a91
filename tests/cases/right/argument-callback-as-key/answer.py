def f(xs, key): return sorted(xs, key=key)
