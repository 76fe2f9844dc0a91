# a cell

import math

def double(x):
    return 2 * x