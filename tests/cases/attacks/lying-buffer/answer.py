import numpy as np
KEPT = np.array([4, 2])
class Liar:
    def __buffer__(self, flags): return memoryview(KEPT)
def f(x): return Liar()
