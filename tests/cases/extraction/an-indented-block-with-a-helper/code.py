FACTOR = 2

def double(x):
    return FACTOR * x