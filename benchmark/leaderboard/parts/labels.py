"""Places the labels of a chart so that no label covers a point or another label.

A chart is as wide as its column, so labels are placed for three ranges of widths. A label's position is that
of its point, a percentage of the width, plus pixels. Two things are apart only if they are so at every width
of the range. The widths of texts are estimated from above, because fonts differ between readers.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup

from benchmark.analysis.wording import clean
from benchmark.leaderboard.parts.plot import shape

HEIGHT = 320  #: px of the plane
#: Minimum and maximum width of the plane in px, by the name of the range; the stylesheet has the same.
WIDTHS = {
    "narrow": (236.0, 330.0),
    "middle": (330.0, 480.0),
    "wide": (480.0, 680.0),
    "broad": (680.0, 1_000.0),
}
#: Maximum characters of a name, by the name of the range.
_CHARACTERS = {"narrow": 18, "middle": 24}
_LONGEST = 34  #: maximum characters in wider ranges
MAX_LABELLED = 25  #: up to this many models all have a label; of more only the frontier

_POINT = 6.5  #: half the size of a point with its rim, px
_BESIDE = 11  #: distance of a text from the middle of its point, px
_UP, _DOWN = 13.0, 5.0  #: extent of a text above and below its baseline, px
_ABOVE_CHART, _BELOW_CHART = 9.0, 3.0  #: how far labels may extend beyond the plane, px
#: Baselines of texts next to their point, px below it.
_BASELINES = (5, 17, -7, 21, -11)
_CLEAR = 6.0  #: px between a text and other points, so that it is clear which point it belongs to
_HALF_RANGE = 7.0  #: half the width of a drawn range, px

_EM = 14.0  #: size of the font, px
_NARROW = frozenset("ijlftrI.,:;'|!()[]-/ \u2060\u00a0")
_WIDE = frozenset("mMWw@%&—…")


class Dot(NamedTuple):
    """The position of a point and of its range."""

    x: str  #: ``37.5%``
    y: float
    top: float  #: upper end of the range
    bottom: float  #: lower end of the range


class ChartLabel(NamedTuple):
    """A label of a point."""

    size: str  #: name of the range of widths, see :data:`WIDTHS`
    x: str  #: position of the point
    dx: int  #: px from the point to the text
    y: float  #: baseline of the text
    anchor: str  #: the part of the text that is at its position: ``start``, ``middle`` or ``end``
    name: str  #: name of the model, possibly shortened
    value: str = ""  #: what follows the name, its score
    point: int = 0  #: number of the point

    @property
    def text(self) -> str:
        """The whole text."""
        return f"{self.name} {self.value}" if self.value else self.name

    def drawn(self) -> Markup:
        """Return the text."""
        words = (self.name, shape("tspan", "", f" {self.value}")) if self.value else (self.name,)
        number, x, y = self.point, self.x, self.y
        return shape("text", "l", *words, data_n=number, x=x, y=y, dx=self.dx, text_anchor=self.anchor)


#: Horizontal or vertical: positions across, and px down.
Line = tuple[tuple[str, str], tuple[float, float]]


class LabelBox(NamedTuple):
    """A rectangle at a point: pixels left and right of it, and from the top of the plane."""

    at: float  #: position of the point, percent of the width
    left: float
    right: float
    top: float
    bottom: float

    def meets(self, other: "LabelBox", widths: tuple[float, float]) -> bool:
        """Whether the two overlap at any width of a range."""
        if self.top >= other.bottom or other.top >= self.bottom:
            return False
        near, far = sorted((other.at - self.at) / 100 * width for width in widths)
        return near + other.left < self.right and far + other.right > self.left

    def crosses(self, line: "Line", widths: tuple[float, float]) -> bool:
        """Whether a line goes through it at the minimum or maximum width of a range."""
        (x1, x2), (y1, y2) = ([float(x[:-1]) / 100 for x in line[0]], line[1])
        if max(y1, y2) < self.top or min(y1, y2) > self.bottom:
            return False
        ends = ((self.at / 100 * width, width) for width in widths)
        return any(
            max(x1, x2) * width > at + self.left and min(x1, x2) * width < at + self.right
            for at, width in ends
        )

    def wider(self, margin: float) -> "LabelBox":
        """Return the rectangle with a margin around it."""
        return LabelBox(
            self.at, self.left - margin, self.right + margin, self.top - margin, self.bottom + margin
        )

    def inside(self, widths: tuple[float, float], height: float) -> bool:
        """Whether it is inside a chart of this height at every width of a range."""
        if self.top < -_ABOVE_CHART or self.bottom > height + _BELOW_CHART:
            return False
        place = self.at / 100
        return all(place * width + self.left >= 0 and place * width + self.right <= width for width in widths)


class LabelRoom(NamedTuple):
    """The room that a set of labels is for."""

    size: str  #: name of the range of widths
    widths: tuple[float, float]  #: minimum and maximum width of the plane, px
    height: float  #: px of the plane
    lines: Sequence[Line]


#: Parts of names that labels leave out.
_LEFT_OUT = re.compile(r"\(.*|\b(?:instruct|chat|128k)\b", re.IGNORECASE)


def short_labels(names: Sequence[str]) -> list[str]:
    """Return the names without versions in brackets and words such as Instruct, if they still differ."""
    short = [" ".join(_LEFT_OUT.sub("", name).split()).strip("-") for name in names]
    return [one if one and short.count(one) == 1 else name for one, name in zip(short, names, strict=True)]


def place_labels(
    dots: Sequence[Dot],
    names: Sequence[str],
    labelled: Sequence[int],
    *,
    values: Sequence[str] = (),
    taken: Sequence[LabelBox] = (),
    lines: Sequence[Line] = (),
    sizes: Mapping[str, tuple[float, float]] = WIDTHS,
    height: float = HEIGHT,
) -> tuple[ChartLabel, ...]:
    """Return the labels of some points, in their order; a label without room is left out.

    Args:
        dots: all points.
        names: of all points.
        labelled: numbers of the points that get a label, the most important first.
        values: what follows each name; may be empty.
        taken: rectangles that no label covers.
        lines: what labels avoid if they can, as they avoid ranges.
        sizes: ranges of widths, px; each has labels of its own.
        height: px of the plane.
    """
    texts = list(zip(names, values or [""] * len(names), strict=True))
    return tuple(
        label
        for size, widths in sizes.items()
        for label in _place(LabelRoom(size, widths, height, lines), dots, texts, labelled, taken)
    )


def label_box(label: ChartLabel, width: float) -> LabelBox:
    """Return the rectangle of a label's text that is ``width`` px wide."""
    left = {"start": 0.0, "middle": -width / 2, "end": -width}[label.anchor] + label.dx
    return LabelBox(float(label.x.rstrip("%")), left, left + width, label.y - _UP, label.y + _DOWN)


