def f(x): return len(bytearray(1 << 40))
