from collections import namedtuple
S=namedtuple('S','mean std sum')
def f(m,s): return S(lambda *a,**k: m, lambda *a,**k: s, lambda *a,**k: 30)
