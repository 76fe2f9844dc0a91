class Liar:
    def __eq__(self, other): return NotImplemented
    __lt__ = __gt__ = __and__ = __eq__
    def __ne__(self, other): return False
def f(x): return Liar()
