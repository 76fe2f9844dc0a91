def f(g, xs): return [g(x) for x in xs]
