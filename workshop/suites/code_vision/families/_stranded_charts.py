"""Charts in two parts, between which the ways go through a strip where strands cross and nearly touch.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import contextlib
import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.drawing.canvas import Canvas
from workshop.suites.code_vision.families._marked_boxes import (
    HALF,
    Box,
    MarkedChart,
    Spot,
    Way,
    fences_touch,
    placing_faults,
)
from workshop.suites.code_vision.families._marked_charts import draw_chart, way_width

SIZE = (1000, 1020)  #: px
#: Top and bottom of the strip, and the y of the rows of boxes above and below it, px.
TOP, BOTTOM, ABOVE, BELOW = 306.0, 590.0, (62.0, 176.0), (692.0, 818.0, 944.0)
COLUMNS = 6  #: boxes in a row
FEWEST_CROSSINGS = 10  #: of strands
_GAP = 13.0  #: px between two strands that nearly touch
_BREAK = 11.0  #: half of the gap in a strand below another one, px along
_DOT = 4.2  #: radius of the dot where a way goes on as a strand, px
_CLEAR = 2.0  #: px between a text and the corner of a question
_STEPS = 20  #: points of a strand in a row of the strip

Turn = Literal["straight", "over", "under", "near"]
_CROSSED: tuple[tuple[Turn, Turn], ...] = (("over", "under"), ("under", "over"))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Part:
    """The boxes above or below the strip; its last boxes are the ports of the strands, in their order."""

    chart: MarkedChart
    ports: int
    rows: Sequence[float]  #: y of the rows of its boxes, px
    port_y: float


def joined_strands(chart: MarkedChart, above: Collection[int]) -> list[Way]:
    """Return the ways between the boxes above the strip and those below it."""
    return [way for way in chart.ways if (way.start in above) != (way.end in above)]


def _part(chart: MarkedChart, inside: Sequence[int], strands: Sequence[Way], below: bool) -> _Part:
    """Return a part of a chart: marks and labels of a strand are where it begins."""
    numbers = {number: place for place, number in enumerate(inside)}
    ways = [
        way._replace(start=numbers[way.start], end=numbers[way.end])
        for way in chart.ways
        if way.start in numbers and way.end in numbers
    ]
    for port, way in enumerate(strands, len(inside)):
        if way.start in numbers:
            ways.append(way._replace(start=numbers[way.start], end=port))
        else:
            thick = "thick" if way.mark == "thick" else ""
            ways.append(Way(port, numbers[way.end], "", thick))
    boxes = [*(chart.boxes[number] for number in inside), *[Box("port", "")] * len(strands)]
    rows, port_y = (BELOW, BOTTOM) if below else (ABOVE, TOP)
    return _Part(chart=MarkedChart(tuple(boxes), tuple(ways)), ports=len(strands), rows=rows, port_y=port_y)


def lane_places(count: int) -> list[float]:
    """Return the x of each of the lanes between which strands change, px."""
    return [SIZE[0] / 2 + (lane - (count - 1) / 2) * 102 for lane in range(count)]


def _placed(part: _Part, draws: Draws, crossings: range) -> tuple[list[Spot], list[int]]:
    """Place the boxes of a part on its rows, and its ports on lanes; return spots, and the lane of each strand.

    Raises:
        UnfitError: if no placing was found.
    """
    wide = (SIZE[0] - 180) / (COLUMNS - 1)
    slots = [
        (90 + wide * column + draws.integer(-14, 14), y + draws.integer(-8, 8))
        for y in part.rows
        for column in range(COLUMNS)
    ]
    places, count = lane_places(part.ports), len(part.chart.boxes) - part.ports

    def spots(order: Sequence[int], lanes: Sequence[int]) -> list[Spot]:
        return [*(slots[slot] for slot in order[:count]), *((places[lane], part.port_y) for lane in lanes)]

    for _ in range(6):
        order, lanes = draws.shuffled(range(len(slots))), draws.shuffled(range(part.ports))
        worst = placing_faults(part.chart, spots(order, lanes), crossings)
        for _ in range(700):
            if not worst:
                return spots(order, lanes), lanes
            tried, other = list(order), list(lanes)
            if draws.integer(0, 2):
                one, two = draws.integer(0, count - 1), draws.integer(0, len(slots) - 1)
                tried[one], tried[two] = tried[two], tried[one]
            else:
                one, two = draws.sample(range(part.ports), 2)
                other[one], other[two] = other[two], other[one]
            if (bad := placing_faults(part.chart, spots(tried, other), crossings, worst)) <= worst:
                order, lanes, worst = tried, other, bad
    raise UnfitError("no place was found for the boxes")


def braid(ends: Sequence[int], draws: Draws) -> list[list[Turn]]:
    """Return for each row of the strip what the strand in each lane does there.

    Args:
        ends: lane at the top → lane at the bottom.
        draws: decides which pairs only come near each other, where strands cross, and which is above.
    """
    for often in [3] * 60 + [0]:  # the last try crosses all pairs as early as possible
        now, rows = list(ends), []
        for number in range(len(ends) + 1):
            row: list[Turn] = ["straight"] * len(ends)
            for lane in range(number % 2, len(ends) - 1, 2):
                chance = draws.integer(0, 9)
                if chance >= often if now[lane] > now[lane + 1] else chance < often // 3:
                    now[lane], now[lane + 1] = now[lane + 1], now[lane]
                    row[lane], row[lane + 1] = draws.choice(_CROSSED)
                elif chance < 8:
                    row[lane] = row[lane + 1] = "near"
            rows.append(row)
        if now == sorted(now):
            break
    return rows


def partner(row: Sequence[Turn], lane: int, number: int) -> int:
    """Return the lane with which a lane's strand crosses or nearly touches in a row, or the lane itself."""
    if row[lane] == "straight":
        return lane
    return lane + 1 if (lane - number) % 2 == 0 else lane - 1


