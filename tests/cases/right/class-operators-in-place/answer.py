class M:
    def __init__(self, v): self.v = v
    def do(self, v):
        self.v = v
        return self
    def __iadd__(self, n): return self.do(self.v + n)
    def __isub__(self, n): return self.do(self.v - n)
    def __imul__(self, n): return self.do(self.v * n)
    def __ifloordiv__(self, n): return self.do(self.v // n)
    def __imod__(self, n): return self.do(self.v % n)
    def __ipow__(self, n): return self.do(self.v ** n)
    def __ilshift__(self, n): return self.do(self.v << n)
    def __irshift__(self, n): return self.do(self.v >> n)
    def __iand__(self, n): return self.do(self.v & n)
    def __ior__(self, n): return self.do(self.v | n)
    def __ixor__(self, n): return self.do(self.v ^ n)
    def __imatmul__(self, n): return self.do((self.v, n))
    def __truediv__(self, n): return M(self.v / n)
