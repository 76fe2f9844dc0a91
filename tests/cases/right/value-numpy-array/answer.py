import numpy as np
def f(): return np.arange(6).reshape(2, 3) * 2
