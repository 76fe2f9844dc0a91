import numpy as np
def f(rows): return int(np.array(rows).sum()), np.linalg.det(np.eye(2))
