def f(x):
    return sqrt(x)
