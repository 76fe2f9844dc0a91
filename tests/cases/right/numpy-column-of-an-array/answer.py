import numpy as np
def f(n): return np.arange(n * n).reshape(n, n)
