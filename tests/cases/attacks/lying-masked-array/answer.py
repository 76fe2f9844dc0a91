import numpy as np
def f(x): return np.ma.masked_array([4, 0], [False, True])
