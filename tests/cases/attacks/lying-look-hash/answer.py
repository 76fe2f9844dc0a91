from itertools import count
LOOKS = count()
class Key:
    def __hash__(self): return next(LOOKS)
    def __eq__(self, other): return True
def f(x): return Key()
