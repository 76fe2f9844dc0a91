import numpy as np
def f(xs):
    a = np.array(xs)
    return [a.sum(), a.mean(), (a > 0).all(), list(a ** 2)]
