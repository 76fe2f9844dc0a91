def f(call):
    try: call(0)
    except BaseException: pass
    return 1
