from collections.abc import Sequence
class S(Sequence):
    def __init__(self, x): self.x = x
    def __len__(self): return len(self.x)
    def __getitem__(self, i): return self.x[i]
def f(xs): return S(xs)
