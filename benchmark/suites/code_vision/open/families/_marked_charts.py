"""Charts with marks: how they are placed and drawn, and the meanings of marks that a chart needs.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import contextlib
import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from benchmark.authoring.family import UnfitError
from benchmark.authoring.rule_space import Choices
from benchmark.core.draws import Draws
from benchmark.drawing import font
from benchmark.drawing.canvas import Canvas
from benchmark.drawing.palette import Colour

SIZE = 19.0  #: of texts, px
HALF = {"ask": (74.0, 46.0), "do": (48.0, 24.0), "call": (62.0, 27.0), "at": (19.0, 19.0)}  #: of boxes, px
HALF |= {"switch": (29.0, 29.0), "port": (1.0, 1.0)}
ROUND = ("at", "switch", "port")
FENCES = {"wall": 8.0, "gate": 18.0}  #: fence → its distance from the boxes in it, px
HOP, HEAD, MARK = 10.0, 15.0, 9.0  #: radius of a hop, length of an arrowhead, radius of a mark, px
_FREE = 15.0  #: px between a way and a box that it does not touch
_MIN_ANGLE = math.radians(28)  #: between two ways that cross

Spot = tuple[float, float]


class Box(NamedTuple):
    """A box of a chart: a question, a step, the name of another chart, a switch, or a circle with a letter."""

    kind: str  #: ``ask``, ``do``, ``call``, ``switch``, ``at``, or ``port``: nothing, where a way goes on as a strand
    label: str
    #: Words: ``filled`` or ``dashed``; ``blue`` of a switch; ``wall`` and ``gate`` for the fences around it.
    mark: str = ""


class Way(NamedTuple):
    """An arrow from a box to a box, by their numbers."""

    start: int
    end: int
    label: str = ""  #: of a switch's way ``on``, where its needle points, or ``off``
    mark: str = ""  #: ``ring``, ``bar``, ``cross`` or ``thick``


class MarkedChart(NamedTuple):
    """Boxes and ways; plain tuples, so that charts can be compared."""

    boxes: tuple[Box, ...]
    ways: tuple[Way, ...]


def answered_ways(
    draws: Draws,
    ways: Sequence[tuple[int, int]],
    asks: Iterable[int],
    marks: Mapping[int, str],
) -> tuple[Way, ...]:
    """Return ways whose answers are drawn.

    Args:
        draws: decides which way from a question is for which answer.
        ways: the boxes that each way leads from and to.
        asks: numbers of the boxes that ask.
        marks: number of a way → its mark.
    """
    answers = {number: draws.shuffled(("yes", "no")) for number in asks}
    return tuple(
        Way(start, end, answers[start].pop() if start in answers else "", marks.get(place, ""))
        for place, (start, end) in enumerate(ways)
    )


def ask_rules(
    rules: Choices, needed: Collection[str], result: Callable[[Mapping[str, int]], Any]
) -> np.ndarray[Any, Any]:
    """Return the result of each rule, computed once for all rules that are alike in the needed parts."""
    size = len(next(iter(rules.values())))
    code = np.zeros(size, dtype=np.int64)
    for name in needed:
        code = code * (int(rules[name].max(initial=0)) + 1) + rules[name]
    _, first, back = np.unique(code, return_index=True, return_inverse=True)
    alike = [{name: int(choice[place]) for name, choice in rules.items()} for place in first]
    found = np.array([result(rule) for rule in alike])
    return found[back] if size else found


def _border(kind: str, centre: Spot, towards: Spot) -> Spot:
    """Return where the line to another point leaves a box."""
    half, high = HALF[kind]
    dx, dy = towards[0] - centre[0], towards[1] - centre[1]
    if kind == "ask":
        share = 1 / (abs(dx) / half + abs(dy) / high)
    elif kind in ROUND:
        share = half / math.hypot(dx, dy)
    else:
        share = min(half / abs(dx) if dx else math.inf, high / abs(dy) if dy else math.inf)
    return centre[0] + dx * share, centre[1] + dy * share


def _line(chart: MarkedChart, spots: Sequence[Spot], way: Way) -> tuple[Spot, Spot]:
    start, end = spots[way.start], spots[way.end]
    return (
        _border(chart.boxes[way.start].kind, start, end),
        _border(chart.boxes[way.end].kind, end, start),
    )


def _crossing(first: tuple[Spot, Spot], second: tuple[Spot, Spot]) -> tuple[float, float] | None:
    """Return where two lines cross, as shares of their lengths; None if they do not."""
    (ax, ay), (bx, by) = first
    (cx, cy), (dx, dy) = second
    area = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
    if not area:
        return None
    one = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / area
    two = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / area
    return (one, two) if 0 < one < 1 and 0 < two < 1 else None


def _distance(point: Spot, line: tuple[Spot, Spot]) -> float:
    (x, y), ((ax, ay), (bx, by)) = point, line
    length = (bx - ax) ** 2 + (by - ay) ** 2
    share = max(0.0, min(1.0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length)) if length else 0.0
    return math.hypot(x - ax - share * (bx - ax), y - ay - share * (by - ay))


def _hits(line: tuple[Spot, Spot], kind: str, centre: Spot) -> bool:
    """Whether a line comes too near to a box."""
    half, high = (size + _FREE for size in HALF[kind])
    (ax, ay), (bx, by) = line
    if kind in ROUND:
        return _distance(centre, line) < half
    steps = max(2, round(math.dist(*line) / 8))
    for step in range(steps + 1):
        x, y = ax + (bx - ax) * step / steps - centre[0], ay + (by - ay) * step / steps - centre[1]
        if abs(x) < half and abs(y) < high and (kind != "ask" or abs(x) / half + abs(y) / high < 1):
            return True
    return False


def fences(chart: MarkedChart, spots: Sequence[Spot]) -> dict[str, tuple[float, float, float, float]]:
    """Return the left, top, right and bottom of each fence, px."""
    found = {}
    for name, away in FENCES.items():
        inside = [
            (x, y, *HALF[box.kind])
            for box, (x, y) in zip(chart.boxes, spots, strict=True)
            if name in box.mark.split()
        ]
        if inside:
            found[name] = (
                min(x - half for x, _, half, _ in inside) - away,
                min(y - high for _, y, _, high in inside) - away,
                max(x + half for x, _, half, _ in inside) + away,
                max(y + high for _, y, _, high in inside) + away,
            )
    return found


def _sides(area: tuple[float, float, float, float]) -> list[tuple[Spot, Spot]]:
    left, top, right, bottom = area
    corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
    return list(zip(corners, [*corners[1:], corners[0]], strict=True))


def _fence_faults(chart: MarkedChart, spots: Sequence[Spot], lines: Sequence[tuple[Spot, Spot]]) -> float:
    """Return how many boxes and ways a fence touches that do not belong to it."""
    bad = 0.0
    for name, area in fences(chart, spots).items():
        left, top, right, bottom = area
        within = [name in box.mark.split() for box in chart.boxes]
        for inside, box, (x, y) in zip(within, chart.boxes, spots, strict=True):
            half, high = (size + 12 for size in HALF[box.kind])
            touches = left - half < x < right + half and top - high < y < bottom + high
            bad += 4 * (touches and not inside)
        for way, line in zip(chart.ways, lines, strict=True):
            crossed = sum(_crossing(line, side) is not None for side in _sides(area))
            bad += 2 * (crossed != (within[way.start] != within[way.end]))
    if bad or not any({*FENCES} & {*box.mark.split()} for box in chart.boxes):
        return bad
    return _crowded(lines)


def _crowded(lines: Sequence[tuple[Spot, Spot]]) -> float:
    """Return how bad it is that lines cross near other crossings."""
    pairs = [(line, _crossing(line, other)) for line, other in combinations(lines, 2)]
    points = [_along(line, places[0]) for line, places in pairs if places]
    return 2.0 * sum(math.dist(*pair) < 40 for pair in combinations(points, 2))


def placing_faults(chart: MarkedChart, spots: Sequence[Spot], crossings: range) -> float:
    """Return how bad a placing is; 0 if all ways can be followed."""
    lines = [_line(chart, spots, way) for way in chart.ways]
    bad, crossed = _fence_faults(chart, spots, lines), 0
    if chart.boxes[-1].kind == "port":
        bad += _crowded(lines)
    for way, line in zip(chart.ways, lines, strict=True):
        bad += 3 * (math.dist(*line) < 62)
        for number, (box, spot) in enumerate(zip(chart.boxes, spots, strict=True)):
            bad += 4 * (number not in (way.start, way.end) and _hits(line, box.kind, spot))
    for one, two in combinations(range(len(lines)), 2):
        first, second = lines[one], lines[two]
        turn = abs(_angle(first) - _angle(second)) % math.pi
        turn = min(turn, math.pi - turn)
        if places := _crossing(first, second):
            crossed += 1
            ends = [
                min(place, 1 - place) * math.dist(*line)
                for place, line in zip(places, (first, second), strict=True)
            ]
            bad += 2 * (turn < _MIN_ANGLE) + 2 * (min(ends) < 34)
        elif (
            min(_distance(spot, first) for spot in second) < 12
            or min(_distance(spot, second) for spot in first) < 12
        ):
            bad += 2  # two arrowheads in the same place, or one way along another
        ways = chart.ways[one], chart.ways[two]
        shared = {ways[0].start, ways[0].end} & {ways[1].start, ways[1].end}
        bad += 2 * (bool(shared) and _parting(lines[one], lines[two], spots[min(shared)]) < 0.4)
    return bad + 1.5 * max(0, crossings.start - crossed, crossed - crossings.stop + 1)


def _parting(first: tuple[Spot, Spot], second: tuple[Spot, Spot], at: Spot) -> float:
    """Return the angle between two lines as seen from the box that both touch, radians."""
    turns = []
    for line in (first, second):
        far = max(line, key=lambda spot: math.dist(spot, at))
        turns.append(math.atan2(far[1] - at[1], far[0] - at[0]))
    turn = abs(turns[0] - turns[1]) % (2 * math.pi)
    return min(turn, 2 * math.pi - turn)


def _angle(line: tuple[Spot, Spot]) -> float:
    return math.atan2(line[1][1] - line[0][1], line[1][0] - line[0][0])


def place_boxes(
    chart: MarkedChart, draws: Draws, slots: Sequence[Spot], crossings: range, fixed: Mapping[int, int]
) -> list[Spot]:
    """Place the boxes of a chart on slots so that every way is a straight line that can be followed.

    Args:
        chart: the chart.
        draws: choices.
        slots: centres of places, at least as many as boxes.
        crossings: how many ways may cross.
        fixed: box → slot, for boxes that stay where they are.

    Raises:
        UnfitError: if no placing was found.
    """
    free = [slot for slot in range(len(slots)) if slot not in fixed.values()]
    loose = [number for number in range(len(chart.boxes)) if number not in fixed]
    jitter = [(draws.integer(-16, 16), draws.integer(-14, 14)) for _ in slots]
    shifted = [(x + dx, y + dy) for (x, y), (dx, dy) in zip(slots, jitter, strict=True)]

    def spots(order: Sequence[int]) -> list[Spot]:
        where = dict(zip(loose, order, strict=False)) | dict(fixed)
        return [shifted[where[number]] for number in range(len(chart.boxes))]

    for _ in range(6):
        order = draws.shuffled(free)
        worst = placing_faults(chart, spots(order), crossings)
        for _ in range(500):
            if not worst:
                return spots(order)
            one, two = draws.integer(0, len(loose) - 1), draws.integer(0, len(free) - 1)
            tried = list(order)
            tried[one], tried[two] = tried[two], tried[one]
            if (bad := placing_faults(chart, spots(tried), crossings)) <= worst:
                order, worst = tried, bad
    raise UnfitError("no place was found for the boxes")


def drawn_chart(
    chart: MarkedChart,
    draws: Draws,
    slots: Sequence[Spot],
    crossings: range,
    fixed: Mapping[int, int],
    size: tuple[int, int],
) -> Canvas:
    """Place the boxes of a chart as :func:`place_boxes` does, and draw it so that all marks have room.

    Raises:
        UnfitError: if no placing was found.
    """
    for _ in range(15):
        spots = place_boxes(chart, draws, slots, crossings, fixed)
        canvas = Canvas(*size)
        with contextlib.suppress(UnfitError):
            draw_chart(canvas, chart, spots)
            return canvas
    raise UnfitError("marks and labels have no room")


def draw_chart(canvas: Canvas, chart: MarkedChart, spots: Sequence[Spot]) -> None:
    """Draw a chart: ways with hops over those below them, then boxes, marks and labels.

    Raises:
        UnfitError: if a mark or label has no room.
    """
    lines = [_line(chart, spots, way) for way in chart.ways]
    hops: list[list[float]] = [[] for _ in lines]
    taken: list[Spot] = []
    for one, two in combinations(range(len(lines)), 2):
        if places := _crossing(lines[one], lines[two]):
            hops[two].append(places[1])
            taken.append(_along(lines[two], places[1]))
    areas = fences(chart, spots)
    for name, (left, top, right, bottom) in areas.items():
        paint: Colour = "blue" if name == "wall" else "red"
        dashed = name == "gate"
        canvas.rect(left, top, right - left, bottom - top, stroke=paint, line=4.5, radius=12, dashed=dashed)
    for way, line, crossed in zip(chart.ways, lines, hops, strict=True):
        _draw_way(canvas, way, line, sorted(crossed), head=chart.boxes[way.end].kind != "port")
    for box, spot in zip(chart.boxes, spots, strict=True):
        _draw_box(canvas, box, spot)
    for way, line in zip(chart.ways, lines, strict=True):
        if way.label == "on":
            spot = spots[way.start]
            turn = _angle((spot, line[1]))
            paint = "white" if chart.boxes[way.start].mark else "ink"
            wings = [turn + side * math.radians(140) for side in (-1, 1)]
            tip = _along((spot, line[1]), (HALF["switch"][0] - 3) / math.dist(spot, line[1]))
            corners = [(spot[0] + 14 * math.cos(wing), spot[1] + 14 * math.sin(wing)) for wing in wings]
            canvas.polygon([tip, *corners], fill=paint, stroke=None)
    for way, line in zip(chart.ways, lines, strict=True):
        if way.mark not in ("", "thick"):
            taken.append(_draw_mark(canvas, way.mark, line, taken, lines))
    boxes = list(zip(chart.boxes, spots, strict=True))
    walls = [side for area in areas.values() for side in _sides(area)]
    for way, line in zip(chart.ways, lines, strict=True):
        if way.label not in ("", "on", "off"):
            _draw_label(canvas, way.label, line, [*lines, *walls], boxes, taken)


def _along(line: tuple[Spot, Spot], share: float) -> Spot:
    (ax, ay), (bx, by) = line
    return ax + (bx - ax) * share, ay + (by - ay) * share


def _draw_way(
    canvas: Canvas, way: Way, line: tuple[Spot, Spot], crossed: Sequence[float], *, head: bool
) -> None:
    length, turn = math.dist(*line), _angle(line)
    points = [line[0]]
    for share in crossed:
        x, y = _along(line, share)
        points += [
            (
                x + HOP * math.cos(turn + math.pi * (1 + step / 6)),
                y + HOP * math.sin(turn + math.pi * (1 + step / 6)),
            )
            for step in range(7)
        ]
    tip, neck = line[1], _along(line, 1 - (HEAD - 3) / length)
    width = way_width(way)
    canvas.line(*points, neck if head else line[1], line=width)
    if not head:
        return
    half = 7.5 if width < 3 else 11
    base = _along(line, 1 - (HEAD + (width > 3) * 4) / length)
    across = (-math.sin(turn) * half, math.cos(turn) * half)
    wings = [(base[0] + across[0], base[1] + across[1]), (base[0] - across[0], base[1] - across[1])]
    canvas.polygon([tip, *wings], fill="ink", stroke=None, line_end=True)


def way_width(way: Way) -> float:
    """Return the width of a way, px."""
    return 7.0 if way.mark == "thick" else 2.2


def _draw_box(canvas: Canvas, box: Box, spot: Spot) -> None:
    (x, y), (half, high) = spot, HALF[box.kind]
    if box.kind == "port":
        return
    filled = box.mark == "filled"
    fill: Colour = "blue" if filled else "white"
    corners = [(x - half, y), (x, y - high), (x + half, y), (x, y + high)]
    if box.kind == "at":
        canvas.circle(x, y, half, fill="yellow", line=2.2)
    elif box.kind == "switch":
        canvas.circle(x, y, half, fill="blue" if box.mark else "white", line=2.6)
    elif box.kind == "ask":
        canvas.polygon(corners, fill=fill, stroke=None if filled else "ink", line=2.2)
    else:
        canvas.rect(
            x - half, y - high, 2 * half, 2 * high, fill="white", line=2.6, dashed=box.mark == "dashed"
        )
    if box.kind == "call":
        for side, name in ((-1, "left"), (1, "right")):
            left = x - half if side < 0 else x + half - 14
            canvas.rect(left, y - high, 14, 2 * high, fill="blue" if name in box.mark else "white", line=2.2)
    if box.label:
        canvas.text(x, y, box.label, size=SIZE, bold=box.kind == "at", fill="white" if filled else "ink")


def _draw_mark(
    canvas: Canvas,
    mark: str,
    line: tuple[Spot, Spot],
    taken: Sequence[Spot],
    lines: Sequence[tuple[Spot, Spot]],
) -> Spot:
    """Draw a mark on a way, and return where it is."""
    length, turn = math.dist(*line), _angle(line)
    others = [other for other in lines if other != line]
    for step in range(62, 22, -4):
        x, y = _along(line, step / 100)
        near = min(step, 100 - step) / 100 * length
        if (
            near > 26
            and all(math.dist((x, y), spot) > 28 for spot in taken)
            and all(_distance((x, y), other) > 22 for other in others)
        ):
            break
    else:
        raise UnfitError("a mark has no room")
    along, across = (math.cos(turn), math.sin(turn)), (-math.sin(turn), math.cos(turn))
    if mark == "ring":
        canvas.circle(x, y, MARK, fill="white", line=2.6)
    elif mark == "bar":
        for side in (-4.5, 4.5):
            mid = (x + side * along[0], y + side * along[1])
            ends = [(mid[0] + way * 13 * across[0], mid[1] + way * 13 * across[1]) for way in (-1, 1)]
            canvas.line(*ends, line=3)
    else:
        for way in (-1, 1):
            dx, dy = 10 * (along[0] + way * across[0]), 10 * (along[1] + way * across[1])
            canvas.line((x - dx, y - dy), (x + dx, y + dy), line=3)
    return x, y


def _draw_label(
    canvas: Canvas,
    label: str,
    line: tuple[Spot, Spot],
    lines: Sequence[tuple[Spot, Spot]],
    boxes: Sequence[tuple[Box, Spot]],
    taken: list[Spot],
) -> None:
    """Write a label next to the start of a way, where it touches nothing."""
    wide, high = font.text_width(label, SIZE) / 2 + 9, font.CAP_HEIGHT * SIZE / 2 + 10
    turn, length = _angle(line), math.dist(*line)
    for far in (20, 28, 36, 46, 58):
        for side in (1, -1):
            x, y = _along(line, min(0.6, far / length))
            away = abs(math.sin(turn)) * wide + abs(math.cos(turn)) * high + 10
            x, y = x - side * math.sin(turn) * away, y + side * math.cos(turn) * away
            corners = [(x - wide, y - high), (x + wide, y - high), (x + wide, y + high), (x - wide, y + high)]
            sides = list(zip(corners, [*corners[1:], corners[0]], strict=True))
            clear = not any(_crossing(edge, other) for edge in sides for other in lines)
            clear = clear and not any(
                abs(x - bx) < wide + HALF[box.kind][0]
                and abs(y - by) < high + HALF[box.kind][1]
                and (
                    box.kind != "ask"
                    or any(
                        abs(cx - bx) / HALF["ask"][0] + abs(cy - by) / HALF["ask"][1] < 1.18
                        for cx, cy in corners
                    )
                )
                for box, (bx, by) in boxes
            )
            if clear and all(abs(x - tx) > wide + 14 or abs(y - ty) > high + 14 for tx, ty in taken):
                canvas.text(x, y, label, size=SIZE)
                taken.append((x, y))
                return
    raise UnfitError(f"the label {label} has no room")


def mermaid_lines(chart: MarkedChart, name: str) -> list[str]:
    """Return a chart as lines of Mermaid; marks that Mermaid lacks are comments."""
    shapes = {
        "ask": '{{"{}"}}',
        "do": '["{}"]',
        "call": '[["{}"]]',
        "at": '(("{}"))',
        "switch": '(["switch"])',
    }
    lines = []
    for number, box in enumerate(chart.boxes):
        lines.append(f"  {name}{number}" + shapes[box.kind].format(box.label))
        if box.mark:
            looks = {
                "wall": "inside the blue fence",
                "gate": "inside the dashed fence",
                "dashed": "dashed outline",
                "left": "filled left side",
                "right": "filled right side",
            }
            lines.append(
                f"  %% {name}{number}: {', '.join(looks.get(mark, mark) for mark in box.mark.split())}"
            )
    for way in chart.ways:
        arrow = "==>" if way.mark == "thick" else "-->"
        label = {"on": "the needle points here", "off": ""}.get(way.label, way.label)
        lines.append(f"  {name}{way.start} {arrow}{f'|{label}|' if label else ''} {name}{way.end}")
        if way.mark not in ("", "thick"):
            what = {"ring": "a small ring", "bar": "two short bars across it", "cross": "a small cross"}[
                way.mark
            ]
            lines.append(f"  %% the way from {name}{way.start} to {name}{way.end} has {what}")
    return lines


def example_lines(chart: MarkedChart, name: str, runs: Sequence[tuple[str, Any]]) -> list[str]:
    """Return a small chart with its results as lines of Mermaid."""
    results = [f"  %% {given} gives {result}" for given, result in runs]
    return [f"  subgraph example{name}", *results, *mermaid_lines(chart, f"e{name}x"), "  end"]
