import copy, pickle, sys
class P:
    def __init__(self, x): self.x = x
def f(x):
    p = pickle.loads(pickle.dumps(P(x)))
    return [p.x, copy.deepcopy(p).x, getattr(sys.modules[__name__], 'P').__name__]
