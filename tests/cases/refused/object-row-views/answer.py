class Row:
    def __init__(self, m, i): self.m, self.i = m, i
    def __getitem__(self, j): return self.m.data[self.i][j]
    def __setitem__(self, j, x): self.m.data[self.i][j] = x
    def __len__(self): return len(self.m.data[self.i])
    def __iter__(self): return iter(self.m.data[self.i])
class Matrix:
    def __init__(self, data): self.data = data
    def __getitem__(self, i):
        if isinstance(i, tuple): return self.data[i[0]][i[1]]
        if i >= len(self.data): raise IndexError
        return Row(self, i)
    def __len__(self): return len(self.data)
def f(data): return Matrix(data)
