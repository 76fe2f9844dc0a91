import math


def f(x):
    return math.floor(x)
