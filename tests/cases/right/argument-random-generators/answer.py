def f(rng, n):
    return [rng.random() for _ in range(n)]
