def bad(): raise AssertionError
def f(call):
    try: call(bad)
    except AssertionError: pass
    try: call(lambda: 0)
    except AssertionError: pass
    return 1
