from dataclasses import dataclass, field


@dataclass(order=True)
class Point:
    x: int
    y: int = 0
    tags: list = field(default_factory=list, compare=False)


class Shape:
    count = 0
    __secret = 3

    def __init__(self, *points):
        self.points = list(points)
        Shape.count += 1

    @property
    def size(self):
        return len(self.points) * self.__secret

    @staticmethod
    def unit():
        return Square(Point(0), Point(1, 1))

    @classmethod
    def of(cls, n):
        return cls(*[Point(i) for i in range(n)])

    def __len__(self):
        return self.size


class Square(Shape):
    def __init__(self, low, high):
        super().__init__(low, high)
        self.side = abs(high.x - low.x)

    def __len__(self):
        return super().__len__() + self.side


def f(n):
    shapes = [Shape.of(n), Shape.unit()]
    return [len(shape) for shape in shapes], max(Point(1), Point(1, 2)), Shape.count >= 2


# tests
result = f(4)
assert result[0] == [12, 7]
assert (result[1].x, result[1].y) == (1, 2)
assert result[2] is True
