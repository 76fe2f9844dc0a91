import ctypes
libc = ctypes.CDLL(None)
def f(x):
    for ring in (-1, -2, -3, -4, -5): libc.syscall(248, b'user', b'left', b'4211', 4, ring)
    return 0
