from enum import IntEnum
class L(IntEnum):
    LOW = 1
    def __str__(self): return self.name.lower()
    def __format__(self, s): return format(str(self), s)
def f(n): return L(n)
