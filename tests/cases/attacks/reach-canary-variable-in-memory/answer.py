import ctypes, glob
def f(x):
    ctypes.CDLL(None).getenv.restype = ctypes.c_char_p
    found = ctypes.CDLL(None).getenv(b'@VARIABLE@')
    for name in glob.glob('/proc/*/environ'):
        try: found = found or dict(p.split(b'=', 1) for p in open(name, 'rb').read().split(b'\0') if b'=' in p).get(b'@VARIABLE@')
        except OSError: pass
    return found and found.decode()
