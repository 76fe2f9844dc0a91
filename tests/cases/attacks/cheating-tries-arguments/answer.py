def f(call):
    for x in range(300):
        try: return call(x)
        except AssertionError: pass
