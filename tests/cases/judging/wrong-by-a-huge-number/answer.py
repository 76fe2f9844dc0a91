def f(x):
    return 10 ** 5000
