def f(a):
    a.inc()
    return a.inc()
