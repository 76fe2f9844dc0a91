def f(xs): return iter(xs)
