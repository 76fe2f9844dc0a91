def f(g):
    while True:
        try: return g()
        except AssertionError: pass
