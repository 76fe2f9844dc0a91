import numpy as np
def f(x):
    return np.arange(3)
