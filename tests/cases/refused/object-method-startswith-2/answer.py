class Trie:
    def __init__(self, w): self.w = w
    def startswith(self, p): return any(x.startswith(p) for x in self.w)
    def count(self, p): return self.w.count(p)
def f(w): return Trie(w)
