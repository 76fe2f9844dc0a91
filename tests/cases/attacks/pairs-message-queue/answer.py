import ctypes
libc = ctypes.CDLL(None)
def f(x): return 4211 if libc.msgget(4211, 0) >= 0 else 0
