class Tree:
    def __init__(self, val):
        self.val, self.left, self.right, self.children = val, None, None, []
    def insert(self, val):
        side = 'left' if val < self.val else 'right'
        if getattr(self, side) is None: setattr(self, side, Tree(val))
        else: getattr(self, side).insert(val)
    @property
    def height(self): return 1 + max((t.height for t in (self.left, self.right) if t), default=0)
    @property
    def size(self): return 1 + sum(c.size for c in self.children)
def f(xs):
    tree = Tree(xs[0])
    for x in xs[1:]: tree.insert(x)
    return tree
