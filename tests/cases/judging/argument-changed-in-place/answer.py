def f(x):
    x.sort()
