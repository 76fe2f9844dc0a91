def times(a, b):
    return a * b

def double(x):
    return times(2, x)
