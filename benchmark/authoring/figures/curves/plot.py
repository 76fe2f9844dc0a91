"""The values of a plot: a curve, what surrounds it, and points that are marked."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from benchmark.authoring.family import UnfitError
from benchmark.authoring.figures.curves.curve import Curve, Feature, Limits
from benchmark.authoring.figures.curves.families import DOMAIN
from benchmark.authoring.figures.numbers import number_text, plain, schoolbook

Point = tuple[float, float]

#: Width of a character and height of a line, as shares of the width and height of the axes.
_CHARACTER, _LINE = 0.0165, 0.05
_MOST_MARKS = 5
#: How far a text is from its point, in its own widths and heights.
_OFFSETS = ((0, 1.3), (0, -1.3), (0.6, 1.2), (-0.6, 1.2), (0.6, -1.2), (-0.6, -1.2), (0.75, 0), (-0.75, 0),
            (0.6, 2.2), (-0.6, 2.2), (0.6, -2.2), (-0.6, -2.2))  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mark:
    """A point with a dot and its coordinates as text."""

    at: Point  #: rounded as it is written
    text: str
    text_at: Point  #: the middle of the text


@dataclass(frozen=True, slots=True, kw_only=True)
class Plot:
    """A plot of one function with everything that its program writes."""

    title: str
    curve: Curve
    colour: str
    ylim: Limits
    grid: bool
    zero_lines: bool  #: whether dotted gray lines are at x = 0 and y = 0
    marks: tuple[Mark, ...] = ()

    def value(self) -> dict[str, object]:
        """Return the plot as plain values for JSON."""
        curve = self.curve
        return {
            "title": self.title,
            "function": curve.family.name,
            "formula": curve.formula,
            "pieces": [list(piece) for piece in curve.pieces],
            "colour": self.colour,
            "marks": [{"text": mark.text, "text_at": list(mark.text_at)} for mark in self.marks],
            "xlim": list(DOMAIN),
            "ylim": list(self.ylim),
            "grid": self.grid,
            "zero_lines": self.zero_lines,
        }

    def of(self, curve: Curve) -> "Plot":
        """Return the plot with another curve."""
        return replace(self, curve=curve)


def with_marks(plot: Plot, feature: Feature, digits: int) -> Plot:
    """Return a plot with all points of a kind marked, from left to right.

    Raises:
        UnfitError: if there are none, too many, or there is no room for their texts.
    """
    points = plot.curve.features(feature, plot.ylim)
    if not 1 <= len(points) <= _MOST_MARKS:
        raise UnfitError(f"{len(points)} points to mark")
    marks: list[Mark] = []
    for x, y in points:
        text = f"({number_text(x, digits)}, {number_text(y, digits)})"
        at = schoolbook(x, digits), schoolbook(y, digits)
        marks.append(Mark(at, text, _place(plot, text, at, marks, points)))
    return replace(plot, marks=tuple(marks))


def _place(plot: Plot, text: str, at: Point, marks: Sequence[Mark], points: Sequence[Point]) -> Point:
    """Return where a text covers nothing, if possible not the zero lines either."""
    half = _half(plot, text)
    free: list[tuple[int, int, Point]] = []
    for order, (across, up) in enumerate(_OFFSETS):
        centre = plain(at[0] + across * 2 * half[0]), plain(at[1] + up * 2 * half[1])
        if _is_free(plot, centre, half, marks, points):
            covered = sum(abs(centre[axis]) < half[axis] for axis in (0, 1)) if plot.zero_lines else 0
            free.append((covered, order, centre))
    if not free:
        raise UnfitError("no room for a text")
    return min(free)[2]


def _half(plot: Plot, text: str) -> Point:
    """Return half the width and height of a text, in units of the axes."""
    width, height = DOMAIN[1] - DOMAIN[0], plot.ylim[1] - plot.ylim[0]
    return len(text) * _CHARACTER * width / 2, _LINE * height / 2


def _is_free(plot: Plot, centre: Point, half: Point, marks: Sequence[Mark], points: Sequence[Point]) -> bool:
    for low, high, middle, reach in zip(
        (DOMAIN[0], plot.ylim[0]), (DOMAIN[1], plot.ylim[1]), centre, half, strict=True
    ):
        if not low + reach < middle < high - reach:
            return False
    for mark in marks:
        other = _half(plot, mark.text)
        if all(abs(centre[axis] - mark.text_at[axis]) < half[axis] + other[axis] for axis in (0, 1)):
            return False
    if any(all(abs(centre[axis] - point[axis]) < 1.3 * half[axis] for axis in (0, 1)) for point in points):
        return False
    heights = plot.curve.heights(plot.ylim)
    step = (DOMAIN[1] - DOMAIN[0]) / (len(heights) - 1)
    for place, height in enumerate(heights):
        near = abs(DOMAIN[0] + place * step - centre[0]) < half[0]
        if near and height is not None and abs(height - centre[1]) < half[1]:
            return False
    return True
