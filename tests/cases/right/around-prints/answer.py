print('loading ✓')
def f(x):
    print('debug', x)
    return x + 1