def point_box(dot: Dot) -> LabelBox:
    """Return the rectangle of a point."""
    return LabelBox(float(dot.x.rstrip("%")), -_POINT, _POINT, dot.y - _POINT, dot.y + _POINT)


def _place(
    room: LabelRoom,
    dots: Sequence[Dot],
    texts: Sequence[tuple[str, str]],
    labelled: Sequence[int],
    others: Sequence[LabelBox],
) -> Iterator[ChartLabel]:
    """Yield the labels for a range of widths, each clear of other points and of drawn ranges if possible."""
    size, widths, height, lines = room
    points = [point_box(dot) for dot in dots]
    taken = [*points, *others]
    ranges = [
        LabelBox(points[place].at, -_HALF_RANGE, _HALF_RANGE, dots[place].top, dots[place].bottom)
        for place in labelled
    ]
    for place in labelled:
        clear = [box.wider(_CLEAR) for number, box in enumerate(points) if number != place]
        found: list[tuple[bool, int, LabelBox, ChartLabel]] = []
        name, value = texts[place]
        name = clean(name, _CHARACTERS.get(size, _LONGEST))
        for label in _candidates(size, dots[place], name, value):
            text = label_box(label, text_width(label.text))
            if text.inside(widths, height) and not any(text.meets(box, widths) for box in taken):
                unclear = any(text.meets(box, widths) for box in clear)
                crossed = sum(text.meets(box, widths) for box in ranges)
                crossed += sum(text.crosses(line, widths) for line in lines)
                found.append((unclear, crossed, text, label))
        if found:
            *_, text, label = min(found, key=lambda each: each[:2])
            taken.append(text)
            yield label._replace(point=place)


def _candidates(size: str, dot: Dot, name: str, value: str) -> Iterator[ChartLabel]:
    """Yield labels next to a point, the best place first."""
    for dy in _BASELINES:
        for dx, anchor in ((_BESIDE, "start"), (-_BESIDE, "end")):
            yield ChartLabel(size, dot.x, dx, dot.y + dy, anchor, name, value)
    for y in (dot.bottom + 16, dot.top - 7):
        yield ChartLabel(size, dot.x, 0, round(y, 1), "middle", name, value)


@lru_cache(1024)
def text_width(text: str) -> float:
    """Return an upper estimate of the width of a text, px."""
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
