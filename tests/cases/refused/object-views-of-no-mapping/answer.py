import collections, itertools
class Cart:
    def items(self): return ["tea", "milk"]
    def __iter__(self): return iter(self.items())
    def __len__(self): return 2
class Vector:
    def __init__(self, xs): self.xs = xs
    def values(self): return iter(self.xs)
    def __getitem__(self, i): return self.xs[i]
    def __iter__(self): return iter(self.xs)
    def __len__(self): return len(self.xs)
class Tree:
    def __init__(self, keys): self._keys = sorted(keys)
    def insert(self, key): self._keys = sorted([*self._keys, key])
    def keys(self): return self._keys
    def values(self): return [f"v{key}" for key in self._keys]
class Bag:
    def __init__(self, text): self.counts = collections.Counter(text)
    def __getitem__(self, key): return self.counts[key]
    def __iter__(self): return iter(self.counts)
    def __len__(self): return sum(self.counts.values())
    def items(self): return self.counts.items()
class Endless:
    def values(self): return itertools.count()
def f(): return Cart()
f.vector, f.tree, f.bag, f.endless = Vector, Tree, Bag, Endless
