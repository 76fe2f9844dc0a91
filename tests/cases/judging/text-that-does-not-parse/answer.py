def f(x):
    return ']['
