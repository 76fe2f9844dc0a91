"""Programs of pie charts, in four styles."""

from benchmark.authoring.figures.charts.pies import PieChart
from benchmark.authoring.figures.programs import Code, Layout, Program, ProgramWriter, literal
from benchmark.authoring.figures.sample import CodeStyle


def pie_program(chart: PieChart, style: CodeStyle) -> Program:
    """Return the program that draws a chart."""
    writer = ProgramWriter(style)
    names, shares, colours = list(chart.names), list(chart.shares), list(chart.colours)
    if style == "pyplot":
        writer.data("colors", colours)
        writer.open_figure()
        _pie(writer, chart, shares, names, Code("colors"))
    elif style == "axes":
        _data(writer, "names", names)
        _data(writer, "shares", shares)
        writer.data("colors", colours)
        writer.open_figure()
        _pie(writer, chart, Code("shares"), Code("names"), Code("colors"))
    elif style == "loop":
        _data(writer, "slices", list(zip(names, shares, colours, strict=True)))
        writer.line("names, shares, colors = [], [], []")
        with writer.block("for name, share, color in slices"):
            for variable in ("name", "share", "color"):
                writer.line(f"{variable}s.append({variable})")
        writer.open_figure()
        _pie(writer, chart, Code("shares"), Code("names"), Code("colors"))
    else:
        _data(writer, "slices", dict(zip(names, shares, strict=True)))
        writer.data("colors", dict(zip(names, colours, strict=True)))
        writer.open_figure()
        _pie(
            writer,
            chart,
            Code("list(slices.values())"),
            Code("list(slices)"),
            Code("[colors[name] for name in slices]"),
        )
    writer.layout(Layout(title=chart.title))
    return writer.program()


def _data(writer: ProgramWriter, name: str, value: object) -> None:
    with writer.excerpt():
        writer.data(name, value)


def _pie(writer: ProgramWriter, chart: PieChart, shares: object, names: object, colours: object) -> None:
    looks: dict[str, object] = {"colors": colours, "wedgeprops": {"edgecolor": "white"}}
    if chart.format:
        looks |= {"autopct": chart.format, "pctdistance": chart.distance}
    writer.data("looks", looks)
    labels = [] if chart.legend else [Code(f"labels={literal(names)}")]
    turn = [Code(f"startangle={chart.start}"), Code(f"counterclock={not chart.clockwise}")]
    with writer.excerpt():
        writer.call("pie", shares, *labels, *turn, Code("**looks"))
    if chart.legend:
        with writer.excerpt():
            writer.call("legend", names, loc="center left", bbox_to_anchor=(0.95, 0.5))
