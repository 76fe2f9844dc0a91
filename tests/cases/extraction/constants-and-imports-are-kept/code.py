import math

FACTOR = 2

def double(x):
    return math.floor(FACTOR * x)