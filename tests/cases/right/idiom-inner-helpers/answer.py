class Solution:
    class Node:
        __slots__ = ('val', 'left', 'right')
        def __init__(self, val, left=None, right=None):
            self.val, self.left, self.right = val, left, right
    def solve(self, xs):
        root = None
        for x in xs: root = insert(root, x, self.Node)
        return list(walk(root))
def insert(node, x, make):
    if node is None: return make(x)
    if x < node.val: node.left = insert(node.left, x, make)
    else: node.right = insert(node.right, x, make)
    return node
def walk(node):
    if node:
        yield from walk(node.left)
        yield node.val
        yield from walk(node.right)
