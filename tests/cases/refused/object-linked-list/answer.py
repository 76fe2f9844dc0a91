class Node:
    def __init__(self, val, next=None): self.val, self.next = val, next
class Chain:
    def __init__(self, xs):
        self.head = None
        for x in reversed(xs): self.head = Node(x, self.head)
    def nodes(self):
        node = self.head
        while node:
            yield node
            node = node.next
    def __iter__(self): return self.nodes()
    def __len__(self): return sum(1 for _ in self.nodes())
    def __getitem__(self, i): return [n for n in self.nodes()][i]
    def remove(self, node):
        before = None
        for n in self.nodes():
            if n is node:
                if before: before.next = n.next
                else: self.head = n.next
                return
            before = n
def f(xs): return Chain(xs)
def g(node): return node
