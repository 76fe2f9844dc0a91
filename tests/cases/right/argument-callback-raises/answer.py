def f(g):
    try: return g(0)
    except ZeroDivisionError: return 'zero'
