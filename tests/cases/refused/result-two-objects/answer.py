class V:
    def __init__(self, v): self.v, self.me = v, self
    def __add__(self, o): return V(self.v + o.v)
    def other(self, o): return o
def f(v): return V(v)
