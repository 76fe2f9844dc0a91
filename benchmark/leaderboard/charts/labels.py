"""Places the labels of a chart so that no label covers a point or another label.

A chart is as wide as its column, so labels are placed for three ranges of widths. A label's position is that
of its point, a percentage of the width, plus pixels. Two things are apart only if they are so at every width
of the range. The widths of texts are estimated from above, because fonts differ between readers.
"""

import math
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup

from benchmark.analysis.wording import clean
from benchmark.leaderboard.parts.plot import shape

HEIGHT = 320  #: px of the plane
#: Minimum and maximum width of the plane in px, by the name of the range; the stylesheet has the same.
WIDTHS = {"narrow": (236.0, 330.0), "middle": (330.0, 480.0), "wide": (480.0, 1_000.0)}
#: Maximum characters of a name, by the name of the range.
_CHARACTERS = {"narrow": 18, "middle": 24, "wide": 34}
#: With more models, only those on the front are labelled.
_MAX_LABELLED = 15

_POINT = 6.5  #: half the size of a point with its rim, px
_BESIDE = 9  #: distance of a text from the middle of its point, px
_UP, _DOWN = 11.0, 4.0  #: extent of a text above and below its baseline, px
_ABOVE_CHART, _BELOW_CHART = 9.0, 3.0  #: how far labels may extend beyond the plane, px
#: Baselines of texts next to their point, px below it.
_BASELINES = (15, -7, 4, 19, -11)
#: Baselines of texts at the end of a line from their point, the nearest first.
_FAR = tuple(side * step for step in range(26, 130, 10) for side in (1, -1))
_ASIDE = 16  #: distance of a text at the end of a line from the middle of its point, px
_MIDDLE = 4  #: height of the middle of a text above its baseline, px

#: Prices of places that are worse than the best; crossing the range of a model on the front costs 1.
_AT_LINE, _UNCLEAR, _NO_NAME = 5, 10, 20
_CLEAR = 6.0  #: px between a text and other points, so that it is clear which point it belongs to
_HALF_RANGE = 2.0  #: half the width of a drawn range, px

_EM = 12.0  #: size of the font, px
_NARROW = frozenset("ijlftrI.,:;'|!()[]-/ \u2060\u00a0")
_WIDE = frozenset("mMWw@%&—…")
_BOLD = 1.1  #: how much wider numbers are, which are bold


class Dot(NamedTuple):
    """The position of a point and of its range."""

    x: str  #: ``37.5%``
    y: float
    top: float  #: upper end of the range
    bottom: float  #: lower end of the range


class Label(NamedTuple):
    """A label of a point."""

    size: str  #: name of the range of widths, see :data:`WIDTHS`
    x: str  #: position of the point
    dx: int  #: px from the point to the text
    y: float  #: baseline of the text
    anchor: str  #: the part of the text that is at its position: ``start``, ``middle`` or ``end``
    number: str  #: number on the front; empty for other models
    name: str  #: name of the model, possibly shortened; empty if there is only room for the number
    #: A line from the rim of the point to the text: px right of the point, and y, of both ends.
    line: tuple[float, float, float, float] | None

    def drawn(self) -> Markup:
        """Return the text, and its line."""
        name = shape("tspan", "nl", f" {self.name}" if self.number else self.name) if self.name else ""
        text = shape("text", "l", self.number, name, x=self.x, y=self.y, dx=self.dx, text_anchor=self.anchor)
        if self.line is None:
            return text
        x1, y1, x2, y2 = self.line
        return shape("svg", "", shape("line", "q", x1=x1, y1=y1, x2=x2, y2=y2), x=self.x) + text


class Box(NamedTuple):
    """A rectangle at a point: pixels left and right of it, and from the top of the plane."""

    at: float  #: position of the point, percent of the width
    left: float
    right: float
    top: float
    bottom: float

    def meets(self, other: "Box", widths: tuple[float, float]) -> bool:
        """Whether the two overlap at any width of a range."""
        if self.top >= other.bottom or other.top >= self.bottom:
            return False
        near, far = sorted((other.at - self.at) / 100 * width for width in widths)
        return near + other.left < self.right and far + other.right > self.left

    def wider(self, margin: float) -> "Box":
        """Return the rectangle with a margin around it."""
        return Box(self.at, self.left - margin, self.right + margin, self.top - margin, self.bottom + margin)

    def inside(self, widths: tuple[float, float]) -> bool:
        """Whether it is inside the chart at every width of a range."""
        if self.top < -_ABOVE_CHART or self.bottom > HEIGHT + _BELOW_CHART:
            return False
        place = self.at / 100
        return all(place * width + self.left >= 0 and place * width + self.right <= width for width in widths)


