"""Drawings of charts whose boxes are joined by cords with clips.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from typing import NamedTuple

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.drawing.canvas import Canvas
from workshop.drawing.items import points_text
from workshop.suites.code_vision.families._cord_panels import Cord, Panel, letter, sockets
from workshop.suites.code_vision.families._settled_signs import Spot, draw_sign
from workshop.suites.humaneval_v.families._tangles import LINE

_TEXT = 19.0  #: size of texts, px
_DOT, _APART = 4.1, 10.2  #: radius of dots that are a number, and px between their middles at least
_RESTARTS = 200


class Room(NamedTuple):
    """Where the parts of a panel are, px."""

    row: float  #: between two sockets
    gap: float  #: between two bundles, in addition
    box: float  #: left edge of the boxes
    wide: float  #: of a box
    high: float  #: of a box with one socket
    clip: float  #: between two clips
    clips: int  #: on a cord, at most
    lead: float = 32  #: from a socket to its tangle


def right_end(panel: Panel, room: Room) -> float:
    """Return the x at which cords end, px."""
    return room.box + room.wide + room.lead + panel.bundles[0].long + 16 + room.clip * (room.clips + 0.5)


def rows(panel: Panel, room: Room) -> list[float]:
    """Return the y of each socket from the first one, px."""
    found, y = [], 0.0
    for bundle in panel.bundles:
        for _ in bundle.ends:
            found.append(y)
            y += room.row
        y += room.gap
    return found


def draw(canvas: Canvas, panel: Panel, left: float, top: float, room: Room) -> None:
    """Draw a panel whose first socket has its y at ``top``."""
    heights, exits = [top + y for y in rows(panel, room)], [*sockets(panel)]
    start, end, first = left + room.box + room.wide, left + right_end(panel, room), 0
    for bundle in panel.bundles:
        for strand, (row, pieces) in enumerate(zip(bundle.ends, bundle.pieces, strict=True)):
            y, (box, way) = heights[first + row], exits[first + strand]
            lines = [
                [(start + room.lead + x, heights[first] + down) for x, down in piece] for piece in pieces
            ]
            lines[0].insert(0, (start, heights[first + strand]))
            lines[-1].append((end, y))
            # A path of several pieces does not wobble in drawings by hand.
            commands = (f"M {points_text(line[:1])} L {points_text(line[1:])}" for line in lines)
            canvas.path(" ".join(commands), line=LINE)
            _draw_end(canvas, panel.cords[box][way], (end, y), room)
        first += len(bundle.ends)
    places: dict[int, list[float]] = {}
    for (box, _), y in zip(exits, heights, strict=True):
        places.setdefault(box, []).append(y)
    for box, ys in places.items():
        _draw_box(canvas, panel, box, (left + room.box, ys), room)
    for (box, way), y in zip(exits, heights, strict=True):
        asks = len(panel.cords[box]) > 1
        canvas.circle(start, y, 7, fill="ink" if asks and way == 0 else "white", line=2.4)


def _draw_end(canvas: Canvas, cord: Cord, end: Spot, room: Room) -> None:
    """Draw the clips of a cord, and the letter of the box to which it leads."""
    (x, y), free = end, (room.clips - len(cord.clips)) / 2
    for place, clip in enumerate(cord.clips):
        draw_sign(canvas, clip, x - room.clip * (room.clips - free - place - 0.1), y)
    canvas.circle(x + 14, y, 15, fill="white", line=2.4)
    canvas.text(x + 14, y, letter(cord.end), size=_TEXT)


def _draw_box(canvas: Canvas, panel: Panel, box: int, at: tuple[float, list[float]], room: Room) -> None:
    x, ys = at
    low, high = min(ys) - room.high / 2, max(ys) + room.high / 2
    label, middle = panel.boxes[box], (low + high) / 2
    asks = label.endswith("?")
    canvas.rect(x, low, room.wide, high - low, fill="paleblue" if asks else "white", line=2.4)
    canvas.text(x - 17, middle, letter(box), size=_TEXT, bold=True)
    value, what, *rest = label.split()
    inside = x + room.wide / 2 - 4
    if panel.dots and not asks and rest[0].isdigit():
        canvas.text(x + 10, middle, f"{value} {what}", size=_TEXT, anchor="start")
        left, right = x + 54, x + room.wide - 15
        for across, down in scattered(
            int(rest[0]), Draws("dots", box, *panel.boxes), right - left, room.high - 14
        ):
            canvas.circle(left + across, low + 7 + down, _DOT, fill="ink", stroke=None)
    else:
        canvas.text(inside, middle, label, size=_TEXT)


def scattered(count: int, draws: Draws, wide: float, high: float) -> list[Spot]:
    """Return places of dots apart from each other in a field, px.

    Raises:
        UnfitError: if they have no room.
    """
    for _ in range(_RESTARTS):
        found: list[Spot] = []
        for _ in range(40 * count):
            spot = draws.integer(0, round(10 * wide)) / 10, draws.integer(0, round(10 * high)) / 10
            if all(math.dist(spot, other) >= _APART for other in found):
                found.append(spot)
            if len(found) == count:
                return found
    raise UnfitError("dots have no room")
