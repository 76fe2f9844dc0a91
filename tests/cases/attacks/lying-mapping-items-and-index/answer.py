class M:
    def __init__(self, **shown): self.shown = shown
    def keys(self): return self.shown["keys"]
    def values(self): return self.shown["values"]
    def items(self): return self.shown["items"]
    def __iter__(self): return iter(self.shown["loop"])
    def __len__(self): return self.shown["len"]
    def __getitem__(self, key): return self.shown["get"][key]
def f(n, **other):
    other = {"items": [("a", 4), ("b", 2)]}
    right = {"keys": ["a", "b"], "values": [1, 2], "items": [("a", 1), ("b", 2)], "loop": ["a", "b"],
             "len": 2, "get": {"a": 1, "b": 2}}
    return M(**right | other)
