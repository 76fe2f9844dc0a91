class P:
    __slots__ = ('x', 'y')
    def __init__(self, x, y): self.x = x; self.y = y
def f(n): return P(n, n + 1)
