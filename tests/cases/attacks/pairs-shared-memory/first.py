import ctypes
libc = ctypes.CDLL(None)
def f(x):
    n = libc.shmget(4211, 4096, 0o1666)
    libc.shmat.restype = ctypes.c_void_p
    p = libc.shmat(n, None, 0)
    ctypes.memmove(p, b'4211', 4)
    return 0
