class Items:
    def __len__(self): return 2
    def __iter__(self): return iter([1, 2, 3])
def f(xs): return Items()
