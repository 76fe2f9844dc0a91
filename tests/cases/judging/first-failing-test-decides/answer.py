def f(x):
    if x == 2:
        raise KeyError('two')
    return x
