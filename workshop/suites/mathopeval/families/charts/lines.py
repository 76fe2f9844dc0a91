"""Line charts: their values, the words that describe them, changes of them, and their programs."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from workshop.authoring.figures.domains import Value
from workshop.authoring.figures.programs import Code, Layout, Program, ProgramWriter, literal
from workshop.authoring.figures.sample import CodeStyle
from workshop.suites.mathopeval.families.charts.words import (
    GRID,
    Label,
    listed,
    number,
    plain,
    quoted,
    write_labels,
)

#: Marker of matplotlib → what it is called.
MARKERS = {"o": "circles", "s": "squares", "^": "triangles", "": "none"}

_SIGNS = 30  #: of the highest point in a drawing in words


class Point(NamedTuple):
    """A point of a line, by numbers: of its line and of its x."""

    line: int
    place: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LineChart:
    """One to three lines over the same x."""

    title: str
    x_label: str
    y_label: str
    xs: tuple[Value, ...]
    names: tuple[str, ...]  #: of the lines; one empty text if there is one line
    ys: tuple[tuple[Value, ...], ...]  #: by line and x
    colours: tuple[str, ...]
    smooth: bool  #: whether neighbouring points are joined by half a cosine wave; else straight
    marker: str  #: at the points of straight lines; smooth lines have none
    ticks: tuple[Value, ...]  #: on the x axis
    span: tuple[Value, Value]  #: limits of the x axis
    limit: Value  #: the y axis goes from 0 to this
    grid: bool
    floor: Value = 0  #: where a logarithmic y axis starts; 0 if the axis is linear
    right: Value = 0  #: the second line has a y axis of its own at the right, from 0 to this; 0 if it has not
    labels: tuple[Label, ...] = ()
    label_size: int = 10

    def points(self) -> list[Point]:
        """Return all points, line by line."""
        return [Point(line, place) for line in range(len(self.names)) for place in range(len(self.xs))]

    def y(self, point: Point) -> Value:
        """Return the value of a point."""
        return self.ys[point.line][point.place]

    def share(self, line: int, y: float) -> float:
        """Return the height of a value of a line, as a share of its y axis."""
        if self.floor:
            return math.log(y / self.floor) / math.log(self.limit / self.floor)
        return y / (self.right if self.right and line else self.limit)

    def value(self, line: int, share: float) -> float:
        """Return the value of a line at a share of its y axis."""
        if self.floor:
            return float(self.floor * (self.limit / self.floor) ** share)
        return share * (self.right if self.right and line else self.limit)

    def y_axes(self) -> list[tuple[str, Value]]:
        """Return label and upper limit of each y axis."""
        if not self.right:
            return [(self.y_label, self.limit)]
        limits = (self.limit, self.right)
        return [(f"{self.y_label}, {name}", limit) for name, limit in zip(self.names, limits, strict=True)]

    def name(self, line: int) -> str:
        """Return what a line is called in texts, such as ``the line of Oslo``."""
        return f"the line of {self.names[line]}" if self.names[line] else "the line"

    def figure(self) -> Mapping[str, object]:
        """Return the chart as plain values."""
        values: dict[str, object] = plain(self)
        if not self.labels:
            del values["labels"]
        del values["label_size"]
        if self.smooth:
            del values["marker"]
        if self.right:
            values["y_label"] = [label for label, _ in self.y_axes()]
        else:
            del values["right"]
        return values

    # changes

    def with_y(self, point: Point, y: Value) -> "LineChart":
        """Return the chart with another value of a point."""
        rows = [list(row) for row in self.ys]
        rows[point.line][point.place] = y
        return replace(self, ys=tuple(map(tuple, rows)))

    def with_swapped_ys(self, first: Point, second: Point) -> "LineChart":
        """Return the chart with the values of two points exchanged."""
        values = self.y(first), self.y(second)
        return self.with_y(first, values[1]).with_y(second, values[0])

    def with_swapped_names(self, first: int, second: int) -> "LineChart":
        """Return the chart with the names of two lines exchanged in the legend; lines and colours stay."""
        names = list(self.names)
        names[first], names[second] = names[second], names[first]
        return replace(self, names=tuple(names))

    def without_place(self, place: int) -> "LineChart":
        """Return the chart without the points at an x; the tick stays."""
        kept = [other for other in range(len(self.xs)) if other != place]
        return replace(
            self,
            xs=tuple(self.xs[other] for other in kept),
            ys=tuple(tuple(row[other] for other in kept) for row in self.ys),
        )


def describe(chart: LineChart) -> str:
    """Return everything that is needed to draw the chart."""
    return " ".join(_sentences(chart))


_WAVE = (
    "Neighbouring points are joined smoothly by half a cosine wave: from (x0, y0) to (x1, y1),"
    " y = y0 + (y1 - y0) * (1 - cos(pi * t)) / 2 with t = (x - x0) / (x1 - x0)."
)


def outline(chart: LineChart) -> str:
    """Return the description without what the picture shows as numbers, and without looks."""
    names = f" Lines: {quoted(chart.names)}." if len(chart.names) > 1 else ""
    wave = f" {_WAVE}" if chart.smooth else ""
    labels = [f'"{label}"' for label, _ in chart.y_axes()]
    y_axis = f"the y axis{' is logarithmic and' if chart.floor else ''} is labelled {labels[0]}"
    if chart.right:
        y_axis = (
            f"the left y axis is labelled {labels[0]}, and the right one, of the second line, {labels[1]}"
        )
    return (
        f'A line chart, titled "{chart.title}". The x axis is labelled "{chart.x_label}" and has a tick at'
        f" each x of a point; {y_axis}.{names}{wave}"
    )


def _sentences(chart: LineChart) -> Iterator[str]:
    count = len(chart.names)
    yield f'A chart of {count} line{"s" if count > 1 else ""}. Title: "{chart.title}".'
    yield (
        f'The x axis is labelled "{chart.x_label}" and goes from {number(chart.span[0])} to'
        f" {number(chart.span[1])}; it has ticks at {listed(chart.ticks)}."
    )
    for axis, (label, limit) in enumerate(chart.y_axes()):
        which = ("left ", "right ")[axis] if chart.right else ""
        scale = " is logarithmic," if chart.floor else ""
        limits = f"from {number(chart.floor)} to {number(limit)}"
        yield f'The {which}y axis{scale} is labelled "{label}" and goes {limits}.'
    yield f"The points are at x = {listed(chart.xs)}."
    for name, colour, row in zip(chart.names, chart.colours, chart.ys, strict=True):
        line = f'"{name}"' if name else "The line"
        yield f"{line} is {colour}, with y = {listed(row)}."
    if chart.smooth:
        yield f"{_WAVE} The points have no markers."
    else:
        marker = f'markers "{chart.marker}" ({MARKERS[chart.marker]})' if chart.marker else "no markers"
        yield f"Neighbouring points are joined by straight, solid lines; the points have {marker}."
    if count > 1:
        yield f"A legend names the lines {quoted(chart.names)}."
        if chart.right:
            yield "The first line belongs to the left y axis, and the second one to the right y axis."
    else:
        yield "There is no legend."
    yield "No values are written at the points."


def summary(chart: LineChart) -> str:
    """Return what a chart shows, in a sentence or two."""
    way = "smooth" if chart.smooth else "straight"
    rows = "; ".join(
        f"{chart.name(line)}: {', '.join(_pairs(chart.xs, row))}" for line, row in enumerate(chart.ys)
    )
    return f"The figure has {len(chart.ys)} {way} line{'s' if len(chart.ys) > 1 else ''}. Points are {rows}."


def sketch(chart: LineChart) -> list[str]:
    """Return a chart as lines of signs, one per point: the further to the right, the higher."""
    return [
        f"{chart.names[point.line]} {number(chart.xs[point.place])} |"
        f"{' ' * round(_SIGNS * chart.share(point.line, chart.y(point)))}* {number(chart.y(point))}".strip()
        for point in chart.points()
    ]


def _pairs(xs: Sequence[Value], ys: Sequence[Value]) -> list[str]:
    return [f"({number(x)}, {number(y)})" for x, y in zip(xs, ys, strict=True)]


_VARIABLES = ("first", "second", "third")
_SMOOTH = """\
def smooth(x, y):
    t = np.linspace(0, len(x) - 1, 20 * (len(x) - 1) + 1)
    eased = np.floor(t) + (1 - np.cos(np.pi * (t % 1))) / 2
    steps = range(len(x))
    return np.interp(t, steps, x), np.interp(eased, steps, y)
