import ctypes, os
def f(x):
    return 'a' * 17_000_000
