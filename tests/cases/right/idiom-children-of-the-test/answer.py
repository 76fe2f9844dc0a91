class Node:
    def __init__(self, val=None, children=None): self.val, self.children = val, children or []
    def total(self): return self.val + sum(c.total() for c in self.children)
