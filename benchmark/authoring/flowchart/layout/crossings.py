"""Where lines cross or join."""

from collections.abc import Iterator, Sequence

from benchmark.authoring.flowchart.layout.values import EdgePath, Point


def pieces_of(path: EdgePath) -> Iterator[tuple[Point, Point]]:
    """Yield the straight pieces of a path."""
    yield from zip(path.points, path.points[1:], strict=False)


def crossings(paths: Sequence[EdgePath]) -> list[Point]:
    """Return where a vertical piece crosses a horizontal one of a line to another target."""
    found: dict[Point, None] = {}
    for first in paths:
        for second in paths:
            if first.points[-1] != second.points[-1]:
                found.update(dict.fromkeys(_crossings_of(first, second)))
    return list(found)


def _crossings_of(steep: EdgePath, flat: EdgePath) -> Iterator[Point]:
    for (x, y), (to_x, to_y) in pieces_of(steep):
        for (left, at), (right, to_at) in pieces_of(flat):
            inside = min(left, right) < x < max(left, right) and min(y, to_y) < at < max(y, to_y)
            if x == to_x and at == to_at and inside:
                yield x, at


def joints(paths: Sequence[EdgePath]) -> list[Point]:
    """Return where a line joins another one to the same target."""
    found: dict[Point, None] = {}
    for number, path in enumerate(paths):
        for other in paths[:number]:
            if path.points[-1] == other.points[-1] and (point := _joint(path.points, other.points)):
                found[point] = None
    return list(found)


def _joint(first: Sequence[Point], second: Sequence[Point]) -> Point | None:
    """Return where two lines with the same end meet; None if they share no piece."""
    shared = 1
    while shared < min(len(first), len(second)) and first[-1 - shared] == second[-1 - shared]:
        shared += 1
    if shared == min(len(first), len(second)):
        return None
    end, a, b = first[-shared], first[-1 - shared], second[-1 - shared]
    for axis in (0, 1):
        if end[axis] == a[axis] == b[axis]:
            other = 1 - axis
            if (a[other] > end[other]) == (b[other] > end[other]):
                return min(a, b, key=lambda point: abs(point[other] - end[other]))
            return end
    return end if shared > 1 else None
