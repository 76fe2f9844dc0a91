FACTOR = 2
def times(x, y):
    return x * y

def double(x):
    return times(x, FACTOR)