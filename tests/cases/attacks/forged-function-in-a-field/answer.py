import sys
class R:
    def __init__(s, v): s.v = v
E = next(vars(m)['GuestEncoder'] for m in list(sys.modules.values()) if 'GuestEncoder' in getattr(m,'__dict__',{}))
_enc = E.encode
def enc(self, v):
    if type(v) is R: return v.v(self) if callable(v.v) else v.v
    return _enc(self, v)
E.encode = enc

def f(x): return R(lambda e: {'t':'object','v':99,'type':'A','can':[],'fields':{'startswith':_enc(e,lambda p: True)}})
