def f(xs): return map(str, filter(None, xs))
