def f(*xs): return [type(x).__name__ for x in xs]
