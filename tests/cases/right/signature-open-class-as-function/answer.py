def Box(): return 7
def f(n): return n + 1
