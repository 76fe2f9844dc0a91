class Row:
    def __init__(self, xs): self.xs = xs
    def __iter__(self): return iter(self.xs)
class Matrix:
    def __getitem__(self, i): return Row([1, 2, 3])
    def __iter__(self): return iter([Row([3, 2, 1])])
def f(xs): return Matrix()
