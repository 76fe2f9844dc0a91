import numpy as np
class Grid:
    def __init__(self, n): self.cells = np.zeros((n, n), int)
    def total(self): return self.cells.sum()
