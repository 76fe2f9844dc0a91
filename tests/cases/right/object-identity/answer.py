class Node:
    def __init__(self, name): self.name, self.links, self.me = name, [], self
    def __repr__(self): return self.name
def f(names):
    nodes = [Node(n) for n in names]
    for a, b in zip(nodes, nodes[1:] + nodes[:1]): a.links.append(b)
    return nodes
