def f(x):
    return 'def g(x): return 4'
