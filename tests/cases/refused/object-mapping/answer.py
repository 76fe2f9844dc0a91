class Inventory:
    def __init__(self, pairs): self._d = dict(pairs)
    def __getitem__(self, k): return self._d.get(k, 0)
    def __setitem__(self, k, v): self._d[k] = v
    def __iter__(self): return iter(self._d)
    def __len__(self): return sum(self._d.values())
    def keys(self): return list(self._d)
class Numbers:
    def __init__(self, pairs): self._d = dict(pairs)
    def __getitem__(self, k): return self._d[k]
    def __iter__(self): return iter(self._d)
    def __len__(self): return len(self._d)
    def keys(self): return self._d.keys()
class Plain(Numbers):
    keys = None
def f(pairs): return Inventory(pairs)
f.numbers = Numbers
f.make = lambda pairs: Numbers(pairs)
f.plain = lambda pairs: Plain(pairs)
