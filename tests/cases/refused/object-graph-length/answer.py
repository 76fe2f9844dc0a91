class Graph:
    def __init__(self, edges):
        self.edges = edges
        self.nodes = sorted({n for e in edges for n in e})
    def __len__(self): return len(self.edges)
    def __iter__(self): return iter(self.nodes)
def f(edges): return Graph(edges)
