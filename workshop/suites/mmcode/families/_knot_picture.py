"""Drawings of knotted cords for ``knot_cords``, and their words.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from workshop.drawing.arrows import arrow
from workshop.drawing.canvas import Canvas
from workshop.drawing.items import Point, points_text
from workshop.suites.mmcode.families._knots import FORMS, NONE, SINGLE, Cords, Example

#: From place to place of a cord, px, if all cords are alike, and if they differ.
EVEN, UNEVEN = (45,), (40, 45, 50, 55)
_EDGE, _TASSEL = 12, 34  #: from the middle of a bar to its edge, and the length of a tassel, px
_APART = 38  #: from the middle of a bar to each cord, px
_SIDES = ("", " and a loop on the left", " and a loop on the right")
_WIDE = 308  #: a frame of the first picture, px
#: What hangs at one point: the bar or ring, and the cords from left to right.
Hanging = tuple[int, Cords]


@dataclass(frozen=True, slots=True)
class Spot:
    """A point from which cords hang, turned around it."""

    x: float  #: px
    y: float  #: px
    angle: float = 0  #: degrees clockwise; 0 lets cords hang straight down

    def at(self, right: float, down: float) -> Point:
        """Return a point by its distance to the right and down the cords, px."""
        cos, sin = (part(math.radians(self.angle)) for part in (math.cos, math.sin))
        return self.x + right * cos - down * sin, self.y + right * sin + down * cos


def _length(places: int, steps: Sequence[int]) -> int:
    """Return the length of the longest cord with its tassel, px."""
    return _EDGE + (places + 1) * max(steps) + _TASSEL


def _knot(canvas: Canvas, spot: Spot, right: float, down: float, kind: str) -> None:
    """Draw a knot: slanted turns around the cord, and a loop at their side."""
    turns, side = divmod(FORMS.index(kind), 3)
    middles = [down + 7.5 * (turn - turns / 2) for turn in range(turns + 1)]
    if side:
        out = -1 if side == 1 else 1
        ends = [spot.at(right + out * 9, middle) for middle in (middles[0] - 1, middles[-1] + 1)]
        bends = [spot.at(right + out * 35, middle) for middle in (down - 15, down + 15)]
        canvas.path(f"M {points_text(ends[:1])} C {points_text([*bends, ends[1]])}", line=3)
    for middle in middles:
        points = []
        for step in range(20):
            along, across = 13 * math.cos(step * math.pi / 10), 4.6 * math.sin(step * math.pi / 10)
            points.append(spot.at(right + along, middle + across - 0.25 * along))
        canvas.polygon(points, fill="paleorange", line=2.5)


def _cord(canvas: Canvas, spot: Spot, right: float, step: int, cord: str) -> None:
    """Draw a cord of some places, given from the tassel on, and its tassel."""
    bound = _EDGE + (len(cord) + 1) * step
    canvas.line(spot.at(right, 0), spot.at(right, bound), stroke="grey", line=4.5)
    for aside in (-12, -6, 0, 6, 12):
        end = bound + _TASSEL - abs(aside) / 4
        canvas.line(spot.at(right, bound), spot.at(right + aside, end), stroke="red", line=3)
    x, y = spot.at(right, bound)
    canvas.circle(x, y, 6, fill="red", stroke=None)
    for place, kind in enumerate(cord, 1):
        if kind != NONE:
            _knot(canvas, spot, right, bound - place * step, kind)


def _hang(canvas: Canvas, spot: Spot, hanging: Hanging, steps: Sequence[int]) -> None:
    bar, cords = hanging
    rights = [0] if len(cords) == 1 else [-_APART, _APART]
    for right, step, cord in zip(rights, steps, cords, strict=False):
        _cord(canvas, spot, right, step, cord)
    if bar == SINGLE:
        canvas.circle(*spot.at(0, 0), _EDGE - 2, fill="white", line=3)
        return
    wide = _APART + 18
    corners = [spot.at(x, y) for x, y in ((-wide, -_EDGE), (wide, -_EDGE), (wide, _EDGE), (-wide, _EDGE))]
    canvas.polygon(corners, fill="paleblue", line=3)
    for dot in range(bar):
        canvas.circle(*spot.at(20 * dot - 10 * (bar - 1), 0), 6, fill="ink", stroke=None)


def _tag(canvas: Canvas, x: float, y: float, number: int, size: float = 22) -> None:
    wide = size * (0.7 + 0.62 * len(str(number)))
    canvas.rect(x - wide / 2, y - 0.8 * size, wide, 1.6 * size, fill="white", line=2, radius=6)
    canvas.text(x, y, number, size=size, bold=True)


def examples_of(
    examples: Sequence[Example], turns: Sequence[int], steps: Sequence[int], weights: Mapping[int, int]
) -> Canvas:
    """Draw examples in frames.

    Args:
        examples: what is shown.
        turns: for each example twice, whether its cords and its result are turned by a half.
        steps: for each example three times, from place to place of each cord, px.
        weights: what the digit 1 counts at some places from the tassel on, counted from 0; they have a frame of their own.
    """
    places = len(examples[0].cords[0])
    high, frames = _length(places, steps) + 52, len(examples) + bool(weights)
    columns = 2 if frames == 4 else 3
    canvas = Canvas(columns * (_WIDE + 8) + 8, -(-frames // columns) * (high + 8) + 8)
    for place in range(frames):
        left, top = 8 + place % columns * (_WIDE + 8), 8 + place // columns * (high + 8)
        canvas.rect(left, top, _WIDE, high, stroke="grey", line=2, radius=8)
        number = place - bool(weights)
        if number < 0:
            _tagged_places(canvas, Spot(left + 130, top + 26), places, weights)
            continue
        own, others = turns[2 * number : 2 * number + 2]
        spots = [
            Spot(left + x, top + 26 + (high - 52) * turned, 180 * turned)
            for x, turned in ((90, own), (258, others))
        ]
        _example(canvas, spots, examples[number], steps[3 * number : 3 * number + 3], top + high / 2)
    return canvas


def _tagged_places(canvas: Canvas, spot: Spot, places: int, weights: Mapping[int, int]) -> None:
    """Draw a bare cord, and tags next to its first places."""
    _hang(canvas, spot, (SINGLE, (NONE * places,)), EVEN)
    for place, weight in weights.items():
        y = spot.y + _EDGE + (places - place) * EVEN[0]
        canvas.line((spot.x, y), (spot.x + 26, y), line=2)
        _tag(canvas, spot.x + 48, y, weight, 20)


def _example(
    canvas: Canvas, spots: Sequence[Spot], example: Example, steps: Sequence[int], middle: float
) -> None:
    """Draw cords at the first spot, and at the second one their number; the arrow is at the height ``middle``."""
    _hang(canvas, spots[0], (example.bar, example.cords), steps)
    left, right = spots[0].x + 82, spots[1].x
    arrow(canvas, (left, middle), (left + 42, middle), line=4, head=16)
    if isinstance(example.result, str):
        _hang(canvas, spots[1], (SINGLE, (example.result,)), steps[2:])
    else:
        _tag(canvas, right, middle, example.result, 26)


def row_of(bundles: Mapping[str, Hanging], steps: Sequence[int]) -> Canvas:
    """Draw bundles that hang from a main cord next to each other."""
    places = len(next(iter(bundles.values()))[1][0])
    widths = [88 if bar == SINGLE else 152 for bar, _ in bundles.values()]
    canvas = Canvas(sum(widths) + 24, _length(places, steps) + 136)
    left = 12.0
    canvas.line((8, 68), (canvas.width - 8, 68), stroke="grey", line=8)
    for number, (letter, hanging) in enumerate(bundles.items()):
        wide = widths[number]
        _hang(canvas, Spot(left + wide / 2, 86), hanging, steps[2 * number :])
        canvas.text(left + wide / 2, 36, letter, size=24, bold=True)
        left += wide
    return canvas


def two_rows_of(bundles: Mapping[str, Hanging], steps: Sequence[int]) -> Canvas:
    """Draw bundles above and below a main cord; those above it are turned by a half."""
    places = len(next(iter(bundles.values()))[1][0])
    long, half = _length(places, steps), len(bundles) // 2
    canvas = Canvas(24 + half * 170, 2 * long + 136)
    middle = canvas.height / 2
    canvas.line((8, middle), (canvas.width - 8, middle), stroke="grey", line=8)
    for number, (letter, hanging) in enumerate(bundles.items()):
        x, side = 12 + 170 * (number % half) + 85, -1 if number < half else 1
        _hang(canvas, Spot(x, middle + 18 * side, 0 if side > 0 else 180), hanging, steps[2 * number :])
        canvas.text(x, middle + side * (long + 42), letter, size=24, bold=True)
    return canvas


def ring_of(bundles: Mapping[str, Hanging], steps: Sequence[int], angle: float) -> Canvas:
    """Draw bundles around a ring, the first one turned by an angle, degrees."""
    places = len(next(iter(bundles.values()))[1][0])
    ring, long = 152, _length(places, steps)
    side = 2 * (ring + long + 24)
    canvas = Canvas(side, side)
    canvas.circle(side / 2, side / 2, ring - 14, fill="white", stroke="grey", line=8)
    for number, (letter, hanging) in enumerate(bundles.items()):
        middle = Spot(side / 2, side / 2, angle + 360 * number / len(bundles))
        _hang(canvas, Spot(*middle.at(0, ring), middle.angle), hanging, steps[2 * number :])
        canvas.text(*middle.at(0, ring - 44), letter, size=24, bold=True)
    return canvas


def _cord_words(cord: str) -> str:
    told = []
    for kind in cord:
        turns, side = divmod(FORMS.index(kind) if kind != NONE else 0, 3)
        knot = f"{turns + 1} turn{'s' if turns else ''}{_SIDES[side]}"
        told.append("no knot" if kind == NONE else knot)
    return "; ".join(told)


def _hanging_words(hanging: Hanging) -> str:
    bar, cords = hanging
    if bar == SINGLE:
        return f"a cord ({_cord_words(cords[0])})"
    dots = ("without dots", "with one dot", "with two dots")[bar]
    return (
        f"a bar {dots}, with a left cord ({_cord_words(cords[0])}) and a right cord ({_cord_words(cords[1])})"
    )


def example_words(examples: Sequence[Example], weights: Mapping[int, int]) -> str:
    """Describe the first picture."""
    told = []
    if weights:
        tags = ", ".join(f"{weight} at place {place + 1}" for place, weight in weights.items())
        told.append(f"A bare cord has tags at its places, counted from the tassel: {tags}.")
    for number, example in enumerate(examples, 1):
        result = example.result
        after = f"a cord ({_cord_words(result)})" if isinstance(result, str) else f"a tag with {result}"
        told.append(
            f"Frame {number}: {_hanging_words((example.bar, example.cords))}; after the arrow {after}."
        )
    return f"Frames with cords. Here each cord is told from the tassel on, with the tassel at the bottom. {' '.join(told)}"


def bundle_words(bundles: Mapping[str, Hanging]) -> str:
    """Describe the second picture."""
    told = "; ".join(f"{letter} is {_hanging_words(hanging)}" for letter, hanging in bundles.items())
    return (
        "Bundles of cords that hang from one main cord or ring. Here each cord is told from the tassel on, with the tassel at the "
        f"bottom: {told}."
    )
