from collections.abc import MutableMapping
class M(MutableMapping):
    def __init__(self, d): self.d = dict(d)
    def __getitem__(self, key): return self.d[key]
    def __setitem__(self, key, value): self.d[key] = value
    def __delitem__(self, key): del self.d[key]
    def __iter__(self): return iter(self.d)
    def __len__(self): return len(self.d)
def f(d): return M(d)
