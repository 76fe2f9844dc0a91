def f(xs, g):
    g(xs)
    return list(xs)
