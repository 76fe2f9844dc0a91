def f(x):
    return math.isqrt(x)
