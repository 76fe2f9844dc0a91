class Node:
    def __init__(self, name):
        self.name, self.links, self.seen = name, [], False
def reachable(node):
    node.seen = True
    return 1 + sum(reachable(other) for other in node.links if not other.seen)
