"""Pie charts: their values, the words that describe them, changes of them, and their programs."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from workshop.authoring.figures.domains import Value
from workshop.authoring.figures.programs import Code, Layout, Program, ProgramWriter, literal
from workshop.authoring.figures.sample import CodeStyle
from workshop.suites.mathopeval.families.charts.words import listed, number, plain, quoted

#: All shares of a pie together.
WHOLE = 100
#: Format of a percentage in programs → how 25 is written with it.
FORMATS = {"%.0f%%": "25%", "%.0f %%": "25 %", "%.1f%%": "25.0%"}

_SIGNS = 40  #: of a whole pie in a drawing in words


@dataclass(frozen=True, slots=True, kw_only=True)
class PieChart:
    """A pie of 3 to 7 slices."""

    title: str
    names: tuple[str, ...]
    shares: tuple[Value, ...]  #: percent of the original pie; drawn so that they fill the circle
    colours: tuple[str, ...]
    start: int  #: angle at which the first slice starts, in degrees from the right, anticlockwise
    clockwise: bool  #: whether slices follow one another clockwise
    legend: bool  #: whether names are in a legend; else they are written at the slices
    format: str = ""  #: of the percentages that are written into slices; empty if none are
    distance: float = 0.6  #: of these texts from the centre, as a share of the radius

    def figure(self) -> Mapping[str, object]:
        """Return the chart as plain values."""
        values: dict[str, object] = plain(self)
        del values["clockwise"], values["legend"], values["format"]
        if self.format:
            values["labels"] = self.labels()
        else:
            del values["distance"]
        return values

    def labels(self) -> list[str]:
        """Return the percentages as they are written."""
        whole = sum(self.shares)
        return [self.format % (WHOLE * share / whole) for share in self.shares]

    def wedges(self) -> frozenset[tuple[str, Value, Value]]:
        """Return what is seen: each name with the angles, in degrees, between which its slice is."""
        whole, before = sum(self.shares), 0.0
        seen = []
        for name, share in zip(self.names, self.shares, strict=True):
            turns = [360 * part / whole for part in (before, before + share)]
            before += share
            low, high = (-turns[1], -turns[0]) if self.clockwise else turns
            seen.append(
                (name, round((self.start + low) % 360, 3) % 360, round((self.start + high) % 360, 3) % 360)
            )
        return frozenset(seen)

    # changes

    def with_swapped_shares(self, first: int, second: int) -> "PieChart":
        """Return the pie with the shares of two slices exchanged."""
        shares = list(self.shares)
        shares[first], shares[second] = shares[second], shares[first]
        return replace(self, shares=tuple(shares))

    def with_swapped_slices(self, first: int, second: int) -> "PieChart":
        """Return the pie with two slices, names and colours too, in each other's place."""
        order = list(range(len(self.names)))
        order[first], order[second] = second, first
        return replace(
            self,
            names=tuple(self.names[place] for place in order),
            shares=tuple(self.shares[place] for place in order),
            colours=tuple(self.colours[place] for place in order),
        )

    def without(self, slice_: int) -> "PieChart":
        """Return the pie without a slice; the others grow in proportion, as they fill the circle."""
        kept = [place for place in range(len(self.names)) if place != slice_]
        return replace(
            self,
            names=tuple(self.names[place] for place in kept),
            shares=tuple(self.shares[place] for place in kept),
            colours=tuple(self.colours[place] for place in kept),
        )

    def with_moved(self, to: int, amount: int, source: int) -> "PieChart":
        """Return the pie with percents moved to one slice from another."""
        shares = list(self.shares)
        shares[to] += amount
        shares[source] -= amount
        return replace(self, shares=tuple(shares))

    def with_scaled(self, slice_: int, share: int) -> "PieChart":
        """Return the pie with another share of a slice; all others keep their ratios."""
        factor = (WHOLE - share) / (WHOLE - self.shares[slice_])
        return replace(
            self,
            shares=tuple(
                share if place == slice_ else round(other * factor, 2)
                for place, other in enumerate(self.shares)
            ),
        )


def describe(chart: PieChart) -> str:
    """Return everything that is needed to draw the chart."""
    return " ".join(_sentences(chart))


def outline(chart: PieChart) -> str:
    """Return the description without what the picture shows as numbers, and without looks."""
    return f'A pie chart, titled "{chart.title}". Slices: {quoted(chart.names)}.'


def _sentences(chart: PieChart) -> Iterator[str]:
    way = "clockwise" if chart.clockwise else "anticlockwise"
    yield f'A pie chart of {len(chart.names)} slices that fill the circle. Title: "{chart.title}".'
    yield (
        f"The first slice starts at an angle of {chart.start} degrees (0 is at the right, 90 at the top),"
        f" and the slices follow one another {way} in this order: {slices(chart)}."
    )
    yield "No slice is moved outwards."
    if chart.legend:
        yield f"A legend lists {quoted(chart.names)}; no names are at the slices."
    else:
        yield "The name of each slice is written outside it, at 1.1 of the radius; there is no legend."
    yield "No percentages are written."


def slices(chart: PieChart) -> str:
    """Return names, shares and colours of all slices, in order."""
    rows = zip(chart.names, chart.shares, chart.colours, strict=True)
    return listed([f'"{name}" {number(share)} % ({colour})' for name, share, colour in rows])


def summary(chart: PieChart) -> str:
    """Return what a chart shows, in a sentence or two."""
    way = "clockwise" if chart.clockwise else "anticlockwise"
    rows = zip(chart.names, chart.shares, strict=True)
    shares = ", ".join(f"{name} {number(share)}" for name, share in rows)
    return f"The figure is a pie that starts at {chart.start} degrees and goes {way}. Shares: {shares}."


def sketch(chart: PieChart) -> list[str]:
    """Return a pie as lines of signs, one per slice."""
    whole = sum(chart.shares)
    return [
        f"{name} | {'#' * max(1, round(_SIGNS * share / whole))} {number(share)}"
        for name, share in zip(chart.names, chart.shares, strict=True)
    ]


def pie_program(chart: PieChart, style: CodeStyle) -> Program:
    """Return the program that draws a chart."""
    writer = ProgramWriter(style)
    names, shares, colours = list(chart.names), list(chart.shares), list(chart.colours)
    if style == "pyplot":
        writer.data("colors", colours)
        writer.open_figure()
        _pie(writer, chart, shares, names, Code("colors"))
    elif style == "axes":
        writer.shown_data("names", names)
        writer.shown_data("shares", shares)
        writer.data("colors", colours)
        writer.open_figure()
        _pie(writer, chart, Code("shares"), Code("names"), Code("colors"))
    elif style == "loop":
        writer.shown_data("slices", list(zip(names, shares, colours, strict=True)))
        writer.line("names, shares, colors = [], [], []")
        with writer.block("for name, share, color in slices"):
            for variable in ("name", "share", "color"):
                writer.line(f"{variable}s.append({variable})")
        writer.open_figure()
        _pie(writer, chart, Code("shares"), Code("names"), Code("colors"))
    else:
        writer.shown_data("slices", dict(zip(names, shares, strict=True)))
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


def _pie(writer: ProgramWriter, chart: PieChart, shares: object, names: object, colours: object) -> None:
    looks: dict[str, object] = {"colors": colours, "wedgeprops": {"edgecolor": "black"}}
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
