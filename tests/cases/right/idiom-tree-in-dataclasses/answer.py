from dataclasses import dataclass
from typing import Optional
@dataclass
class TreeNode:
    val: int
    left: Optional['TreeNode'] = None
    right: Optional['TreeNode'] = None
    def depth(self): return 1 + max((n.depth() for n in (self.left, self.right) if n), default=0)
    def inverted(self):
        flip = lambda n: n and TreeNode(n.val, flip(n.right), flip(n.left))
        return flip(self)
