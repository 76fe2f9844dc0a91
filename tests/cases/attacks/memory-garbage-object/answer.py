import ctypes
def f(x):
    value = 2.5 * x
    ctypes.c_void_p.from_address(id(value) + 8).value = 0x4141414141
    return value
