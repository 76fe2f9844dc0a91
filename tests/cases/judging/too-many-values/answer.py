def f(x):
    return [[] for _ in range(3_000_000)]
