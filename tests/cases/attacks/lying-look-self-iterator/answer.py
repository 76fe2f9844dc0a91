class Items:
    loops = 0
    def __iter__(self):
        self.loops += 1
        self.rest = [1, 2, 3] if self.loops % 2 else [3, 1, 2]
        return self
    def __next__(self):
        if not self.rest: raise StopIteration
        return self.rest.pop(0)
def f(xs): return Items()
