def f(xs, g):
    before = xs
    g(xs)
    return before is xs and len(xs)
