import numpy as np
def f(x):
    return {'scalar': np.float64(1.5), 'array': np.arange(4).reshape(2, 2), 'flag': np.bool_(True)}
