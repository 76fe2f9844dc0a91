def f(d, k): return d[k]
