"""Charts of columns of boxes with lines at their sides: places and drawings.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence
from typing import NamedTuple

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.drawing.arrows import arrow
from workshop.drawing.canvas import Canvas
from workshop.suites.code_vision.families._settled_signs import Spot, draw_sign, hopped

_TEXT = 19.0  #: size of texts, px


class Line(NamedTuple):
    """A line from the side of a box to that of another one."""

    start: int
    end: int
    sign: str  #: empty at a question
    starts: tuple[int, int]  #: -1 at the left or 1 at the right of its box; -1 above, 0 or 1 below its middle
    ends: tuple[int, int]
    track: float  #: x of its upright part, px


class Column(NamedTuple):
    """A chart: boxes from the top of the first column to the bottom of the last."""

    boxes: tuple[str, ...]
    lines: tuple[Line, ...]
    spots: tuple[Spot, ...]


HALF, ASK = 48.0, 70.0  #: half of the width of a step and of a question, px


ROWS, LEFTS, PITCH, TRACK = 5, (150.0, 480.0, 810.0), 150.0, 22.0


MAIN = tuple((x, 92 + 38.0 * column + PITCH * row) for column, x in enumerate(LEFTS) for row in range(ROWS))


SMALL = tuple((116.0, 44.0 + 52 * row) for row in range(4))


def _tracks(columns: Sequence[float], channel: int, count: int) -> list[float]:
    """Return the x of the tracks of a channel: before the first column, between two, or after the last, px."""
    if channel in (0, len(columns)):
        edge, way = (columns[0] - HALF - 34, -TRACK) if not channel else (columns[-1] + HALF + 34, TRACK)
        return [edge + way * place for place in range(count)]
    middle = (columns[channel - 1] + columns[channel]) / 2
    return [middle + TRACK * (place - (count - 1) / 2) for place in range(count)]


def place_lines(
    draws: Draws, spots: Sequence[Spot], wanted: Sequence[tuple[int, int, int, str]], room: Sequence[int]
) -> tuple[Line, ...]:
    """Place lines, each (start, end, channel, sign), of which a channel has room for some.

    Raises:
        UnfitError: if one has no room.
    """
    columns, taken, found = sorted({x for x, _ in spots}), set[tuple[int, int, int]](), []
    inside = [[line for line in wanted if line[2] == channel] for channel in range(len(room))]
    if any(len(lines) > most for lines, most in zip(inside, room, strict=True)):
        raise UnfitError("a channel is full")
    tracks = {
        line: track
        for channel, lines in enumerate(inside)
        for line, track in zip(lines, draws.shuffled(_tracks(columns, channel, len(lines))), strict=True)
    }
    for start, end, channel, sign in wanted:
        ends = []
        for box in (start, end):
            side = 1 if tracks[start, end, channel, sign] > spots[box][0] else -1
            free = [port for port in (-1, 1) if (box, side, port) not in taken]
            if not sign and box == start:
                free = [0] * (len(free) == 2)
            if not free:
                raise UnfitError("two lines would meet")
            port = draws.choice(free)
            taken |= {(box, side, each) for each in ([port] if port else [-1, 1])}
            ends.append((side, port))
        found.append(Line(start, end, sign, ends[0], ends[1], tracks[start, end, channel, sign]))
    return tuple(found)


def draw_column(canvas: Canvas, chart: Column, left: float, top: float, high: float) -> None:
    """Draw a chart whose boxes have half this height."""
    spots = [(left + x, top + y) for x, y in chart.spots]

    def ends(line: Line) -> list[Spot]:
        found = []
        for box, (side, port) in ((line.start, line.starts), (line.end, line.ends)):
            half = ASK if chart.boxes[box][-1] == "?" else HALF
            found.append((spots[box][0] + side * half, spots[box][1] + port * high / 2))
        return found

    tracks = {line: (left + line.track, sorted(y for _, y in ends(line))) for line in chart.lines}
    for line in chart.lines:
        (ax, ay), (bx, by) = ends(line)
        x = left + line.track
        others = [(track, low, far) for other, (track, (low, far)) in tracks.items() if other != line]
        first = hopped((ax, ay), x, [track for track, low, far in others if low - 4 < ay < far + 4])
        last = hopped((x, by), bx, [track for track, low, far in others if low - 4 < by < far + 4])
        arrow(canvas, *first, *last, line=2.2, head=13)
        if line.sign:
            draw_sign(canvas, line.sign, ax + line.starts[0] * 15, ay)
    for box, (label, (x, y)) in enumerate(zip(chart.boxes, spots, strict=True)):
        same = box + 1 < len(spots) and spots[box + 1][0] == x
        half = high + 15 if label[-1] == "?" else high
        below = high + 15 if same and chart.boxes[box + 1][-1] == "?" else high
        away = spots[box + 1][1] - below if same else y + half + 26
        arrow(canvas, (x, y + half), (x, away), line=2.2, head=10)
        if not box or spots[box - 1][0] != x:
            arrow(canvas, (x, y - half - 26), (x, y - half), line=2.2, head=10)
        if label[-1] == "?":
            corners = [(x - ASK, y), (x, y - half), (x + ASK, y), (x, y + half)]
            canvas.polygon(corners, fill="paleblue", line=2.4)
        else:
            canvas.rect(x - HALF, y - high, 2 * HALF, 2 * high, fill="white", line=2.4)
        canvas.text(x, y, label, size=_TEXT)


def pages(chart: Column) -> list[Canvas]:
    canvas = Canvas(960, 860)
    draw_column(canvas, chart, 0, 0, 21)
    for column, letter in enumerate("BC"):
        for place, away in ((column * ROWS + ROWS - 1, 1), (column * ROWS + ROWS, -1)):
            x, y = chart.spots[place]
            half = 36 if chart.boxes[place][-1] == "?" else 21
            canvas.circle(x, y + away * (half + 43), 17, fill="yellow", line=2.2)
            canvas.text(x, y + away * (half + 43), letter, size=_TEXT, bold=True)
    return [canvas]
