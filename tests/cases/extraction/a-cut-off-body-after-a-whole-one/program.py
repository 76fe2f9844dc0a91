def double(x):
    y = 2 * x
    return y