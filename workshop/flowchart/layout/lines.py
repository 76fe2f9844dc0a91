"""Draw the lines of a placed panel, and put labels next to them."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from benchmark.files.chart import Shape
from workshop.flowchart.layout.grid import CLEAR, STEP, Grid, Opening, corners_of
from workshop.flowchart.layout.outlines import AWAY, SIDES, Side, crossings, port
from workshop.flowchart.layout.panel import Piece, Placed, around, title_place
from workshop.flowchart.layout.values import EdgeLabel, EdgePath, Point, Rectangle

LABEL_HEIGHT = 20  #: px of a label of one line next to its edge

#: Orders in which lines are drawn, until one needs no crossing: how much longer a line back counts than one
#: on, and whether short lines are first (1) or long ones (-1).
_ORDERS = ((2, 1), (-3, 1), (0, -1))
_ROOM = 10 * STEP  # px around the nodes where lines may run
_SIDE_EXIT, _BACK_EXIT = 5, 40  # costs, in steps
_SIDE_ENTRY, _DECISION_ENTRY, _FRONT_ENTRY = 6, 12, 40
_LABEL_COST = 3  # cost of a step where a label may be placed
_PRIVATE = 96  # px of a labelled line that others cannot join, so that it is clear whose the label is
_LABEL_GAP = 4  # px between a label and its line
_REACH = 144  # px from the start of a line within which its label stands


@dataclass(slots=True, kw_only=True)
class Drawn:
    """The lines of a panel."""

    paths: list[EdgePath] = field(default_factory=list)
    labels: list[EdgeLabel] = field(default_factory=list)

    def faults(self) -> tuple[int, int]:
        """Return the number of crossings, and of corners; the fewer, the better."""
        return len(crossings(self.paths)), sum(len(path.points) for path in self.paths)


def draw_lines(placed: Placed, *, quick: bool = False) -> Drawn | None:
    """Return all lines with their labels; None if one cannot be routed, or its label has no room.

    Args:
        placed: the panel.
        quick: take the first order in which all can be drawn, not the one with the fewest crossings.
    """
    best: Drawn | None = None
    for back_cost, sign in _ORDERS:
        drawn = _LineDrawer(placed).draw(back_cost, sign)
        if drawn is not None and (best is None or drawn.faults() < best.faults()):
            best = drawn
        if best is not None and (quick or best.faults()[0] == 0):
            break
    return best


class _LineDrawer:
    """Draws one line after the other."""

    def __init__(self, placed: Placed) -> None:
        self._placed = placed
        self._grid = Grid(
            around([*placed.places.values(), *(frame.place for frame in placed.frames)]).grown(_ROOM)
        )
        for name, place in placed.places.items():
            self._grid.block(place, STEP if placed.shapes[name] or place.width else 0)
        for frame in placed.frames:
            self._grid.add_frame(frame.id, frame.place)
            self._grid.block(title_place(frame), 0)
        self._frames = {frame.id: frame.place for frame in placed.frames}
        self._exits: dict[str, list[Side]] = {}
        self._entries: dict[str, list[Side]] = {}
        down = placed.panel.direction == "TD"
        self._front: Side = "bottom" if down else "right"
        self._back: Side = "top" if down else "left"
        self._drawn = Drawn()
        for piece in placed.pieces:
            if piece.label and piece.source in placed.places:
                self._keep_clear(placed.places[piece.source], piece.label[2])

    def draw(self, back_cost: int, sign: int) -> Drawn | None:
        """Draw lines in an order; see :data:`_ORDERS`."""
        ranks = {piece.edges: self._rank(piece, back_cost, sign) for piece in self._placed.pieces}
        for piece in sorted(self._placed.pieces, key=lambda piece: ranks[piece.edges]):
            if not self._draw_piece(piece):
                return None
        return self._drawn

    def _rank(self, piece: Piece, back_cost: int, sign: int) -> tuple[bool, int, int]:
        """Return the order of a line; errors that leave a frame come last."""
        source = self._frames.get(piece.source) or self._placed.places[piece.source]
        (x, y), (to_x, to_y) = source.centre, self._placed.places[piece.target].centre
        sideways, back = abs(x - to_x), max(0, y - to_y)
        if self._placed.panel.direction == "LR":
            sideways, back = abs(y - to_y), max(0, x - to_x)
        length = sideways + abs(x - to_x) + abs(y - to_y) + back_cost * back
        return piece.dotted, sign * length, piece.edges[0]

    def _draw_piece(self, piece: Piece) -> bool:
        points = self._find(piece)
        if points is None:
            return False
        self._grid.add_line(piece.target, points, private=_PRIVATE if piece.label else CLEAR)
        self._note_sides(piece, points)
        self._drawn.paths.append(EdgePath(edges=piece.edges, points=corners_of(points), arrow=piece.arrow))
        return self._add_label(piece, points)

    def _find(self, piece: Piece) -> tuple[Point, ...] | None:
        starts, ends = list(self._starts(piece)), list(self._ends(piece))
        if piece.source != piece.target:
            return self._grid.find(piece.target, starts, ends)
        for start in starts:
            others = [end for end in ends if end.point != start.point]
            if points := self._grid.find(piece.target, [start], others):
                return points
        return None

    def _starts(self, piece: Piece) -> Iterator[Opening]:
        if piece.source in self._frames:
            yield from self._frame_openings(piece)
            return
        taken = self._exits.get(piece.source, []) + self._entries.get(piece.source, [])
        shape, place = self._placed.shapes[piece.source], self._placed.places[piece.source]
        for side in SIDES:
            if side not in taken and not (piece.source.startswith("label ") and side != self._front):
                cost = _SIDE_EXIT if shape is not Shape.DECISION else 0
                cost = {self._front: 0, self._back: _BACK_EXIT}.get(side, cost)
                yield Opening(point=port(shape, place, side), away=AWAY[side], cost=cost)

    def _ends(self, piece: Piece) -> Iterator[Opening]:
        shape, place = self._placed.shapes[piece.target], self._placed.places[piece.target]
        waiting = sum(other.source == piece.target for other in self._placed.pieces)
        exits, entries = self._exits.get(piece.target, []), self._entries.get(piece.target, [])
        for side in SIDES:
            if side in exits or (piece.target.startswith("label ") and side != self._back):
                continue
            used = {*exits, *entries, side}
            if side not in entries and len(SIDES) - len(used) < waiting - len(exits):
                continue
            cost = _DECISION_ENTRY if shape is Shape.DECISION else _SIDE_ENTRY
            cost = {self._back: 0, self._front: _FRONT_ENTRY}.get(side, cost)
            yield Opening(point=port(shape, place, side), away=AWAY[side], cost=cost)

    def _frame_openings(self, piece: Piece) -> Iterator[Opening]:
        place = self._frames[piece.source]
        target = self._placed.places[piece.target]
        sign = -1 if place.contains(target) else 1
        for x in range(place.x + 2 * STEP, place.right - STEP, STEP):
            yield Opening(point=(x, place.y), away=(0, -sign), cost=_SIDE_EXIT)
            yield Opening(point=(x, place.bottom), away=(0, sign))
        for y in range(place.y + 4 * STEP, place.bottom - STEP, STEP):
            yield Opening(point=(place.x, y), away=(-sign, 0))
            yield Opening(point=(place.right, y), away=(sign, 0))

    def _note_sides(self, piece: Piece, points: Sequence[Point]) -> None:
        places, shapes = self._placed.places, self._placed.shapes
        for side in SIDES:
            if piece.source in places and port(shapes[piece.source], places[piece.source], side) == points[0]:
                self._exits.setdefault(piece.source, []).append(side)
            if port(shapes[piece.target], places[piece.target], side) == points[-1]:
                self._entries.setdefault(piece.target, []).append(side)

    def _keep_clear(self, place: Rectangle, width: int) -> None:
        """Let lines avoid where labels next to the ways out of a shape may be."""
        x, y = place.centre
        above = y - CLEAR
        for left, top in ((x + STEP, place.bottom), (place.right, above), (place.x - width - STEP, above)):
            kept = Rectangle(x=left, y=top, width=width + STEP, height=STEP)
            self._grid.make_costly(kept, _LABEL_COST)

    def _add_label(self, piece: Piece, points: Sequence[Point]) -> bool:
        if piece.label is None:
            return True
        edge, lines, width = piece.label
        for place in _label_places(points, width + 4):
            if self._is_free(place):
                self._grid.block(place, _LABEL_GAP)
                self._drawn.labels.append(EdgeLabel(edge=edge, place=place, lines=lines))
                return True
        return False

    def _is_free(self, place: Rectangle) -> bool:
        others = [
            *(made.place for made in self._drawn.labels),
            *self._placed.places.values(),
            *(title_place(frame) for frame in self._placed.frames),
        ]
        return self._grid.is_free(place) and not any(place.grown(2).overlaps(other) for other in others)


def _label_places(points: Sequence[Point], width: int) -> Iterator[Rectangle]:
    """Yield places next to the first pieces of a line, the best first."""
    height, gap, begun = LABEL_HEIGHT, _LABEL_GAP, 0
    for (x, y), (to_x, to_y) in itertools.pairwise(points):
        length = abs(to_x - x) + abs(to_y - y)
        for along in range(0, min(length, max(0, _REACH - begun)), STEP // 2):
            if x == to_x:
                top = y + along + 2 if to_y > y else y - along - 2 - height
                for left in (x + gap + 2, x - gap - 2 - width):
                    yield Rectangle(x=left, y=top, width=width, height=height)
            else:
                left = x + along + 2 if to_x > x else x - along - 2 - width
                for top in (y - gap - height, y + gap):
                    yield Rectangle(x=left, y=top, width=width, height=height)
        begun += length
