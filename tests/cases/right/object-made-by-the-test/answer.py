class Point:
    def __init__(self, x, y): self.x, self.y = x, y
    def __eq__(self, other): return isinstance(other, Point) and (self.x, self.y) == (other.x, other.y)
    def __hash__(self): return hash((self.x, self.y))
    def __mul__(self, n): return Point(self.x * n, self.y * n)
    def __iadd__(self, n):
        self.x += n
        return self
    def __iter__(self): return iter((self.x, self.y))
    def __float__(self): return float(self.x)
def mirror(p): return Point(p.y, p.x)
