def double(x):
    y = x
    return x + y