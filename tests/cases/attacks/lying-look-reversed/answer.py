class Items:
    def __iter__(self): return iter([1, 2, 3])
    def __reversed__(self): return iter([1, 2, 3])
def f(xs): return Items()
