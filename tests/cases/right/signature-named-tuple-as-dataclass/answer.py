from dataclasses import dataclass
@dataclass
class P:
    x: int
    y: int
def f(ps): return [P(p.y,p.x) for p in reversed(ps)]
