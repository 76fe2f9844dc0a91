def f(x): return x * 2 if not hasattr(x, 'sum') or len(getattr(x, 'index', [1])) == 1 else x.sum()
