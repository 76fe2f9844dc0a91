def f(xs, g):
    xs.append(len(xs))
    if g: g(xs)
    xs.append("end")
    return xs
