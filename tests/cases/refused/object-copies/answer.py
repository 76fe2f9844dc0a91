class Board:
    def __init__(self, cells): self.cells = cells
    def copy(self): return Board([*self.cells])
    @property
    def rows(self): return list(self.cells)
    def __iter__(self): return iter(self.cells)
    def __len__(self): return len(self.cells)
def f(cells): return Board(cells)
