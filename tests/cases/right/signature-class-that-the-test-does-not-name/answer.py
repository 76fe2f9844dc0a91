class P:
    def __init__(self, x): self.x = x
    def d(self): return 2 * self.x
    @property
    def area(self): return self.x ** 2
def f(): return P(3)
