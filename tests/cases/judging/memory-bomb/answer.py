def f(x):
    return bytearray(8 << 30)
