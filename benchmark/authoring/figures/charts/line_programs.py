"""Programs of line charts, in four styles."""

from benchmark.authoring.figures.charts.lines import LineChart
from benchmark.authoring.figures.charts.words import GRID, write_labels
from benchmark.authoring.figures.programs import Code, Layout, Program, ProgramWriter, literal
from benchmark.authoring.figures.sample import CodeStyle

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
    if chart.labels:
        size = {} if chart.label_size == 10 else {"fontsize": chart.label_size}  # noqa: PLR2004 - the default
        write_labels(writer, chart.labels, ha="center", va="center", **size)
    return writer.program()


def _single(writer: ProgramWriter, chart: LineChart) -> None:
    xs, ys = list(chart.xs), list(chart.ys[0])
    colour = chart.colours[0]
    if writer.style == "pyplot":
        if chart.smooth:  # else the call would be too long
            _data(writer, "x", xs)
        writer.open_figure()
        _plot(writer, chart, Code("x") if chart.smooth else xs, ys, color=colour)
        return
    if writer.style == "axes":
        _data(writer, "x", xs)
        _data(writer, "y", ys)
    elif writer.style == "loop":
        _data(writer, "points", list(zip(xs, ys, strict=True)))
        writer.line("x, y = [], []")
        with writer.block("for place, value in points"):
            writer.line("x.append(place)")
            writer.line("y.append(value)")
    else:
        _data(writer, "points", dict(zip(xs, ys, strict=True)))
        writer.line("x, y = list(points), list(points.values())")
    writer.open_figure()
    _plot(writer, chart, Code("x"), Code("y"), color=colour)


def _several(writer: ProgramWriter, chart: LineChart) -> None:
    rows = [list(row) for row in chart.ys]
    _data(writer, "x", list(chart.xs))
    if writer.style == "pyplot":
        writer.open_figure()
        for name, colour, row in zip(chart.names, chart.colours, rows, strict=True):
            _plot(writer, chart, Code("x"), row, color=colour, label=name)
    elif writer.style == "axes":
        for variable, row in zip(_VARIABLES, rows, strict=False):
            _data(writer, variable, row)
        writer.open_figure()
        for variable, name, colour in zip(_VARIABLES, chart.names, chart.colours, strict=False):
            _plot(writer, chart, Code("x"), Code(variable), color=colour, label=name)
    elif writer.style == "loop":
        _data(writer, "lines", list(zip(chart.names, chart.colours, rows, strict=True)))
        writer.open_figure()
        with writer.block("for label, color, y in lines"):
            _plot(writer, chart, Code("x"), Code("y"), color=Code("color"), label=Code("label"))
    else:
        _data(writer, "lines", dict(zip(chart.names, rows, strict=True)))
        writer.data("colors", dict(zip(chart.names, chart.colours, strict=True)))
        writer.open_figure()
        with writer.block("for label, y in lines.items()"):
            _plot(writer, chart, Code("x"), Code("y"), color=Code("colors[label]"), label=Code("label"))


def _data(writer: ProgramWriter, name: str, value: object) -> None:
    with writer.excerpt():
        writer.data(name, value)


def _plot(writer: ProgramWriter, chart: LineChart, x: object, y: object, **options: object) -> None:
    with writer.excerpt():
        if not chart.smooth:
            marker = {"marker": chart.marker} if chart.marker else {}
            writer.call("plot", x, y, **options, **marker)
        else:
            writer.call("plot", Code(f"*smooth({literal(x)}, {literal(y)})"), **options)
