def f(key, xs): return max(xs, key=key)
