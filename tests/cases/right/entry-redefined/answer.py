def f(x): return 0
def f(x): return x + 1
