import math
import not_there
from typing import List

N = 3
TABLE: List[int] = [1]
TABLE.append(N)
TABLE[0] += 1
Pair = tuple[int, int]

def helper(x):
    return other(x) + math.pi

def other(x):
    return x

def open_helper(x):
    """Only described."""

class Whole:
    def __init__(self, x):
        self.x = x * N

class Open:
    def method(self):
        ...

class Child(Open):
    def more(self):
        return 1

print(f(N))

def f(x: "Whole") -> int:
    