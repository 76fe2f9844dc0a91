def f(a):
    a[a < 0] = 0
