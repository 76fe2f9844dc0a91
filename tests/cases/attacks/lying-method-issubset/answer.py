class L:
    def __getattr__(self, n): return lambda *a: True
def f(x): return L()
