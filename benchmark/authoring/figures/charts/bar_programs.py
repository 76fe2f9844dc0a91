"""Programs of bar charts, in four styles."""

from collections.abc import Sequence

from benchmark.authoring.figures.charts.bars import BarChart
from benchmark.authoring.figures.charts.words import GRID, write_labels
from benchmark.authoring.figures.programs import Code, Layout, Program, ProgramWriter
from benchmark.authoring.figures.sample import CodeStyle

_VARIABLES = ("first", "second", "third")
#: Share of the width left of horizontal bars, for the names of categories.
_LEFT = 0.2


def bar_program(chart: BarChart, style: CodeStyle) -> Program:
    """Return the program that draws a chart."""
    writer = ProgramWriter(style)
    if chart.arrangement == "single":
        _single(writer, chart)
    else:
        _several(writer, chart)
        writer.call("legend", loc="upper right", ncols=len(chart.series))
    _surroundings(writer, chart)
    _labels(writer, chart)
    return writer.program()


def _single(writer: ProgramWriter, chart: BarChart) -> None:
    bars = chart.bars(0)
    names = [chart.names[bar.element.category] for bar in bars]
    places, heights = [bar.place for bar in bars], [bar.height for bar in bars]
    if writer.style == "pyplot":
        _open(writer, chart)
        _bar(writer, chart, places, heights, color=chart.colours[0])
        _ticks(writer, chart, places, names)
    elif writer.style == "axes":
        _data(writer, "names", names)
        _data(writer, "places", places)
        _data(writer, "sizes", heights)
        _open(writer, chart)
        _bar(writer, chart, Code("places"), Code("sizes"), color=chart.colours[0])
        _ticks(writer, chart, Code("places"), Code("names"))
    elif writer.style == "loop":
        _data(writer, "rows", list(zip(names, places, heights, strict=True)))
        _open(writer, chart)
        with writer.block("for name, place, size in rows"):
            _bar(writer, chart, Code("place"), Code("size"), color=chart.colours[0])
        _ticks(writer, chart, Code("[row[1] for row in rows]"), Code("[row[0] for row in rows]"))
    else:
        _data(writer, "bars", dict(zip(names, zip(places, heights, strict=True), strict=True)))
        writer.line("places, sizes = zip(*bars.values())")
        _open(writer, chart)
        _bar(writer, chart, Code("places"), Code("sizes"), color=chart.colours[0])
        _ticks(writer, chart, Code("places"), Code("list(bars)"))


def _several(writer: ProgramWriter, chart: BarChart) -> None:
    """Write grouped and stacked bars."""
    rows = [_row(chart, series) for series in range(len(chart.series))]
    if writer.style == "pyplot":
        _open(writer, chart)
        for name, colour, (places, heights, *starts) in zip(chart.series, chart.colours, rows, strict=True):
            _bar(writer, chart, places, heights, *starts, color=colour, label=name)
    elif writer.style == "axes":
        for variable, row in zip(_VARIABLES, rows, strict=False):
            _data(writer, variable, row[1])
        _open(writer, chart)
        for variable, name, colour, row in zip(_VARIABLES, chart.series, chart.colours, rows, strict=False):
            _bar(writer, chart, row[0], Code(variable), *row[2:], color=colour, label=name)
    else:
        fields = [Code(name) for name in ("places", "sizes", "starts")[: len(rows[0])]]
        if writer.style == "loop":
            series = zip(chart.series, chart.colours, rows, strict=True)
            _data(writer, "series", [(name, colour, *row) for name, colour, row in series])
            head = f"for label, color, {', '.join(fields)} in series"
        else:
            _data(writer, "series", {name: tuple(row) for name, row in zip(chart.series, rows, strict=True)})
            _data(writer, "colors", dict(zip(chart.series, chart.colours, strict=True)))
            head = f"for label, ({', '.join(fields)}) in series.items()"
        _open(writer, chart)
        colour = Code("color" if writer.style == "loop" else "colors[label]")
        with writer.block(head):
            _bar(writer, chart, *fields, color=colour, label=Code("label"))
    _ticks(writer, chart, list(chart.places), list(chart.names))


def _row(chart: BarChart, series: int) -> list[list[object]]:
    """Return places, heights and, in stacks, starts of the bars of a series."""
    bars = chart.bars(series)
    columns: list[list[object]] = [[bar.place for bar in bars], [bar.height for bar in bars]]
    if chart.arrangement == "stacked":
        columns.append([bar.start for bar in bars])
    return columns


def _data(writer: ProgramWriter, name: str, value: object) -> None:
    with writer.excerpt():
        writer.data(name, value)


def _open(writer: ProgramWriter, chart: BarChart) -> None:
    writer.open_figure(left=_LEFT if chart.horizontal else None)


def _bar(
    writer: ProgramWriter, chart: BarChart, places: object, sizes: object, *starts: object, **options: object
) -> None:
    name, start = ("barh", "left") if chart.horizontal else ("bar", "bottom")
    with writer.excerpt():
        stacked = {start: starts[0]} if starts else {}
        writer.call(name, places, sizes, chart.thickness, **stacked, **options)


def _ticks(writer: ProgramWriter, chart: BarChart, places: object, names: object) -> None:
    with writer.excerpt():
        writer.call("yticks" if chart.horizontal else "xticks", places, names)


def _surroundings(writer: ProgramWriter, chart: BarChart) -> None:
    if chart.grid:
        writer.call("grid", axis="x" if chart.horizontal else "y", color=GRID)
        writer.call("set_axisbelow", True)
    labels: Sequence[str] = (chart.group, chart.label)
    limits: Sequence[tuple[float, float]] = (chart.span, (0, chart.limit))
    if chart.horizontal:
        labels, limits = labels[::-1], limits[::-1]
    writer.layout(
        Layout(title=chart.title, xlabel=labels[0], ylabel=labels[1], xlim=limits[0], ylim=limits[1])
    )


def _labels(writer: ProgramWriter, chart: BarChart) -> None:
    if not chart.labels:
        return
    size = {} if chart.label_size == 10 else {"fontsize": chart.label_size}  # noqa: PLR2004 - matplotlib's default
    if chart.arrangement == "stacked":
        write_labels(writer, chart.labels, ha="center", va="center", **size)
    elif chart.horizontal:
        write_labels(writer, chart.labels, ha="left", va="center", **size)
    else:
        write_labels(writer, chart.labels, ha="center", va="bottom", **size)
