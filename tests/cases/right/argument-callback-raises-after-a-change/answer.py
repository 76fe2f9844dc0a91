def f(xs, g):
    xs.append(1)
    try: g(xs)
    except ValueError: xs.append(2)
    raise KeyError("k")
