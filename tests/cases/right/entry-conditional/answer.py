try:
    import not_there_at_all
except ImportError:
    if True:
        def f(x): return x + 1
