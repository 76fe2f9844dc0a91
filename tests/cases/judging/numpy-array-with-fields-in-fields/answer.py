import numpy as np
def f(x): return np.zeros(2, [('a', [('b', 'i8')])])
