def f(a, g):
    a[0] = 9
    r = g(a)
    a[0] = 1
    return r
