from typing import NamedTuple
class P(NamedTuple):
    x: int
    y: list
    z: float = float("nan")
def f(): return P(1, [2])
