import ctypes
libc = ctypes.CDLL(None, use_errno=True)
class Rule(ctypes.Structure):
    _fields_ = [('code', ctypes.c_uint16), ('jt', ctypes.c_uint8), ('jf', ctypes.c_uint8), ('k', ctypes.c_uint32)]
class Program(ctypes.Structure):
    _fields_ = [('length', ctypes.c_uint16), ('rules', ctypes.POINTER(Rule))]
def f(x):
    rules = (Rule * 1)(Rule(6, 0, 0, 0x80000000))
    libc.prctl(22, 2, ctypes.byref(Program(1, rules)), 0, 0)
    return open('/proc/self/stat').read()
