def f(g):
    try:
        g()
    except ValueError as error:
        return len(error.args)
