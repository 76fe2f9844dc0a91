def double(x):
    return times(x, 2)

def times(x, y):
    return x * y