class P:
    def __init__(self, x, y): self._p = (x, y)
    @property
    def x(self): return self._p[0]
    @property
    def y(self): return self._p[1]
def f(n): return P(n, n + 1)
