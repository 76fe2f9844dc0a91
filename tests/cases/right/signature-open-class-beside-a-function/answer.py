class Shape:
    def __init__(self, side): self.side = side
    def area(self): return self.side ** 2
def total(shapes): return sum(shape.area() for shape in shapes)
