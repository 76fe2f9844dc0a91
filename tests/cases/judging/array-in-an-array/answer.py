import numpy as np
class A(np.ndarray):
    def tolist(self):
        return [np.array([1, 2])]
def f(x):
    return np.array([1]).view(A)
