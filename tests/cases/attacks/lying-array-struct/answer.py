import numpy as np
KEPT = np.array([4, 2])
class Liar:
    __array_struct__ = property(lambda self: KEPT.__array_struct__)
def f(x): return Liar()
