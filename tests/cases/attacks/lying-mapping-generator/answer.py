class M:
    def keys(self): yield from "ab"
    def values(self): yield from (4, 5)
    def items(self): yield from (("a", 1), ("b", 2))
def f(n): return M()
