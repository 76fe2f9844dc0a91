class Sorted:
    def __init__(self, items): self.items = items
    def __len__(self): return len(self.items)
    def __getitem__(self, i): return i
    def __iter__(self): return iter(self.items)
def f(xs): return Sorted(xs)
