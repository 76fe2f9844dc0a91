class Stack:
    def __init__(self, xs): self.xs = xs
    def count(self): return len(self.xs)
class Bag:
    total = 0
    def __init__(self, xs): self.xs = list(xs)
    def insert_all(self, xs): self.xs += xs
    def count(self, x): return self.xs.count(x)
def f(xs): return Stack(xs)
f.bag = Bag
