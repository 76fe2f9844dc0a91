"""Draw the plan, the ring and the legends of ``carillon_puppet``.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchmark.files.palette import Colour
from workshop.drawing import arrows as lines
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame
from workshop.drawing.items import Point, point_before, point_on_circle

#: Middles of the poses, px: two rows of three.
PLACES: tuple[Point, ...] = tuple((x, y) for y in (150.0, 440.0) for x in (122.0, 362.0, 602.0))
RADIUS = 27.0  #: of a pose, px
BEND = 84.0  #: how far the curves of two opposite arrows bend, px

FIELD_COLOURS: Mapping[str, Colour] = {"w": "white", "g": "grey"}
#: The small drawings of poses with a double circle: poses (``o`` or ``d``), dots between them, first way.
WALKS: tuple[tuple[str, tuple[int, ...], int], ...] = (("odoo", (2, 1, 1), 1), ("oddo", (1, 1, 2), -1))


@dataclass(frozen=True)
class Arrow:
    """An arrow of the plan."""

    start: str
    end: str
    places: tuple[int, int]  #: where its poses are drawn
    lever: str
    dots: int  #: fields that the hand moves
    plate: str  #: ``c`` for a circle, ``s`` for a square, ``d`` for a diamond

    @property
    def text(self) -> str:
        """The arrow in five letters, such as ``AbC2s``."""
        return f"{self.start}{self.lever}{self.end}{self.dots}{self.plate}"


def hands(effect: str, poses: str, dots: Sequence[int], way: int) -> list[int]:
    """Return the fields of the hand in a small drawing, from 0."""
    found = [0]
    for pose, count in zip(poses, dots, strict=False):
        times = {"still": 0, "twice": 2, "back": -1, "turn": 1}[effect] if pose == "d" else 1
        if pose == "d" and effect == "turn":
            way = -way
        found.append(found[-1] + way * times * count)
    return found


def draw_plan(
    canvas: Canvas, plan: Sequence[Arrow], start: str, double: Sequence[str], colours: Sequence[Colour]
) -> None:
    """Draw the poses, the arrows between them and the plates of the arrows."""
    frame(canvas, 12, 12, 700, 530, title="Poses")
    pairs = {arrow.places for arrow in plan}
    middles = []
    for arrow in plan:
        (x, y), (to_x, to_y) = (PLACES[place] for place in arrow.places)
        middle = (x + to_x) / 2, (y + to_y) / 2
        if arrow.places[::-1] in pairs:
            length = math.hypot(to_x - x, to_y - y)
            across = (to_y - y) / length, (x - to_x) / length
            bend = middle[0] + across[0] * BEND, middle[1] + across[1] * BEND
            middle = middle[0] + across[0] * BEND / 2, middle[1] + across[1] * BEND / 2
            first, last = point_before((x, y), bend, RADIUS + 4), point_before((to_x, to_y), bend, RADIUS + 5)
            lines.curve(canvas, first, bend, last, stroke="blue", line=3, head=20)
        else:
            first, last = (
                point_before((x, y), (to_x, to_y), RADIUS),
                point_before((to_x, to_y), (x, y), RADIUS + 3),
            )
            lines.arrow(canvas, first, last, stroke="blue", line=3, head=20)
        middles.append(middle)
    for arrow, (x, y) in zip(plan, middles, strict=True):
        draw_plate(canvas, x, y, arrow.plate, arrow.lever, arrow.dots)
    places = {arrow.start: arrow.places[0] for arrow in plan}
    for name, place in places.items():
        x, y = PLACES[place]
        draw_pose(canvas, x, y, name, colours[place], is_double=name in double)
        if name == start:
            side = 1 if place % 3 == 2 else -1
            out = -1 if place < 3 else 1
            canvas.text(x + 62 * side, y + 62 * out - 4, "start", size=20, bold=True)
            lines.arrow(canvas, (x + 48 * side, y + 47 * out), (x + 23 * side, y + 24 * out), line=4, head=18)


def draw_pose(canvas: Canvas, x: float, y: float, name: str, colour: Colour, *, is_double: bool) -> None:
    """Draw a pose; a double circle has a second outline inside."""
    canvas.circle(x, y, RADIUS, fill=colour, line=3)
    if is_double:
        canvas.circle(x, y, RADIUS - 7, fill=colour, line=3)
    if name:
        canvas.text(x, y, name, bold=True, size=22)


def draw_plate(
    canvas: Canvas, x: float, y: float, plate: str, lever: str, dots: int, *, size: float = 1
) -> None:
    """Draw a plate with the letter of its lever, if it has one, and its dots."""
    if plate == "c":
        canvas.circle(x, y, 29 * size, fill="white", line=3)
    elif plate == "s":
        canvas.rect(x - 26 * size, y - 26 * size, 52 * size, 52 * size, fill="white", line=3)
    else:
        reach = 36 * size
        corners = [(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)]
        canvas.polygon(corners, fill="white", line=3)
    if lever:
        canvas.text(x, y - 8, lever, size=22, bold=True)
    for number in range(dots):
        across = (number - (dots - 1) / 2) * 12
        canvas.circle(x + across, y + (12 if lever else 0), 4.5, fill="ink", stroke=None)


def draw_ring(canvas: Canvas, ring: str, hand: int, way: int) -> None:
    """Draw the ring with its hand, and an arrow for the way in which it moves at first."""
    frame(canvas, 724, 12, 284, 318, title="Ring")
    x, y, width = 866.0, 192.0, 360 / len(ring)
    for place, colour in enumerate(ring):
        canvas.sector(
            x, y, 112, (place - 0.5) * width, (place + 0.5) * width, fill=FIELD_COLOURS[colour], line=2.5
        )
    canvas.circle(x, y, 62, fill="white", line=2.5)
    middle = hand * width
    lines.arrow(canvas, (x, y), point_on_circle(x, y, 98, middle), line=6, head=24)
    canvas.circle(x, y, 8, fill="ink", stroke=None)
    lines.arc(canvas, (x, y), 122, middle + 4 * way, middle + 62 * way, stroke="blue", line=4, head=20)


def draw_plates(canvas: Canvas, lets: Mapping[str, Sequence[bool]]) -> None:
    """Draw which plates move for the field that the hand leaves and the one that it reaches.

    Args:
        canvas: the canvas.
        lets: plate → whether it moves for white and white, white and grey, grey and white, grey and grey.
    """
    frame(canvas, 724, 342, 284, 598, title="Plates")
    columns = {"c": 852.0, "s": 911.0, "d": 970.0}
    for plate, x in columns.items():
        draw_plate(canvas, x, 432, plate, "", 0, size=0.8)
    for row, fields in enumerate(("ww", "wg", "gw", "gg")):
        y = 525.0 + 108 * row
        canvas.line((738, y - 54), (994, y - 54), stroke="silver", line=2, guide=True)
        for x, colour in zip((754.0, 804.0), fields, strict=True):
            canvas.rect(x - 15, y - 30, 30, 30, fill=FIELD_COLOURS[colour])
            lines.arrow(canvas, (x, y + 34), (x, y - 10), line=5, head=17)
        lines.arrow(canvas, (771, y + 22), (789, y + 22), stroke="blue", line=3, head=12)
        for plate, x in columns.items():
            draw_mark(canvas, x, y, is_good=lets[plate][row])


def draw_mark(canvas: Canvas, x: float, y: float, *, is_good: bool) -> None:
    """Draw a tick or a cross."""
    if is_good:
        canvas.line((x - 16, y), (x - 4, y + 14), (x + 17, y - 15), line=6)
    else:
        canvas.line((x - 13, y - 13), (x + 13, y + 13), line=6)
        canvas.line((x - 13, y + 13), (x + 13, y - 13), line=6)


def draw_walks(canvas: Canvas, effect: str) -> None:
    """Draw two rows of poses with the hand at each of them."""
    frame(canvas, 12, 554, 700, 386, title="Two plays")
    for row, (poses, dots, way) in enumerate(WALKS):
        y = 648.0 + 170 * row
        for column, (pose, hand) in enumerate(zip(poses, hands(effect, poses, dots, way), strict=True)):
            x = 92.0 + 180 * column
            draw_pose(canvas, x, y + 82, "", "white", is_double=pose == "d")
            for field in range(12):
                canvas.sector(x, y, 38, field * 30 - 15, field * 30 + 15, fill="white", line=2)
            lines.arrow(canvas, (x, y), point_on_circle(x, y, 37, hand * 30), line=7, head=22)
            if not column:
                lines.arc(canvas, (x, y), 47, 15 * way, 90 * way, stroke="blue", line=3, head=15)
            if column < len(dots):
                lines.arrow(
                    canvas,
                    (x + RADIUS, y + 82),
                    (x + 180 - RADIUS - 3, y + 82),
                    stroke="blue",
                    line=3,
                    head=18,
                )
                draw_plate(canvas, x + 86, y + 82, "c", "", dots[column])
