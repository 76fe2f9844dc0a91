import math
from typing import List

FACTOR = 2

def f(xs: List[int], n: int = 0) -> int:
    '''Sum up.'''
    def half(x):
        return x // FACTOR
    print(n)
    for x in sorted(xs, key=lambda y: -y):
        try:
            n += half(x)
        except ValueError as error:
            continue
    half(n)
    return math.floor(n)
