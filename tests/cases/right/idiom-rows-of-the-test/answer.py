class Grid:
    def __init__(self, h, w): self.cells, self.names, self.seen = [[0] * w for _ in range(h)], {}, set()
    def __getitem__(self, i): return self.cells[i]
    def total(self): return sum(map(sum, self.cells))
    def sizes(self): return len(self.names), len(self.seen)
