class Cell:
    def __init__(self, value): self.value = value
class Cells:
    def __init__(self, xs): self.xs = xs
    def __getitem__(self, i): return Cell(sorted(self.xs)[i])
    def __iter__(self): return map(Cell, self.xs)
def f(xs): return Cells(xs)
