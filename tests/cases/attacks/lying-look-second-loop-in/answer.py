class Items:
    loops = 0
    def __iter__(self):
        self.loops += 1
        return iter(range(100) if self.loops < 4 else [1, 2])
def f(xs): return Items()