def place_labels(dots: Sequence[Dot], names: Sequence[str], front: Sequence[int]) -> tuple[Label, ...]:
    """Return the labels of a chart, those of the front first; a label without room is left out."""
    few = len(dots) <= _MAX_LABELLED
    rest = [number for number in range(len(dots)) if few and number not in front]
    return tuple(label for size in WIDTHS for label in _place(size, dots, names, front, rest))


def label_box(label: Label, width: float) -> Box:
    """Return the rectangle of a label's text that is ``width`` px wide."""
    left = {"start": 0.0, "middle": -width / 2, "end": -width}[label.anchor] + label.dx
    return Box(float(label.x.rstrip("%")), left, left + width, label.y - _UP, label.y + _DOWN)


def point_box(dot: Dot) -> Box:
    """Return the rectangle of a point."""
    return Box(float(dot.x.rstrip("%")), -_POINT, _POINT, dot.y - _POINT, dot.y + _POINT)


def text_width(label: Label) -> float:
    """Return an upper estimate of the width of a label's text, px."""
    number, name = label.number, f" {label.name}" if label.number and label.name else label.name
    return _BOLD * _width(number) + _width(name)


def _place(
    size: str, dots: Sequence[Dot], names: Sequence[str], front: Sequence[int], rest: Sequence[int]
) -> Iterator[Label]:
    widths = WIDTHS[size]
    points = [point_box(dot) for dot in dots]
    taken = list(points)
    ranges = [
        Box(points[place].at, -_HALF_RANGE, _HALF_RANGE, dots[place].top, dots[place].bottom)
        for place in front
    ]
    numbers = {place: str(number) for number, place in enumerate(front, start=1)}
    for place in (*front, *rest):
        others = [box for number, box in enumerate(points) if number != place]
        name = clean(names[place], _CHARACTERS[size])
        best: tuple[int, list[Box], Label] | None = None
        for base, label in _candidates(size, dots[place], numbers.get(place, ""), name):
            if best is not None and best[0] <= base:
                break
            text, *line = _boxes(label)
            others_of_line = [*others, *taken[len(points) :]] if line else []
            if (
                not text.inside(widths)
                or any(text.meets(box, widths) for box in taken)
                or any(part.meets(box, widths) for part in line for box in others_of_line)
            ):
                continue
            unclear = any(text.meets(box.wider(_CLEAR), widths) for box in others)
            price = base + _UNCLEAR * unclear + sum(text.meets(box, widths) for box in ranges)
            if (best is None or price < best[0]) and (place in numbers or not unclear):
                best = price, [text, *line], label
        if best is not None:
            taken += best[1]
            yield best[2]


def _candidates(size: str, dot: Dot, number: str, name: str) -> Iterator[tuple[int, Label]]:
    """Yield labels of a point with their prices, the cheapest first: the lowest price is the best place.

    The name is next to its point or at the end of a line; without room for it, only the number is. Models
    that are not on the front have no number, and only labels next to their point.
    """
    for text, price in ((name, 0), ("", _NO_NAME)) if number else ((name, 0),):
        for dy in _BASELINES:
            for dx, anchor in ((_BESIDE, "start"), (-_BESIDE, "end")):
                yield price, Label(size, dot.x, dx, dot.y + dy, anchor, number, text, None)
        for dy in (21, -13):
            yield price, Label(size, dot.x, 0, dot.y + dy, "middle", number, text, None)
        for dy in _FAR if number else ():
            for dx, anchor in ((_ASIDE, "start"), (-_ASIDE, "end")):
                line = _line(dot, dx, dy)
                yield price + _AT_LINE, Label(size, dot.x, dx, dot.y + dy, anchor, number, text, line)


def _line(dot: Dot, dx: int, dy: int) -> tuple[float, float, float, float]:
    """Return the line from the rim of a point to a text; it is not vertical, as ranges are."""
    right, down = dx - math.copysign(3, dx), dy - _MIDDLE
    share = _POINT / math.hypot(right, down)
    return round(right * share, 1), round(dot.y + down * share, 1), right, round(dot.y + down, 1)


def _boxes(label: Label) -> list[Box]:
    text = label_box(label, text_width(label))
    if label.line is None:
        return [text]
    left, start, right, end = label.line
    ends = sorted((left, right))
    return [text, Box(text.at, ends[0], ends[1], min(start, end), max(start, end))]


@lru_cache(1024)
def _width(text: str) -> float:
    return _EM * sum(map(_character_width, text))


def _character_width(character: str) -> float:
    """Return an upper estimate of a character's width in em, from DejaVu Sans, a wide font."""
    if character in _NARROW:
        return 0.42
    if character in _WIDE or unicodedata.east_asian_width(character) in "WF":
        return 1.0
    if unicodedata.combining(character):
        return 0.0
    if character.isascii():
        return 0.79 if character.isupper() else 0.65
    return 0.9
