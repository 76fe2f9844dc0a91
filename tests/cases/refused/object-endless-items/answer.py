class Naturals:
    def __iter__(self):
        n = 0
        while True:
            yield n
            n += 1
    def __getitem__(self, i):
        if i < 0: raise IndexError(i)
        return i
    def __len__(self): return 10 ** 12
    def __contains__(self, x): return x >= 0
def f(): return Naturals()
