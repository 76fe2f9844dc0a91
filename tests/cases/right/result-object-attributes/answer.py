from dataclasses import dataclass
@dataclass
class P:
    x: int
    y: list
def f(): return P(1, [2])
