class Thing:
    def __init__(self, n): self.n = n
things = [Thing(n) for n in range(10)]
def f(x): return {thing: 0 for thing in things}
