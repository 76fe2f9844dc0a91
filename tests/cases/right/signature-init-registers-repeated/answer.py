from typing import Optional
class Node:
    """A node."""
    def __init__(self, val: int, parent: Optional["Node"] = None) -> None:
        self.val = val
        self.parent = parent
        self.children = []
        if parent:
            parent.children.append(self)

def f(node):
    return len(node.parent.children)
