def f(x):
    return len(bytearray(200 << 20))
