from collections import deque
class Node:
    def __init__(self, name): self.name, self.next = name, set()
class Graph:
    def __init__(self): self.nodes = []
    def node(self, name):
        for n in self.nodes:
            if n.name == name: return n
        self.nodes.append(Node(name))
        return self.nodes[-1]
    def edge(self, a, b): a.next.add(b)
    def neighbours(self, a): return a.next
    def degree(self): return {n: len(n.next) for n in self.nodes}
    def path(self, a, b):
        queue, came = deque([a]), {a: None}
        while queue:
            n = queue.popleft()
            if n is b:
                found = []
                while n: found.append(n); n = came[n]
                return found[::-1]
            for m in n.next:
                if m not in came: came[m] = n; queue.append(m)
