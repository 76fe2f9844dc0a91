class Sorted:
    def __init__(self, items): self.items = items
    def __len__(self): return 0
    def __iter__(self): return iter(self.items)
def f(xs): return Sorted(xs)
