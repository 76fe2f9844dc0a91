class Base:
    def __init__(self, n): self.n = n
    def area(self): return 0
class Square(Base):
    def __init__(self, n):
        super().__init__(n)
    def area(self): return super().area() + self.n ** 2
