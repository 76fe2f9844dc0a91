import contextvars, weakref
mode = contextvars.ContextVar('mode', default='sum')
class P:
    __slots__ = ('x', 'y', '__weakref__')
    def __init__(self, x, y): self.x, self.y = x, y
    def norm(self): return self.x ** 2 + self.y ** 2 if mode.get() == 'sum' else 0
    def __del__(self): pass
alive = weakref.WeakSet()
def f(x, y):
    p = P(x, y)
    alive.add(p)
    weakref.finalize(p, print, 'gone')
    return p
