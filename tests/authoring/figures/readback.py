"""Read back what a program has drawn."""

from collections.abc import Iterable
from dataclasses import dataclass

from benchmark.authoring.figures.pictures import drawn_figure

Point = tuple[float, float]


@dataclass(frozen=True)
class Line:
    """A line or a dot."""

    points: tuple[Point, ...]
    colour: str
    style: str

    @property
    def span(self) -> frozenset[Point]:
        """Both ends of a straight line, in no order."""
        return frozenset((self.points[0], self.points[-1]))


@dataclass(frozen=True)
class Drawn:
    """The marks of a figure."""

    lines: tuple[Line, ...]  #: those without zero lines
    dots: tuple[Line, ...]
    texts: tuple[tuple[str, Point], ...]

    @property
    def solid(self) -> set[frozenset[Point]]:
        """The ends of all solid lines."""
        return {line.span for line in self.lines if line.style == "-"}


def read(code: str) -> Drawn:
    """Draw a program and return its marks."""
    with drawn_figure(code) as figure:
        (axes,) = figure.axes
        drawn = [
            Line(_points(line.get_xydata()), str(line.get_color()), str(line.get_linestyle()))
            for line in axes.lines
            if line.get_transform() == axes.transData
        ]
        texts = tuple((str(text.get_text()), _point(text.get_position())) for text in axes.texts)
    return Drawn(
        lines=tuple(line for line in drawn if len(line.points) > 1),
        dots=tuple(line for line in drawn if len(line.points) == 1),
        texts=texts,
    )


def _points(rows: Iterable[Iterable[float]]) -> tuple[Point, ...]:
    return tuple(_point(row) for row in rows)


def _point(row: Iterable[float]) -> Point:
    x, y = row
    return float(x), float(y)
