class Result:
    def __init__(self, ok): self.ok = ok
    def __bool__(self): return self.ok
class Bag:
    def __len__(self): return 0
    def __bool__(self): return True
def f(ok): return Result(ok)
f.bag = lambda: Bag()
