"""Line charts: their values, the words that describe them, changes of them, and their programs."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from benchmark.authoring.figures.charts.words import GRID, Label, listed, number, plain, quoted, write_labels
from benchmark.authoring.figures.domains import Value
from benchmark.authoring.figures.programs import Code, Layout, Program, ProgramWriter, literal
from benchmark.authoring.figures.sample import CodeStyle

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
    labels: tuple[Label, ...] = ()
    label_size: int = 10

    def points(self) -> list[Point]:
        """Return all points, line by line."""
        return [Point(line, place) for line in range(len(self.names)) for place in range(len(self.xs))]

    def y(self, point: Point) -> Value:
        """Return the value of a point."""
        return self.ys[point.line][point.place]

    def name(self, line: int) -> str:
        """Return what a line is called in texts, such as ``the line of Oslo``."""
        return f"the line of {self.names[line]}" if self.names[line] else "the line"

    def figure(self) -> Mapping[str, object]:
        """Return the chart as plain values."""
        values: dict[str, object] = plain(self)
        if not self.labels:
            del values["labels"], values["label_size"]
        if self.smooth:
            del values["marker"]
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
    return (
        f'A line chart, titled "{chart.title}". The x axis is labelled "{chart.x_label}" and has a tick at'
        f' each x of a point; the y axis is labelled "{chart.y_label}".{names}{wave}'
    )


def _sentences(chart: LineChart) -> Iterator[str]:
    count = len(chart.names)
    yield f'A chart of {count} line{"s" if count > 1 else ""}. Title: "{chart.title}".'
    yield (
        f'The x axis is labelled "{chart.x_label}" and goes from {number(chart.span[0])} to'
        f" {number(chart.span[1])}; it has ticks at {listed(chart.ticks)}."
    )
    yield f'The y axis is labelled "{chart.y_label}" and goes from 0 to {number(chart.limit)}.'
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
        yield f"A legend at the upper right names the lines in one row, {quoted(chart.names)}."
    else:
        yield "There is no legend."
    yield "Light horizontal grid lines (grey 0.85) lie behind." if chart.grid else "There is no grid."
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
        f"{' ' * round(_SIGNS * chart.y(point) / chart.limit)}* {number(chart.y(point))}".strip()
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
    if len(chart.names) == 1:
        _single(writer, chart)
    else:
        _several(writer, chart)
        writer.call("legend", loc="upper right", ncols=len(chart.names))
    if chart.grid:
        writer.call("grid", axis="y", color=GRID)
    writer.layout(
        Layout(
            title=chart.title,
            xlabel=chart.x_label,
            ylabel=chart.y_label,
            xticks=chart.ticks,
            xlim=chart.span,
            ylim=(0, chart.limit),
        )
    )
    write_labels(writer, chart.labels, chart.label_size)
    return writer.program()


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
