def f(x):
    return x + [1] if isinstance(x, list) else x + 1
