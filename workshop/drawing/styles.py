"""How a picture looks: a style that the seed chooses and that families know nothing about.

The style ``dark``: a dark ground and dark panels, on which lines and texts are light.
Filled shapes keep their colours, so what a text calls black or white stays so. Only what lies on the dark
ground changes: a line or text gets the light shade of its colour, a dark shape gets a light outline. A line
that crosses both gets a light edge. A picture with fills that would look like the dark ground stays light.

The style ``hand-drawn``: outlines and lines wobble, as if drawn without a ruler.
The wobble of a shape follows from its place and size alone, so the same shape wobbles alike in all pictures.
"""

import hashlib
import itertools
import math
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, get_args

from benchmark.core.draws import Draws
from benchmark.files import font
from benchmark.files.palette import COLOURS, Paint
from workshop.drawing.canvas import Canvas
from workshop.drawing.captured import BY_HAND, Capture
from workshop.drawing.items import (
    DrawnShape,
    Item,
    Point,
    TextLabel,
    length_text,
    points_text,
    shape_svg,
    text_svg,
)
from workshop.drawing.palette import BACKGROUNDS, ON_DARK, contrast_ratio, smallest_distance
from workshop.drawing.photo import EDGE

_CURVE_STEP = 6.0  #: px between two points of a curve
_TURN = 2 * math.pi
_NUMBERS = re.compile(r"-?[0-9.]+")
_COMMANDS = re.compile(r"([A-Za-z])([^A-Za-z]*)")
_PAIR = 2


