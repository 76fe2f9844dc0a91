import math
import numpy as np
def objects(item):
    array = np.empty(1, object)
    array[0] = item
    return array
def fill(array, value):
    array[:] = value
    return array
def put(array, place, value):
    array[place] = value
def try_fill(array):
    try:
        array[:] = 1
    except ValueError:
        return "refused"
    return "filled"
