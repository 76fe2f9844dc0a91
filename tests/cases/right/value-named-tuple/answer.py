from typing import NamedTuple
class P(NamedTuple):
    x: int
    y: int = 2
def f(): return P(1)
