def double(x):
    return times(x, 2)