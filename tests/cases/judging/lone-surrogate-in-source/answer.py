def f(x):
    return 'í €'
