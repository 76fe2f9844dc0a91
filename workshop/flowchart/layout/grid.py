"""A grid of 12 px on which lines are found: short, with few bends and crossings, and never through a box.

Lines that end at the same target may join; others never share a piece, touch at a bend or run through a box.
"""

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

from workshop.flowchart.layout.values import Point, Rectangle

STEP = 12  #: px from a line of the grid to the next
CLEAR = 24  #: px that lines keep away from boxes, and the length of a line's straight first and last piece

FRAME = "frame "  #: how the names of frames begin

Cell = tuple[int, int]  #: column and row
_BEND_COST, _CROSS_COST, _NEAR_COST = 4, 14, 2
_NEVER = 1 << 20  # a cost
_HORIZONTAL, _VERTICAL, _BEND = 1, 2, 4
_DIRECTIONS: tuple[Cell, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """A point on an outline at which a line can begin or end, with the direction away from the outline."""

    point: Point
    away: Cell
    cost: int = 0


def cell_of(point: Point) -> Cell:
    """Return the grid's cell of a point that lies on the grid."""
    return point[0] // STEP, point[1] // STEP


def corners_of(points: Sequence[Point]) -> tuple[Point, ...]:
    """Leave out points between two others on a straight line."""
    kept: list[Point] = []
    for point in points:
        if kept and kept[-1] == point:
            continue
        if len(kept) > 1 and _straight(kept[-2], kept[-1], point):
            kept.pop()
        kept.append(point)
    return tuple(kept)


def _straight(first: Point, second: Point, third: Point) -> bool:
    return (first[0] == second[0] == third[0]) or (first[1] == second[1] == third[1])


class Grid:
    """What is already drawn, and the search for the next line."""

    def __init__(self, bounds: Rectangle) -> None:
        self._low = cell_of((bounds.x, bounds.y))
        self._high = cell_of((bounds.right, bounds.bottom))
        self._blocked: set[Cell] = set()
        self._costs: dict[Cell, int] = {}
        self._lines: dict[Cell, dict[str, int]] = {}
        self._near: set[Cell] = set()  # cells with a line in them or next to them
        self._joinable: dict[str, dict[Cell, list[Point]]] = {}

    def block(self, place: Rectangle, margin: int) -> None:
        """Keep lines out of a rectangle, and ``margin`` px away from it."""
        self._blocked.update(_cells(place.grown(margin)))

    def make_costly(self, place: Rectangle, cost: int) -> None:
        """Let lines avoid a rectangle if the way around it is short."""
        for cell in _cells(place):
            self._costs[cell] = self._costs.get(cell, 0) + cost

    def add_frame(self, name: str, place: Rectangle) -> None:
        """Let lines cross a frame, but not run along it."""
        x, y, right, bottom = place.x, place.y, place.right, place.bottom
        self._occupy(FRAME + name, [(x, y), (right, y), (right, bottom), (x, bottom), (x, y)])

    def add_line(self, net: str, points: Sequence[Point], *, private: int) -> None:
        """Add a line; later lines of the same net can join it, but not in its first ``private`` px."""
        cells = self._occupy(net, points)
        joinable = self._joinable.setdefault(net, {})
        kept = cells[max(1, private // STEP) : len(cells) - 1 - CLEAR // STEP + 1]
        for number, cell in enumerate(cells):
            if cell in kept and cell not in joinable:
                joinable[cell] = [(x * STEP, y * STEP) for x, y in cells[number:]]

    def is_free(self, place: Rectangle) -> bool:
        """Whether no line and no frame is inside or at the sides of a rectangle."""
        return not any(cell in self._lines for cell in _cells(place))

    def find(self, net: str, starts: Iterable[Opening], ends: Iterable[Opening]) -> tuple[Point, ...] | None:
        """Return the corners of the cheapest line, from a start to an end or to a line of the same net."""
        goals: dict[Cell, dict[int, tuple[int, Opening | None]]] = {}
        for end in ends:
            cell = _out(end)
            inward = _DIRECTIONS.index((-end.away[0], -end.away[1]))
            if cell not in self._blocked:
                goals.setdefault(cell, {})[inward] = (end.cost, end)
        joinable = self._joinable.get(net, {})
        rest = {cell: points for cell, points in joinable.items() if set(self._lines[cell]) == {net}}
        if not goals and not rest:
            return None
        found = self._search(net, list(starts), goals, rest)
        return corners_of(found) if found is not None else None

    def _search(
        self,
        net: str,
        starts: Sequence[Opening],
        goals: Mapping[Cell, Mapping[int, tuple[int, Opening | None]]],
        rest: Mapping[Cell, list[Point]],
    ) -> list[Point] | None:
        wanted = [*goals, *rest]
        left, right = min(x for x, _ in wanted), max(x for x, _ in wanted)
        top, bottom = min(y for _, y in wanted), max(y for _, y in wanted)

        def left_over(cell: Cell) -> int:
            x, y = cell
            return max(left - x, 0, x - right) + max(top - y, 0, y - bottom)

        queue: list[tuple[int, int, Cell, int]] = []
        costs: dict[tuple[Cell, int], int] = {}
        came: dict[tuple[Cell, int], tuple[Cell, int] | None] = {}
        begun: dict[tuple[Cell, int], Point] = {}
        for start in starts:
            cell, direction = _out(start), _DIRECTIONS.index(start.away)
            if self._usable(net, start) and start.cost < costs.get((cell, direction), _NEVER):
                costs[cell, direction], came[cell, direction] = start.cost, None
                begun[cell, direction] = start.point
                heappush(queue, (start.cost + left_over(cell), start.cost, cell, direction))
        done: set[tuple[Cell, int]] = set()
        best: tuple[int, tuple[Cell, int], list[Point]] | None = None
        while queue:
            estimate, cost, cell, direction = heappop(queue)
            state = (cell, direction)
            if best is not None and estimate >= best[0]:
                break
            if state in done:
                continue
            done.add(state)
            if cell in rest and (best is None or cost < best[0]):
                best = (cost, state, rest[cell])
                continue
            for inward, (extra, end) in goals.get(cell, {}).items():
                total = cost + extra + self._turn(net, cell, direction, inward)
                if end is not None and total < (best[0] if best else _NEVER):
                    best = (total, state, [end.point])
            for turned, (following, step_cost) in self._next(net, cell, direction):
                new, reached = (following, turned), cost + step_cost
                if reached < costs.get(new, _NEVER):
                    costs[new], came[new] = reached, state
                    heappush(queue, (reached + left_over(following), reached, following, turned))
        return None if best is None else _traced(best[1], best[2], came, begun)

    def _next(self, net: str, cell: Cell, direction: int) -> Iterator[tuple[int, tuple[Cell, int]]]:
        for turned in (direction, (direction + 1) % 4, (direction + 3) % 4):
            dx, dy = _DIRECTIONS[turned]
            following = (cell[0] + dx, cell[1] + dy)
            cost = 1 + self._turn(net, cell, direction, turned) + self._entering(net, following, turned)
            if cost < _NEVER:
                yield turned, (following, cost)

    def _turn(self, net: str, cell: Cell, direction: int, turned: int) -> int:
        if turned == direction:
            return 0
        if (turned + 2) % 4 == direction:
            return _NEVER
        if cell in self._lines and any(other != net for other in self._lines[cell]):
            return _NEVER
        return _BEND_COST

    def _entering(self, net: str, cell: Cell, direction: int) -> int:
        x, y = cell
        outside = not (self._low[0] <= x <= self._high[0] and self._low[1] <= y <= self._high[1])
        if outside or cell in self._blocked:
            return _NEVER
        if cell not in self._near:
            return self._costs.get(cell, 0)
        along = _HORIZONTAL if direction % 2 else _VERTICAL
        cost = self._costs.get(cell, 0)
        for other, flags in self._lines.get(cell, {}).items():
            if other == net:
                if cell not in self._joinable[net]:
                    return _NEVER
            elif flags & (along | _BEND):
                return _NEVER
            else:
                cost += _CROSS_COST
        for side in ((x, y - 1), (x, y + 1)) if direction % 2 else ((x - 1, y), (x + 1, y)):
            lines = self._lines.get(side, {})
            if any(other != net and flags & along for other, flags in lines.items()):
                cost += _NEAR_COST
        return cost

    def _usable(self, net: str, start: Opening) -> bool:
        """Whether a line can leave an opening straight."""
        direction = _DIRECTIONS.index(start.away)
        x, y = cell_of(start.point)
        dx, dy = start.away
        last = _out(start)
        if any(not other.startswith(FRAME) for other in self._lines.get((x, y), ())):
            return False
        for number in range(1, CLEAR // STEP + 1):
            cell = (x + number * dx, y + number * dy)
            for other, flags in self._lines.get(cell, {}).items():
                if other != net and flags & ((_HORIZONTAL if direction % 2 else _VERTICAL) | _BEND):
                    return False
        return last not in self._blocked

    def _occupy(self, net: str, points: Sequence[Point]) -> list[Cell]:
        cells: list[Cell] = []
        for (x, y), (to_x, to_y) in itertools.pairwise(points):
            dx, dy = (to_x > x) - (to_x < x), (to_y > y) - (to_y < y)
            count = max(abs(to_x - x), abs(to_y - y)) // STEP
            column, row = cell_of((x, y))
            cells += [(column + dx * n, row + dy * n) for n in range(count + 1)][bool(cells) :]
        for number, cell in enumerate(cells):
            before, after = cells[max(0, number - 1)], cells[min(len(cells) - 1, number + 1)]
            straight = before[0] == after[0] or before[1] == after[1]
            ends = number in {0, len(cells) - 1}
            along = _VERTICAL if before[0] == after[0] else _HORIZONTAL
            column, row = cell
            self._near.update(
                (cell, (column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1))
            )
            flags = self._lines.setdefault(cell, {})
            flags[net] = flags.get(net, 0) | (along if straight and not ends else _BEND)
        return cells


def _out(opening: Opening) -> Cell:
    """Return the cell 24 px away from an opening."""
    (x, y), (dx, dy) = opening.point, opening.away
    return cell_of((x + CLEAR * dx, y + CLEAR * dy))


def _traced(
    state: tuple[Cell, int],
    rest: Sequence[Point],
    came: Mapping[tuple[Cell, int], tuple[Cell, int] | None],
    begun: Mapping[tuple[Cell, int], Point],
) -> list[Point]:
    points: list[Point] = [*reversed(rest)]
    current: tuple[Cell, int] | None = state
    first = state
    while current is not None:
        (x, y), _ = first = current
        points.append((x * STEP, y * STEP))
        current = came[current]
    return [begun[first], *reversed(points)]


def _cells(place: Rectangle) -> Iterator[Cell]:
    for x in range(-(-place.x // STEP), place.right // STEP + 1):
        for y in range(-(-place.y // STEP), place.bottom // STEP + 1):
            yield x, y
