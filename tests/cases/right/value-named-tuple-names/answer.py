from collections import namedtuple
class Range(namedtuple('Range', 'low high')):
    __slots__ = ()
    def width(self): return self.high - self.low
def f(xs): return Range(min(xs), max(xs))
