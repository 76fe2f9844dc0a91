import math
class N:
    def __init__(self, v): self.v = v
    def __neg__(self): return N(-self.v)
    def __pos__(self): return N(+self.v)
    def __abs__(self): return abs(self.v)
    def __invert__(self): return ~self.v
    def __round__(self, digits=None): return round(self.v, digits)
    def __trunc__(self): return math.trunc(self.v)
    def __floor__(self): return math.floor(self.v)
    def __ceil__(self): return math.ceil(self.v)
    def __int__(self): return int(self.v)
    def __float__(self): return float(self.v)
    def __complex__(self): return complex(self.v)
    def __bytes__(self): return bytes([self.v])
    def __index__(self): return self.v
    def __bool__(self): return self.v != 0
    def __len__(self): return self.v