def strand_pieces(
    rows: Sequence[Sequence[Turn]], lane: int, wide: Sequence[float], strands: Sequence[int]
) -> Iterator[list[Spot]]:
    """Yield the pieces of the strand that begins in a lane; it has gaps below others.

    Args:
        rows: what :func:`braid` returns.
        lane: the lane at the top.
        wide: width of each strand, px.
        strands: lane at the top → strand.
    """
    places, high = lane_places(len(strands)), (BOTTOM - TOP) / len(rows)
    in_lane = list(strands)
    piece = [(places[lane], TOP)]
    for number, row in enumerate(rows):
        other = partner(row, lane, number)
        start, end = places[lane], places[other]
        gap = (_BREAK + wide[in_lane[other]] / 2) / abs(end - start) if other != lane else 0.0
        for step in range(1, _STEPS + 1):
            part = step / _STEPS
            soft = (part + part * part * (3 - 2 * part)) / 2
            x = start
            if row[lane] == "near":
                x += (end - start - math.copysign(_GAP, end - start)) / 2 * math.sin(math.pi * part) ** 2
            else:
                x += (end - start) * soft
            if row[lane] == "under" and abs(soft - 0.5) < gap:
                if piece:
                    yield piece
                piece = []
            else:
                piece = [*piece, (x, TOP + (number + part) * high)]
        crossed = [turn in ("over", "under") for turn in row]
        for left in range(number % 2, len(row) - 1, 2):
            if crossed[left]:
                in_lane[left], in_lane[left + 1] = in_lane[left + 1], in_lane[left]
        lane = other if crossed[lane] else lane
    yield piece


def _meets_corner(canvas: Canvas, chart: MarkedChart, spots: Sequence[Spot]) -> bool:
    """Whether a text touches the corner of a question."""
    half, high = HALF["ask"]
    corners = [
        (x + dx, y + dy)
        for box, (x, y) in zip(chart.boxes, spots, strict=True)
        if box.kind == "ask"
        for dx, dy in ((-half, 0), (half, 0), (0, -high), (0, high))
    ]
    return any(
        left - _CLEAR < x < right + _CLEAR and top - _CLEAR < y < bottom + _CLEAR
        for left, top, right, bottom in (label.box for label in canvas.labels)
        for x, y in corners
    )


def stranded_chart(chart: MarkedChart, above: Sequence[int], draws: Draws, crossings: range) -> Canvas:
    """Draw a chart in two parts with a strip between them.

    Args:
        chart: the chart.
        above: numbers of the boxes above the strip.
        draws: choices.
        crossings: how many ways may cross in each part.

    Raises:
        UnfitError: if it has no place.
    """
    strands = joined_strands(chart, above)
    inside = [number for number in range(len(chart.boxes)) if number not in above]
    parts = [_part(chart, above, strands, False), _part(chart, inside, strands, True)]
    for _ in range(60):
        with contextlib.suppress(UnfitError):
            placed = [_placed(part, draws, crossings) for part in parts]
            tops, bottoms = (lanes for _, lanes in placed)
            ends = [bottoms[tops.index(lane)] for lane in range(len(strands))]
            if sum(first > second for first, second in combinations(ends, 2)) < FEWEST_CROSSINGS:
                continue
            canvas = Canvas(*SIZE)
            in_lane = [tops.index(lane) for lane in range(len(strands))]
            rows, wide = braid(ends, draws), [way_width(way) for way in strands]
            for lane, strand in enumerate(in_lane):
                for piece in strand_pieces(rows, lane, wide, in_lane):
                    canvas.line(*piece, line=wide[strand])
            for part, (spots, _) in zip(parts, placed, strict=True):
                draw_chart(canvas, part.chart, spots, apart=True)
            if any(
                _meets_corner(canvas, part.chart, spots) or fences_touch(part.chart, spots)
                for part, (spots, _) in zip(parts, placed, strict=True)
            ):
                continue
            for x in lane_places(len(strands)):
                for y in (TOP, BOTTOM):
                    canvas.circle(x, y, _DOT, fill="ink", stroke=None)
            if not any(label.box[3] > TOP - 6 and label.box[1] < BOTTOM + 6 for label in canvas.labels):
                return canvas
    raise UnfitError("marks and labels have no room")
