def f(b, a):
    return a.m[b]
