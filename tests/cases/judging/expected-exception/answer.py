def f(x):
    raise ValueError('no')
