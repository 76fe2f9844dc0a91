"""Drawings of charts with marks, and these charts as Mermaid text.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import contextlib
import math
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from benchmark.core.draws import Draws
from benchmark.files import font
from benchmark.files.palette import Colour
from workshop.authoring.family import UnfitError
from workshop.drawing.canvas import Canvas
from workshop.suites.code_vision.families._marked_boxes import (
    HALF,
    Box,
    MarkedChart,
    Spot,
    Way,
    area_sides,
    crossing,
    distance,
    fences,
    fences_touch,
    line_angle,
    place_boxes,
    point_along,
    way_line,
)

SIZE = 19.0  #: of texts, px
_FARTHER = 6.0  #: px by which other ways from a question are farther from the label of a way, at least
HOP, HEAD, MARK = 10.0, 15.0, 9.0  #: radius of a hop, length of an arrowhead, radius of a mark, px


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
            if not fences_touch(chart, spots):
                return canvas
    raise UnfitError("marks and labels have no room")


def draw_chart(canvas: Canvas, chart: MarkedChart, spots: Sequence[Spot], *, apart: bool = False) -> None:
    """Draw a chart: ways with hops over those below them, then boxes, marks and labels.

    Args:
        canvas: the picture.
        chart: the chart.
        spots: the middle of each box, px.
        apart: whether each answer is nearer to its way than to the other one, also if that is not thick.

    Raises:
        UnfitError: if a mark or label has no room.
    """
    lines = [way_line(chart, spots, way) for way in chart.ways]
    hops: list[list[float]] = [[] for _ in lines]
    taken: list[Spot] = []
    for one, two in combinations(range(len(lines)), 2):
        if places := crossing(lines[one], lines[two]):
            hops[two].append(places[1])
            taken.append(point_along(lines[two], places[1]))
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
            turn = line_angle((spot, line[1]))
            paint = "white" if chart.boxes[way.start].mark else "ink"
            wings = [turn + side * math.radians(140) for side in (-1, 1)]
            tip = point_along((spot, line[1]), (HALF["switch"][0] - 3) / math.dist(spot, line[1]))
            corners = [(spot[0] + 14 * math.cos(wing), spot[1] + 14 * math.sin(wing)) for wing in wings]
            canvas.polygon([tip, *corners], fill=paint, stroke=None)
    for way, line in zip(chart.ways, lines, strict=True):
        if way.mark not in ("", "thick"):
            taken.append(_draw_mark(canvas, way.mark, line, taken, lines))
    boxes = list(zip(chart.boxes, spots, strict=True))
    walls = [side for area in areas.values() for side in area_sides(area)]
    answers = [pair for pair in zip(chart.ways, lines, strict=True) if pair[0].label not in ("", "on", "off")]
    for way, line in answers:
        others = [
            each
            for other, each in answers
            if other.start == way.start and other is not way and (apart or other.mark == "thick")
        ]
        _draw_label(canvas, way.label, line, [*lines, *walls], boxes, taken, others)


def _draw_way(
    canvas: Canvas, way: Way, line: tuple[Spot, Spot], crossed: Sequence[float], *, head: bool
) -> None:
    length, turn = math.dist(*line), line_angle(line)
    points = [line[0]]
    for share in crossed:
        x, y = point_along(line, share)
        points += [
            (
                x + HOP * math.cos(turn + math.pi * (1 + step / 6)),
                y + HOP * math.sin(turn + math.pi * (1 + step / 6)),
            )
            for step in range(7)
        ]
    tip, neck = line[1], point_along(line, 1 - (HEAD - 3) / length)
    width = way_width(way)
    canvas.line(*points, neck if head else line[1], line=width)
    if not head:
        return
    half = 7.5 if width < 3 else 11
    base = point_along(line, 1 - (HEAD + (width > 3) * 4) / length)
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
    length, turn = math.dist(*line), line_angle(line)
    others = [other for other in lines if other != line]
    for step in range(62, 22, -4):
        x, y = point_along(line, step / 100)
        near = min(step, 100 - step) / 100 * length
        if (
            near > 26
            and all(math.dist((x, y), spot) > 28 for spot in taken)
            and all(distance((x, y), other) > 22 for other in others)
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
    others: Sequence[tuple[Spot, Spot]],
) -> None:
    """Write a label next to the start of a way, where it touches nothing, and other ways from there are farther."""
    wide, high = font.text_width(label, SIZE) / 2 + 9, font.CAP_HEIGHT * SIZE / 2 + 10
    turn, length = line_angle(line), math.dist(*line)
    for far in (20, 28, 36, 46, 58):
        for side in (1, -1):
            x, y = point_along(line, min(0.6, far / length))
            away = abs(math.sin(turn)) * wide + abs(math.cos(turn)) * high + 10
            x, y = x - side * math.sin(turn) * away, y + side * math.cos(turn) * away
            corners = [(x - wide, y - high), (x + wide, y - high), (x + wide, y + high), (x - wide, y + high)]
            sides = list(zip(corners, [*corners[1:], corners[0]], strict=True))
            clear = not any(crossing(edge, other) for edge in sides for other in lines)
            own = distance((x, y), line)
            clear = clear and all(distance((x, y), other) > own + _FARTHER for other in others)
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
