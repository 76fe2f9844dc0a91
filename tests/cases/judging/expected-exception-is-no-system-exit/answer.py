import ctypes, os
def f(x):
    raise SystemExit
