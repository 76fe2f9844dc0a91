class Shifting:
    def __init__(self): self.values = [3, 1]
    def __get__(self, owner, kind): return self.values.pop()
class Point:
    x = Shifting()
def f(n): return Point()
