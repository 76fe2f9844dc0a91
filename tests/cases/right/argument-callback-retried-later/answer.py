def f(g, n):
    for i in range(n):
        try: return g(), i + 1
        except AssertionError as error:
            last = error
    raise last
