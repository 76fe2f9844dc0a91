class Solution:
    class Node:
        kind = 'inner'
        def __init__(self, v, next=None): self.v, self.next = v, next
    class Leaf(Node):
        def __init__(self): super().__init__(0)
    def chain(self, values):
        head = None
        for v in reversed(values): head = self.Node(v, head)
        return head
    def values(self, node):
        found = []
        while node:
            found.append(node.v)
            node = node.next
        return found
