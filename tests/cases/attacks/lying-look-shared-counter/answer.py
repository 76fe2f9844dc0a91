class Node:
    reads = 0
    @property
    def value(self):
        Node.reads += 1
        return Node.reads
    @property
    def next(self): return Node()
def f(n): return Node()
