class Thing: pass
def f(x): return [Thing() for _ in range(100_000)]
