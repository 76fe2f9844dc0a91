class Matrix:
    def __init__(self, rows): self.rows = [list(r) for r in rows]
    def _each(self, other, op): return Matrix([[op(x, y) for x, y in zip(r, s)] for r, s in zip(self.rows, other.rows)])
    def __add__(self, o): return self._each(o, lambda x, y: x + y)
    def __sub__(self, o): return self._each(o, lambda x, y: x - y)
    def __neg__(self): return self * -1
    def __mul__(self, n): return Matrix([[x * n for x in r] for r in self.rows])
    __rmul__ = __mul__
    def __matmul__(self, o): return Matrix([[sum(x * y for x, y in zip(r, c)) for c in zip(*o.rows)] for r in self.rows])
    def __pow__(self, n): return self if n == 1 else self @ self ** (n - 1)
    def __eq__(self, o): return isinstance(o, Matrix) and self.rows == o.rows
    def __getitem__(self, at): return self.rows[at[0]][at[1]]
    def __setitem__(self, at, x): self.rows[at[0]][at[1]] = x
    def __iter__(self): return iter(self.rows)
    def __bool__(self): return any(map(any, self.rows))
    def __str__(self): return '\n'.join(' '.join(map(str, r)) for r in self.rows)
    @property
    def T(self): return Matrix(zip(*self.rows))
    def inverse(self):
        (a, b), (c, d) = self.rows
        return Matrix([[d, -b], [-c, a]]) * (1 / (a * d - b * c))
