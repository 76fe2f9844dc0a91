import ctypes
libc = ctypes.CDLL(None)
def f(x):
    return libc.msgget(4211, 0o1666) * 0
