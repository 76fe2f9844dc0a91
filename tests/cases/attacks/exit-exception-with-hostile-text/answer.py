class Bad(Exception):
    def __str__(self): raise SystemExit(0)
    __repr__ = __str__
    args = property(lambda self: 1 / 0)
def f(x): raise Bad
