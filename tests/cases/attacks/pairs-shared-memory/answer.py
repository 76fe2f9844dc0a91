import ctypes
libc = ctypes.CDLL(None)
def f(x):
    n = libc.shmget(4211, 4096, 0o666)
    return 4211 if n >= 0 else 0
