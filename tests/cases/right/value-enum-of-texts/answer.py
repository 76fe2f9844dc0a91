from enum import Enum
class L(str, Enum):
    LOW = 'low'
def f(n): return L.LOW
