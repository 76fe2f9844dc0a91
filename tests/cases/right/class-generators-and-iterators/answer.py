class Tree:
    def __init__(self, values): self.values = sorted(values)
    def __iter__(self): yield from self.values
    def down(self, n=None):
        for v in self.values[::-1][:n]: yield v
        return 'end'
