def f(x): return {1: 2}.get(x)
