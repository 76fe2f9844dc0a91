def f(x):
    if x < 0:
        raise KeyError(x)
    return x + 1 if x < 9 else 9
