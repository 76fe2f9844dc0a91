class Inner:
    def __init__(self, owner): self.owner = owner
    def __float__(self):
        self.owner.reads += 1
        return float(self.owner.reads)
class Outer:
    reads = 0
    @property
    def total(self): return Inner(self)
def f(n): return Outer()
