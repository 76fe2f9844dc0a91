def f(g):
    for _ in range(3):
        try: g()
        except AssertionError: pass
    return 'done'