"""


def line_program(chart: LineChart, style: CodeStyle) -> Program:
    """Return the program that draws a chart."""
    writer = ProgramWriter(style, numpy=chart.smooth)
    if chart.smooth:
        writer.line()
        for line in _SMOOTH.splitlines():
            writer.line(line)
        writer.line()
        writer.line()
    if chart.right:
        _twins(writer, chart)
        return writer.program()
    if len(chart.names) == 1:
        _single(writer, chart)
    else:
        _several(writer, chart)
        writer.call("legend", loc="upper right", ncols=len(chart.names))
    _surroundings(writer, chart)
    return writer.program()


def _surroundings(writer: ProgramWriter, chart: LineChart) -> None:
    if chart.grid:
        writer.call("grid", axis="y", color=GRID)
    writer.layout(
        Layout(
            title=chart.title,
            xlabel=chart.x_label,
            ylabel=chart.y_axes()[0][0],
            yscale="log" if chart.floor else "",
            xticks=chart.ticks,
            xlim=chart.span,
            ylim=(chart.floor, chart.limit),
        )
    )
    write_labels(writer, chart.labels, chart.label_size)


def _twins(writer: ProgramWriter, chart: LineChart) -> None:
    """Write two lines with a y axis each; texts are placed by the left one."""
    rows: list[object] = [list(row) for row in chart.ys]
    writer.shown_data("xs", list(chart.xs))  # the loop over labels has an x
    if writer.style == "axes":
        for variable, row in zip(_VARIABLES, rows, strict=False):
            writer.shown_data(variable, row)
        rows = [Code(variable) for variable in _VARIABLES]
    elif writer.style == "loop":
        writer.shown_data("lines", rows)
        rows = [Code("lines[0]"), Code("lines[1]")]
    elif writer.style == "dictionary":
        writer.shown_data("lines", dict(zip(chart.names, rows, strict=True)))
        rows = [Code(f"lines[{literal(name)}]") for name in chart.names]
    writer.open_figure()
    for line, side in enumerate(("left", "right")):
        if line:
            writer.twin()
        _plot(writer, chart, Code("xs"), rows[line], color=chart.colours[line], label=chart.names[line])
        writer.call("legend", loc=f"upper {side}")
        if not line:
            _surroundings(writer, chart)
    label, limit = chart.y_axes()[1]
    writer.call("ylabel", label)
    writer.call("ylim", 0, limit)


def _single(writer: ProgramWriter, chart: LineChart) -> None:
    xs, ys = list(chart.xs), list(chart.ys[0])
    colour = chart.colours[0]
    if writer.style == "pyplot":
        if chart.smooth:  # else the call would be too long
            writer.shown_data("x", xs)
        writer.open_figure()
        _plot(writer, chart, Code("x") if chart.smooth else xs, ys, color=colour)
        return
    if writer.style == "axes":
        writer.shown_data("x", xs)
        writer.shown_data("y", ys)
    elif writer.style == "loop":
        writer.shown_data("points", list(zip(xs, ys, strict=True)))
        writer.line("x, y = [], []")
        with writer.block("for place, value in points"):
            writer.line("x.append(place)")
            writer.line("y.append(value)")
    else:
        writer.shown_data("points", dict(zip(xs, ys, strict=True)))
        writer.line("x, y = list(points), list(points.values())")
    writer.open_figure()
    _plot(writer, chart, Code("x"), Code("y"), color=colour)


def _several(writer: ProgramWriter, chart: LineChart) -> None:
    rows = [list(row) for row in chart.ys]
    writer.shown_data("x", list(chart.xs))
    if writer.style == "pyplot":
        writer.open_figure()
        for name, colour, row in zip(chart.names, chart.colours, rows, strict=True):
            _plot(writer, chart, Code("x"), row, color=colour, label=name)
    elif writer.style == "axes":
        for variable, row in zip(_VARIABLES, rows, strict=False):
            writer.shown_data(variable, row)
        writer.open_figure()
        for variable, name, colour in zip(_VARIABLES, chart.names, chart.colours, strict=False):
            _plot(writer, chart, Code("x"), Code(variable), color=colour, label=name)
    elif writer.style == "loop":
        writer.shown_data("lines", list(zip(chart.names, chart.colours, rows, strict=True)))
        writer.open_figure()
        with writer.block("for label, color, y in lines"):
            _plot(writer, chart, Code("x"), Code("y"), color=Code("color"), label=Code("label"))
    else:
        writer.shown_data("lines", dict(zip(chart.names, rows, strict=True)))
        writer.data("colors", dict(zip(chart.names, chart.colours, strict=True)))
        writer.open_figure()
        with writer.block("for label, y in lines.items()"):
            _plot(writer, chart, Code("x"), Code("y"), color=Code("colors[label]"), label=Code("label"))


def _plot(writer: ProgramWriter, chart: LineChart, x: object, y: object, **options: object) -> None:
    with writer.excerpt():
        if not chart.smooth:
            marker = {"marker": chart.marker} if chart.marker else {}
            writer.call("plot", x, y, **options, **marker)
        else:
            writer.call("plot", Code(f"*smooth({literal(x)}, {literal(y)})"), **options)
