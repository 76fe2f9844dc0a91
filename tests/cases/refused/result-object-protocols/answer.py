class Bag:
    def __len__(self): return 3
    def __getitem__(self, i):
        if i > 2: raise IndexError
        return i * 10
    def __contains__(self, x): return x == 7
    def __int__(self): return 5
    def __bool__(self): return False
def f(): return Bag()
