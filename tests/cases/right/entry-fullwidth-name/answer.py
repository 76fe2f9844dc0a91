def f1(x):
    return 2 * x
