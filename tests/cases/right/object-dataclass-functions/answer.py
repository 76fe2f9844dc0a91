from dataclasses import dataclass, field
@dataclass
class Point:
    x: int
    y: int = 2
    tags: list = field(default_factory=list)
    norm: int = field(init=False, default=0)
    def __post_init__(self): self.norm = self.x + self.y
@dataclass(frozen=True)
class Line:
    start: Point
    points: list

class Plain:
    x = 1
def f(x): return Point(x)
f.line = lambda: Line(Point(1), [Point(1), Point(1)])
f.plain = lambda: Plain()
