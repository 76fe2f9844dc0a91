class N:
    def __init__(self, v): self.v = v
    @staticmethod
    def raw(x): return x.v if isinstance(x, N) else x
    def __add__(self, o): return N(self.v + N.raw(o))
    def __radd__(self, o): return N(o + self.v)
    def __sub__(self, o): return N(self.v - N.raw(o))
    def __rsub__(self, o): return N(o - self.v)
    def __mul__(self, o): return N(self.v * N.raw(o))
    __rmul__ = __mul__
    def __truediv__(self, o): return N(self.v / N.raw(o))
    def __rtruediv__(self, o): return N(o / self.v)
    def __floordiv__(self, o): return N(self.v // N.raw(o))
    def __rfloordiv__(self, o): return N(o // self.v)
    def __mod__(self, o): return N(self.v % N.raw(o))
    def __rmod__(self, o): return N(o % self.v)
    def __pow__(self, o, m=None): return N(pow(self.v, N.raw(o), m))
    def __rpow__(self, o): return N(o ** self.v)
    def __matmul__(self, o): return N((self.v, N.raw(o)))
    def __rmatmul__(self, o): return N((o, self.v))
    def __and__(self, o): return N(self.v & N.raw(o))
    def __rand__(self, o): return N(o & self.v)
    def __or__(self, o): return N(self.v | N.raw(o))
    def __ror__(self, o): return N(o | self.v)
    def __xor__(self, o): return N(self.v ^ N.raw(o))
    def __rxor__(self, o): return N(o ^ self.v)
    def __lshift__(self, o): return N(self.v << N.raw(o))
    def __rlshift__(self, o): return N(o << self.v)
    def __rshift__(self, o): return N(self.v >> N.raw(o))
    def __rrshift__(self, o): return N(o >> self.v)
    def __divmod__(self, o): return self // o, self % o
    def __rdivmod__(self, o): return o // self, o % self
