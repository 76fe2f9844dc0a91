def f(x):
    while x > 9:
        pass
    return x
