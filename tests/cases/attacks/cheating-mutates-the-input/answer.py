def f(x):
    x[:] = [0]
    return x