@dataclass(frozen=True, slots=True)
class Outline:
    """A line through points; a closed one returns to its first point, which is not repeated."""

    points: tuple[Point, ...]
    closed: bool

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom, px."""
        across, down = zip(*self.points, strict=True)
        return min(across), min(down), max(across), max(down)

    def contains(self, point: Point) -> bool:
        """Whether a point is inside, by counting the edges to its right."""
        x, y = point
        inside = False
        for (ax, ay), (bx, by) in zip(self.points, (*self.points[1:], self.points[0]), strict=True):
            if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
                inside = not inside
        return inside

    def spread(self, step: float) -> tuple[Point, ...]:
        """Return its corners and points between them, at most ``step`` px apart."""
        ends = (*self.points[1:], self.points[0]) if self.closed else self.points[1:]
        found: list[Point] = []
        for (ax, ay), (bx, by) in zip(self.points, ends, strict=False):
            parts = max(1, math.ceil(math.hypot(bx - ax, by - ay) / step))
            found += [(ax + (bx - ax) * k / parts, ay + (by - ay) * k / parts) for k in range(parts)]
        return tuple(found) if self.closed else (*found, self.points[-1])


def outline(tag: str, where: str) -> Outline | None:
    """Return the outline of a shape; None for a path with commands that the canvas does not write."""
    if tag in ("polygon", "polyline"):
        return Outline(tuple(_pairs(_values(where)["points"])), tag == "polygon")
    if tag == "path":
        return _path(_values(where)["d"])
    values = {name: float(text) for name, text in _values(where).items()}
    if tag == "circle":
        turn = _arc((values["cx"], values["cy"]), values["r"], 0, _TURN)
        return Outline(tuple(turn)[:-1], True)
    x, y, width, height = (values[name] for name in ("x", "y", "width", "height"))
    round_ = min(values.get("rx", 0.0), width / 2, height / 2)
    if not round_:
        return Outline(((x, y), (x + width, y), (x + width, y + height), (x, y + height)), True)
    right, low = x + width - round_, y + height - round_
    corners = [(x + round_, y + round_), (right, y + round_), (right, low), (x + round_, low)]
    points = [
        point
        for quarter, corner in enumerate(corners)
        for point in _arc(corner, round_, (quarter + 2) * _TURN / 4, _TURN / 4)
    ]
    return Outline(tuple(points), True)


def _values(where: str) -> dict[str, str]:
    return dict(re.findall(r'(\w+)="([^"]*)"', where))


def _pairs(text: str) -> list[Point]:
    numbers = [float(number) for number in _NUMBERS.findall(text)]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def _arc(centre: Point, radius: float, start: float, turn: float) -> Iterator[Point]:
    """Yield points of an arc; angles in radians, clockwise from the right."""
    parts = max(4, math.ceil(abs(turn) * radius / _CURVE_STEP))
    for part in range(parts + 1):
        angle = start + turn * part / parts
        yield centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle)


def _path(commands: str) -> Outline | None:
    """Follow the commands M, L, Q, C, A (of a circle) and Z; one line without gaps."""
    points: list[Point] = []
    closed = False
    for letter, text in _COMMANDS.findall(commands):
        if (letter == "M") != (not points) or letter not in "MLQCAZ":
            return None
        if letter == "Z":
            closed = True
        elif letter == "A":
            radius, _, _, large, sweep, x, y = (float(number) for number in _NUMBERS.findall(text))
            points += _arc_between(points[-1], (x, y), radius, bool(large), bool(sweep))
        elif letter in "ML":
            points += _pairs(text)
        else:
            size = _PAIR if letter == "Q" else _PAIR + 1
            pairs = _pairs(text)
            for first in range(0, len(pairs), size):
                points += _bezier([points[-1], *pairs[first : first + size]])
    return Outline(tuple(points), closed)


def _bezier(controls: Sequence[Point]) -> Iterator[Point]:
    length = sum(math.dist(a, b) for a, b in itertools.pairwise(controls))
    parts = max(4, math.ceil(length / _CURVE_STEP))
    for part in range(1, parts + 1):
        share, level = part / parts, list(controls)
        while len(level) > 1:
            level = [
                (ax + (bx - ax) * share, ay + (by - ay) * share)
                for (ax, ay), (bx, by) in itertools.pairwise(level)
            ]
        yield level[0]


def _arc_between(start: Point, end: Point, radius: float, large: bool, clockwise: bool) -> list[Point]:
    """Return the points of an arc after ``start`` (SVG 2, B.2.4, for a circle)."""
    half = math.dist(start, end) / 2
    if not half:
        return []
    height = math.sqrt(max(0.0, radius * radius - half * half)) * (1 if large != clockwise else -1)
    dx, dy = (end[0] - start[0]) / (2 * half), (end[1] - start[1]) / (2 * half)
    centre = (start[0] + end[0]) / 2 - dy * height, (start[1] + end[1]) / 2 + dx * height
    first = math.atan2(start[1] - centre[1], start[0] - centre[0])
    turn = (math.atan2(end[1] - centre[1], end[0] - centre[0]) - first) % _TURN
    return list(_arc(centre, max(radius, half), first, turn if clockwise else turn - _TURN))[1:]


GROUND: Paint = "night"
#: Minimum CIEDE2000 distance of a fill from what lies below it, for every kind of colour vision. People who
#: compare two surfaces side by side notice a distance of about 1.
MIN_FROM_GROUND = 6.0

_Box = tuple[float, float, float, float]  #: left, top, right and bottom, px
_Filled = tuple[_Box, Outline, Paint]  #: the box around a filled shape, its outline and its colour

_GROUND_STEP = 12.0  #: px between the points of a line that are looked at
_EDGE = 1.75  #: width of a light edge, px
_MIN_CONTRAST = 3.0
_SMALL = 16.0  #: smaller side of a shape that a line can cross without a light edge, px
_MOST_ELSEWHERE = 0.1  #: share of a line that may lie on another ground without a light edge


@dataclass(slots=True)
class Darkened:
    """What lies below the next item of a picture, and the items so far."""

    _filled: list[_Filled] = field(default_factory=list)

    def shape(self, shape: DrawnShape) -> DrawnShape:
        """Return a shape as it is drawn on the dark ground."""
        line = outline(shape.tag, shape.where)
        below = [self.below(point) for point in line.spread(_GROUND_STEP)] if line else [GROUND]
        on_dark = sum(paint in BACKGROUNDS for paint in below) / len(below)
        fill, stroke, edge = shape.fill, shape.stroke, False
        if fill == "mist" and (shape.panel or on_dark > _MOST_ELSEWHERE):
            fill = "dusk"
        if stroke and (fill in BACKGROUNDS or not fill):
            dark_here = 1.0 if fill in BACKGROUNDS else on_dark
            stroke, edge = _line_paint(shape, stroke, below, dark_here)
        elif stroke and fill and on_dark > _MOST_ELSEWHERE and _is_dark(fill):
            stroke = ON_DARK.get(stroke, stroke)
        elif not stroke and fill and shape.line_end and on_dark > _MOST_ELSEWHERE:
            fill = ON_DARK.get(fill, fill)
        if line and line.closed and fill and shape.extent >= _SMALL:
            self._filled.append((line.box, line, fill))
        width = shape.width
        if not stroke and fill and on_dark > _MOST_ELSEWHERE and _is_dark(fill) and not shape.guide:
            stroke, width = "chalk", 2.0
        svg = shape_svg(shape.tag, shape.where, fill, stroke, width, dashed=shape.dashed)
        if edge:
            broad = shape_svg(shape.tag, shape.where, None, "chalk", width + 2 * _EDGE, dashed=False)
            svg = broad + svg
        return replace(shape, svg=svg, fill=fill, stroke=stroke, width=width, edged=edge)

    def text(self, label: TextLabel) -> TextLabel:
        """Return a text in a colour that can be read on what lies below it."""
        left, top, right, bottom = label.box
        below = self.below(((left + right) / 2, (top + bottom) / 2))
        fill = ON_DARK.get(label.fill, label.fill) if below in BACKGROUNDS else label.fill
        svg = text_svg(label.text, left, bottom, label.size, fill, bold=label.bold)
        return replace(label, svg=svg, fill=fill)

    def below(self, point: Point) -> Paint:
        """Return the colour of the last filled shape at a point, or of the ground."""
        return _paint_at(point, self._filled, GROUND)


def _line_paint(
    shape: DrawnShape, stroke: Paint, below: Sequence[Paint], on_dark: float
) -> tuple[Paint, bool]:
    """Return the colour of a line, and whether it needs a light edge."""
    if stroke == "white" and on_dark > 1 - _MOST_ELSEWHERE:  # it covers the middle of a broader line
        return max(set(below), key=below.count), False
    if on_dark > 1 - _MOST_ELSEWHERE:
        return ON_DARK.get(stroke, stroke), False
    dark = _is_dark(stroke) and not shape.guide
    return stroke, dark and on_dark > _MOST_ELSEWHERE


def _is_dark(paint: Paint) -> bool:
    return contrast_ratio(COLOURS[paint], COLOURS["dusk"]) < _MIN_CONTRAST


_WOBBLE_STEP = 9.0  #: px between two points of a line
_WAVE = 42.0  #: px between two knots of the wobble
#: Maximum shift of a point, px, and as a share of the shape's smaller side or the line's length.
_MOST, _SHARE = 1.9, 0.06
_HAND = 1.25  #: size of handwriting, as a share of that of print


def hand_drawn(shape: DrawnShape, salt: str = "") -> DrawnShape:
    """Return a shape with a wobbling outline; as it is if its path is not one of the canvas.

    Args:
        shape: the shape.
        salt: another text gives another wobble.
    """
    line = outline(shape.tag, shape.where)
    if line is None:
        return shape
    points = line.spread(_WOBBLE_STEP)
    ends = (*points[1:], points[0]) if line.closed else points[1:]
    lengths = [math.dist(a, b) for a, b in zip(points, ends, strict=False)]
    whole = sum(lengths)
    most = min(_MOST, _SHARE * min(shape.extent, whole))
    knots = max(3, round(whole / _WAVE))
    shifts = _shifts(salt + shape.tag + shape.where, knots if line.closed else knots + 1)
    moved, along = [], 0.0
    for number, (x, y) in enumerate(points):
        place = along / whole * knots if whole else 0.0
        first = int(place)
        share = place - first
        share = share * share * (3 - 2 * share)
        (ax, ay), (bx, by) = shifts[first % len(shifts)], shifts[(first + 1) % len(shifts)]
        moved.append((x + most * (ax + (bx - ax) * share), y + most * (ay + (by - ay) * share)))
        along += lengths[number] if number < len(lengths) else 0.0
    tag = "polygon" if line.closed else "polyline"
    where = f'points="{" ".join(f"{length_text(x)},{length_text(y)}" for x, y in moved)}"'
    svg = shape_svg(tag, where, shape.fill, shape.stroke, shape.width, dashed=shape.dashed)
    return replace(shape, svg=svg, tag=tag, where=where)


def hand_written(label: TextLabel) -> TextLabel:
    """Return a text in letters of handwriting around the same middle; as it is if one is missing."""
    widths = font.face("hand")
    if not widths.keys() >= set(label.text):
        return label
    left, top, right, bottom = label.box
    size = _HAND * label.size  # its letters are narrow
    half = size * sum(widths[character] for character in label.text) / 2, size * font.HAND_HEIGHT / 2
    left, right = (left + right) / 2 - half[0], (left + right) / 2 + half[0]
    top, bottom = (top + bottom) / 2 - half[1], (top + bottom) / 2 + half[1]
    svg = text_svg(label.text, left, bottom, size, label.fill, hand=True)
    return replace(label, svg=svg, box=(left, top, right, bottom))


def _shifts(name: str, count: int) -> list[tuple[float, float]]:
    """Return shifts in both directions, from -1 to 1, that depend on the name."""
    data = hashlib.shake_128(name.encode()).digest(4 * count)
    numbers = [
        int.from_bytes(data[place : place + 2], "big") / 32767.5 - 1 for place in range(0, 4 * count, 2)
    ]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


Titles = Literal["left", "middle", "right"]

_MARGIN = 18.0  #: px between a title and the edge of its frame
_FREE = 5.0  #: px around a title that nothing else may reach


def can_move(canvas: Canvas, titles: Titles) -> bool:
    """Whether nothing is at the new place of any title."""
    others = [box for item in canvas.items for box in _boxes(item)]
    return not any(
        _touch(moved.box, other)
        for moved in moved_titles(canvas, titles)
        if isinstance(moved, TextLabel) and moved.title
        for other in others
    )


def moved_titles(canvas: Canvas, titles: Titles) -> list[Item]:
    """Return the items of a picture, with the titles at another place."""
    items: list[Item] = []
    panel: _Box | None = None
    for item in canvas.items:
        if isinstance(item, DrawnShape):
            line = outline(item.tag, item.where) if item.panel else None
            panel = line.box if line else panel
            items.append(item)
        else:
            items.append(_moved(item, panel, titles) if item.title and panel else item)
    return items


def _moved(label: TextLabel, panel: _Box, titles: Titles) -> TextLabel:
    left, top, right, bottom = label.box
    width = right - left
    start = {
        "left": left,
        "middle": (panel[0] + panel[2] - width) / 2,
        "right": panel[2] - _MARGIN - width,
    }[titles]
    svg = text_svg(label.text, start, bottom, label.size, label.fill, bold=label.bold)
    return replace(label, svg=svg, box=(start, top, start + width, bottom))


def _boxes(item: Item) -> Iterator[_Box]:
    """Yield the box around an item that titles must not touch."""
    if isinstance(item, TextLabel):
        if not item.title:
            yield item.box
    elif not item.panel and (line := outline(item.tag, item.where)):
        half = item.width / 2
        left, top, right, bottom = line.box
        yield left - half, top - half, right + half, bottom + half


def _touch(first: _Box, second: _Box) -> bool:
    return (
        first[0] - _FREE < second[2]
        and second[0] < first[2] + _FREE
        and first[1] - _FREE < second[3]
        and second[1] < first[3] + _FREE
    )


#: ``panels`` as families draw; ``plain`` without frames; ``hand-drawn`` lines; a ``dark`` ground; ``paper``
#: with grain, on which shapes are drawn twice by hand and texts stand on slips; ``photo`` as if photographed;
#: or a capture of the drawing, such as a ``scan``.
Look = Literal["panels", "plain", "hand-drawn", "dark", "paper", "photo", Capture]
#: The looks that every family can have; the others are for some pictures of families with a dial.
LOOKS: tuple[Look, ...] = ("panels", "plain", "hand-drawn", "dark")


@dataclass(frozen=True, slots=True)
class Style:
    """The look of a picture, and where the titles of its frames are."""

    look: Look = "panels"
    titles: Titles = "left"
    grain: int = 0  #: seed of the grain of ``paper``, or of the light of a ``photo`` or a capture


def choose_style(draws: Draws, without: Collection[str] = ()) -> Style:
    """Choose a style at random, every look that is not in ``without`` being equally likely."""
    look = draws.choice([look for look in LOOKS if look not in without])
    # Without frames, a title at the right would seem to belong to its neighbour.
    places = [place for place in get_args(Titles) if (look, place) != ("plain", "right")]
    return Style(look, draws.choice(places))


def style_pictures(canvases: Mapping[str, Canvas], style: Style) -> dict[str, Canvas]:
    """Return the pictures of twins in one style.

    If a fill of one picture would look like the dark ground, no picture gets it.
    If the titles of one picture have no room at the new place, those of all pictures stay at the left, so
    that the place says nothing about the picture.
    """
    if style.look == "dark" and any(map(_merges_in_the_dark, canvases.values())):
        style = replace(style, look="panels")
    if not all(can_move(canvas, style.titles) for canvas in canvases.values()):
        style = replace(style, titles="left")
    return {name: style_picture(canvas, style) for name, canvas in canvases.items()}


def style_picture(canvas: Canvas, style: Style) -> Canvas:
    """Return a picture in a style; the picture itself stays."""
    styled = Canvas(canvas.width, canvas.height)
    styled.things = canvas.things
    items = moved_titles(canvas, style.titles)
    match style.look:
        case "panels":
            styled.items = items
        case "plain":
            styled.items = [item for item in items if not (isinstance(item, DrawnShape) and item.panel)]
        case "hand-drawn":
            styled.items = [hand_drawn(item) if isinstance(item, DrawnShape) else item for item in items]
        case "paper":
            styled.ground, styled.grain = "paper", style.grain
            styled.items = list(_on_paper(items))
        case "photo":
            styled.width, styled.height = canvas.width + 2 * EDGE, canvas.height + 2 * EDGE
            styled.photo = style.grain
            styled.items = list(map(_by_hand, items))
        case "scan" | "screen" | "folded" | "notebook" as capture:
            styled.capture = capture, style.grain
            styled.items = list(map(_by_hand, items)) if capture in BY_HAND else items
        case "dark":
            styled.ground = GROUND
            styled.items = _darkened(items)
    return styled


def _by_hand(item: Item) -> Item:
    return hand_drawn(item) if isinstance(item, DrawnShape) else hand_written(item)


_SLIP = 5.0  #: px of a slip around its text
_AGAIN = 0.5  #: width of the second line, as a share of the first
_LARGE = 90.0  #: minimum smaller side of a shape that is drawn twice, px


def _on_paper(items: list[Item]) -> Iterator[Item]:
    """Yield items as they are drawn on paper: large shapes twice by hand, texts on slips."""
    filled: list[Outline] = []
    for item in items:
        if isinstance(item, TextLabel):
            left, top, right, bottom = item.box
            if not any(line.contains(((left + right) / 2, (top + bottom) / 2)) for line in filled):
                yield _slip(left - _SLIP, top - _SLIP, right + _SLIP, bottom + 1.5 * _SLIP)
            yield item
        elif not item.panel:
            drawn = hand_drawn(item)
            if item.fill and (line := outline(drawn.tag, drawn.where)) and line.closed:
                filled.append(line)
            yield drawn
            if item.stroke and _LARGE <= item.extent < math.inf:
                again = hand_drawn(replace(item, fill=None, width=_AGAIN * item.width), "again")
                yield replace(drawn, svg=again.svg, fill=None)


def _slip(left: float, top: float, right: float, low: float) -> DrawnShape:
    """Return a crooked piece of paper without grain."""
    corners = ((left, top), (right + _SLIP, top - 2), (right, low), (left - _SLIP, low + 2))
    where = f'points="{points_text(corners)}"'
    svg = shape_svg("polygon", where, "paper", None, 0, dashed=False)
    return DrawnShape(
        svg=svg, tag="polygon", where=where, fill="paper", stroke=None, width=0, extent=low - top, guide=True
    )


def _darkened(items: list[Item]) -> list[Item]:
    dark = Darkened()
    return [dark.shape(item) if isinstance(item, DrawnShape) else dark.text(item) for item in items]


def _merges_in_the_dark(canvas: Canvas) -> bool:
    """Whether a fill of a picture could not be told from a dark ground below it."""
    dark = style_picture(canvas, Style("dark"))
    return any(
        shape.fill and below in BACKGROUNDS and merges(shape.fill, below)
        for shape, below in with_grounds(dark)
        if not (shape.panel or shape.guide or shape.fill in BACKGROUNDS)
    )


def merges(fill: Paint, below: Paint) -> bool:
    """Whether a fill looks like what lies below it."""
    return smallest_distance(COLOURS[fill], COLOURS[below])[1] < MIN_FROM_GROUND


def with_grounds(canvas: Canvas) -> Iterator[tuple[DrawnShape, Paint]]:
    """Yield each shape with the colour that lies below most of its outline."""
    filled: list[_Filled] = []
    for shape in canvas.shapes:
        line = outline(shape.tag, shape.where)
        points = line.spread(_CURVE_STEP) if line else ()
        below = [_paint_at(point, filled, canvas.ground) for point in points] or [canvas.ground]
        yield shape, max(sorted(set(below)), key=below.count)
        if line and line.closed and shape.fill:
            filled.append((line.box, line, shape.fill))


def _paint_at(point: Point, filled: Sequence[_Filled], ground: Paint) -> Paint:
    """Return the colour of the last filled shape at a point, or of the ground."""
    x, y = point
    for (left, top, right, bottom), line, paint in reversed(filled):
        if left <= x <= right and top <= y <= bottom and line.contains(point):
            return paint
    return ground
