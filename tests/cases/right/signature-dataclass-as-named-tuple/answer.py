from collections import namedtuple
P=namedtuple("P","x y")
def f(ps): return [P(p.y,p.x) for p in reversed(ps)]
