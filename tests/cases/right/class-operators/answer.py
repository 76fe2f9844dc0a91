class M:
    def __init__(self, v): self.v = v
    def __eq__(self, o): return self.v == o.v
    def __hash__(self): return hash(self.v)
    def __neg__(self): return M(-self.v)
    def __abs__(self): return abs(self.v)
    def __truediv__(self, o): return M(self.v / o.v)
    def __matmul__(self, o): return self.v * o.v
    def __radd__(self, n): return M(self.v + n)
