from collections.abc import Mapping
class Headers(Mapping):
    def __init__(self, d): self.d = {k.lower(): (k, v) for k, v in d.items()}
    def __getitem__(self, key): return self.d[key.lower()][1]
    def __iter__(self): return (k for k, _ in self.d.values())
    def __len__(self): return len(self.d)
def f(d): return Headers(d)
