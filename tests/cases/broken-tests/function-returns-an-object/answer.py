def f(g):
    g()
    return 1
