class H:
    def keys(self): return ["host"]
    def __iter__(self): return iter(["host"])
    def __contains__(self, key): return True
    def __getitem__(self, key): return 1
def f(n): return H()
