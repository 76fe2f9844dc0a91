def f(x):
    return None
