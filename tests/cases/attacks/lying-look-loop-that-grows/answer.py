class Items:
    def __init__(self): self.seen = 0
    def __len__(self): return self.seen
    def __iter__(self):
        for item in (1, 2, 3):
            self.seen += 1
            yield item
def f(xs): return Items()
