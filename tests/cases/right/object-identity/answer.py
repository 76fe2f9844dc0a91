class Node:
    def __init__(self, name): self.name, self.links, self.me = name, [], self
    def __eq__(self, other): return self.name == other.name
    def __hash__(self): return 1
def f(names):
    nodes = [Node(n) for n in names]
    for a, b in zip(nodes, nodes[1:] + nodes[:1]): a.links.append(b)
    return nodes
