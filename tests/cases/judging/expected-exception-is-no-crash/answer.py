import ctypes, os
def f(x):
    ctypes.string_at(0)
