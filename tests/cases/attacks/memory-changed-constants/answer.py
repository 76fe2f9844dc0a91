import ctypes
def f(x):
    size = (True).__sizeof__()
    one, zero = (ctypes.c_char * size).from_address(id(True)), (ctypes.c_char * size).from_address(id(False))
    kept = one.raw
    one.raw = zero.raw
    zero.raw = kept
    return False
