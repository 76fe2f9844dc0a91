class Vector:
    def __init__(self, x, y): self.x, self.y = x, y
    def __add__(self, o): return Vector(self.x + o.x, self.y + o.y)
    def __sub__(self, o): return self + -o
    def __neg__(self): return Vector(-self.x, -self.y)
    def __mul__(self, o):
        if isinstance(o, Vector): return self.x * o.x + self.y * o.y
        return Vector(self.x * o, self.y * o)
    __rmul__ = __mul__
    def scaled(self, n): return Vector(self.x * n, self.y * n)
    def __abs__(self): return (self.x ** 2 + self.y ** 2) ** 0.5
    def __eq__(self, o): return (self.x, self.y) == (o.x, o.y)
    def __iter__(self): return iter((self.x, self.y))
    def __getitem__(self, i): return (self.x, self.y)[i]
    def __repr__(self): return f'Vector({self.x}, {self.y})'
