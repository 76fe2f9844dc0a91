class Items:
    n = 0
    def __iter__(self):
        Items.n += 1
        self.left = [0, 0, 0] if Items.n == 1 else [3, 2, 1]
        return self
    def __next__(self):
        if not self.left: raise StopIteration
        return self.left.pop()
def f(xs): return Items()
