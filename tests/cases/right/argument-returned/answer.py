def f(xs):
    xs.append(4)
    return xs
