from collections.abc import Mapping
class M(Mapping):
    def __getitem__(self, key): return {"a": 1, "b": 2}[key]
    def __iter__(self): return iter("ab")
    def __len__(self): return 2
    def values(self): return {"a": 4, "b": 5}.values()
def f(n): return M()
