def f(x):
    try: raise SystemExit(3)
    except SystemExit as error: return error.code + x
