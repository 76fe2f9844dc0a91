def f(x):
    return x in (2, 3, 5)
