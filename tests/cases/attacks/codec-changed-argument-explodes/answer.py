def f(x):
    x.extend([0] * 3_000_000)
    return 4211
