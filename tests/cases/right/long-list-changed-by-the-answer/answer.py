def f(xs):
    xs.reverse()
    xs[0] = -1
    return xs
