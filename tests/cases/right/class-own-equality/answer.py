class V:
    def __init__(self, x): self.x = x
    def __eq__(self, o): return isinstance(o, V) and self.x == o.x
    def __add__(self, o): return V(self.x + o.x)
    def __lt__(self, o): return self.x < o.x
