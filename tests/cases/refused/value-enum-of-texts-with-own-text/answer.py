from enum import Enum
class L(str, Enum):
    LOW = 'low'
    def __str__(self): return self.name
def f(n): return L.LOW
