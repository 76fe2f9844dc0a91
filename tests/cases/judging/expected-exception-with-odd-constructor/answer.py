def f(x):
    return b'\xff'.decode('utf-8')
