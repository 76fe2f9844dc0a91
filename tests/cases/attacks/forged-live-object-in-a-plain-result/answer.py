import sys
class R:
    def __init__(s, v): s.v = v
E = next(vars(m)['GuestEncoder'] for m in list(sys.modules.values()) if 'GuestEncoder' in getattr(m,'__dict__',{}))
_enc = E.encode
def enc(self, v):
    if type(v) is R: return v.v(self) if callable(v.v) else v.v
    return _enc(self, v)
E.encode = enc

class A:
    n=9
    def __int__(s):
        A.n-=5; return A.n+5
class Stack:
    def names(self):
        return R(lambda e: [e.live_object(A())])
