def f(x):
    return range(10 ** 18)
