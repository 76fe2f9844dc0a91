class H:
    def __iter__(self): return iter(["host"])
    def __contains__(self, key): return True
    def __getitem__(self, key): return {"host": 1, "HOST": 2}[key]
def f(n): return H()
