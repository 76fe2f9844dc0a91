import numpy as np


def f(s):
    return np.bool_(s == s[::-1])
