class M:
    calls = 0
    def keys(self): return ["a", "b"]
    def __getitem__(self, key): return {"a": 1, "b": 2}[key]
    def __iter__(self): return iter("ab")
    def values(self):
        self.calls += 1
        return [1, 2] if self.calls == 1 else [1, 9]
def f(n): return M()
