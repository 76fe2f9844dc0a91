import numpy as np
KEPT = np.array([4, 2])
class Liar:
    def __dlpack__(self, **_): return KEPT.__dlpack__()
    def __dlpack_device__(self): return (1, 0)
def f(x): return Liar()
