class Items:
    def __len__(self): return 0
    def __iter__(self):
        self.rest = [3, 1, 2]
        return self
    def __next__(self):
        if not self.rest: raise StopIteration
        return self.rest.pop(0)
def f(xs): return Items()
