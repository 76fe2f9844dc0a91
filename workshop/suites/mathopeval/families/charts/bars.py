"""Bar charts: their values, the words that describe them, changes of them, and their programs."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from workshop.authoring.figures.domains import Value
from workshop.authoring.figures.programs import Code, Layout, Program, ProgramWriter
from workshop.authoring.figures.sample import CodeStyle
from workshop.suites.mathopeval.families.charts.words import (
    GRID,
    Label,
    listed,
    number,
    plain,
    quoted,
    short,
    write_labels,
)

Arrangement = Literal["single", "grouped", "stacked"]


class Element(NamedTuple):
    """The place of one bar in a chart."""

    series: int
    category: int


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar as it is drawn."""

    element: Element
    place: Value  #: its middle on the axis of categories
    start: Value  #: where it starts on the axis of values; 0 but in stacks
    height: Value
    error: Value = 0  #: how far its error bar goes beyond its end, and as far back; 0 if it has none

    @property
    def end(self) -> Value:
        """Where it and its error bar end on the axis of values."""
        return short(self.start + self.height + self.error)


@dataclass(frozen=True, slots=True, kw_only=True)
class BarChart:
    """A bar chart; with one series its bars are single, with more they are grouped or stacked."""

    title: str
    group: str  #: label of the axis of categories
    label: str  #: label of the axis of values
    arrangement: Arrangement
    horizontal: bool
    names: tuple[str, ...]  #: of the categories
    places: tuple[int, ...]  #: of the categories on their axis
    series: tuple[str, ...]  #: names; one empty text if there is one series
    heights: tuple[tuple[Value | None, ...], ...]  #: by series and category; None where a bar is missing
    colours: tuple[str, ...]  #: of the series
    span: tuple[Value, Value]  #: limits of the axis of categories
    limit: Value  #: the axis of values goes from 0 to this
    grid: bool
    errors: tuple[Value, ...] = ()  #: of single bars, by category; empty without error bars
    labels: tuple[Label, ...] = ()
    label_size: int = 10

    @property
    def thickness(self) -> float:
        """The width of a bar, along the axis of categories."""
        return {1: 0.6, 2: 0.4, 3: 0.25}[len(self.series)] if self.arrangement == "grouped" else 0.6

    def bars(self, series: int) -> list[Bar]:
        """Return the bars of one series, in order."""
        offset = (
            (series - (len(self.series) - 1) / 2) * self.thickness if self.arrangement == "grouped" else 0.0
        )
        return [
            Bar(
                Element(series, category),
                short(place + offset),
                self._start(series, category) if self.arrangement == "stacked" else 0,
                height,
                self.errors[category] if self.errors else 0,
            )
            for category, (place, height) in enumerate(zip(self.places, self.heights[series], strict=True))
            if height is not None
        ]

    def _start(self, series: int, category: int) -> Value:
        return short(sum(row[category] or 0 for row in self.heights[:series]))

    def elements(self) -> list[Element]:
        """Return where there are bars."""
        return [bar.element for bar in self.all_bars()]

    def all_bars(self) -> list[Bar]:
        """Return all bars, series by series."""
        return [bar for series in range(len(self.series)) for bar in self.bars(series)]

    def height(self, element: Element) -> Value:
        """Return the height of a bar.

        Raises:
            ValueError: if there is no bar.
        """
        height = self.heights[element.series][element.category]
        if height is None:
            raise ValueError(f"there is no bar at {element}")
        return height

    def name(self, element: Element) -> str:
        """Return what a bar is called, such as ``Oslo`` or ``Oslo (March)``."""
        series = self.series[element.series]
        return self.names[element.category] + (f" ({series})" if series else "")

    def figure(self) -> Mapping[str, object]:
        """Return the chart as plain values."""
        values: dict[str, object] = plain(self)
        if not self.labels:
            del values["labels"]
        del values["label_size"]
        return values

    # changes

    def with_height(self, element: Element, height: Value | None) -> "BarChart":
        """Return the chart with another height of a bar, or without the bar."""
        rows = [list(row) for row in self.heights]
        rows[element.series][element.category] = height
        return replace(self, heights=tuple(map(tuple, rows)))

    def with_swapped_heights(self, first: Element, second: Element) -> "BarChart":
        """Return the chart with the heights of two bars exchanged."""
        heights = self.height(first), self.height(second)
        return self.with_height(first, heights[1]).with_height(second, heights[0])

    def with_swapped_categories(self, first: int, second: int) -> "BarChart":
        """Return the chart with two categories, names and bars, in each other's place."""
        order = list(range(len(self.names)))
        order[first], order[second] = second, first
        return replace(
            self,
            names=tuple(self.names[place] for place in order),
            heights=tuple(tuple(row[place] for place in order) for row in self.heights),
            errors=tuple(self.errors[place] for place in order if self.errors),
        )

    def with_swapped_series(self, first: int, second: int) -> "BarChart":
        """Return the chart with the names of two series exchanged in the legend; bars and colours stay."""
        names = list(self.series)
        names[first], names[second] = names[second], names[first]
        return replace(self, series=tuple(names))

    def without_category(self, category: int, *, closed: bool) -> "BarChart":
        """Return the chart without a category; if ``closed``, those after it move up and the axis shrinks."""
        kept = [place for place in range(len(self.names)) if place != category]
        low, high = self.span
        return replace(
            self,
            names=tuple(self.names[place] for place in kept),
            places=tuple(range(len(kept))) if closed else tuple(self.places[place] for place in kept),
            heights=tuple(tuple(row[place] for place in kept) for row in self.heights),
            errors=tuple(self.errors[place] for place in kept if self.errors),
            span=(low, short(high - 1)) if closed else self.span,
        )


def describe(chart: BarChart) -> str:
    """Return everything that is needed to draw the chart."""
    return " ".join(_sentences(chart))


def outline(chart: BarChart) -> str:
    """Return the description without what the picture shows as numbers, and without looks."""
    way, first, second = ("horizontal", "y", "x") if chart.horizontal else ("vertical", "x", "y")
    series = f" Series: {quoted(chart.series)}." if chart.arrangement != "single" else ""
    series += " Each bar has an error bar with caps." if chart.errors else ""
    return (
        f'A {way} chart of {chart.arrangement} bars, titled "{chart.title}". The {first} axis is labelled'
        f' "{chart.group}" and has the categories {quoted(chart.names)}; the {second} axis is labelled'
        f' "{chart.label}".{series}'
    )


def _sentences(chart: BarChart) -> Iterator[str]:
    lying = chart.horizontal
    way = "horizontal" if lying else "vertical"
    yield f'A {way} chart of {chart.arrangement} bars. Title: "{chart.title}".'
    first, second = ("y", "x") if lying else ("x", "y")
    yield (
        f'The {first} axis is labelled "{chart.group}" and goes from {number(chart.span[0])} to'
        f" {number(chart.span[1])}; it has ticks at {listed(chart.places)} with the labels"
        f" {quoted(chart.names)}{', from bottom to top' if lying else ''}."
    )
    yield f'The {second} axis is labelled "{chart.label}" and goes from 0 to {number(chart.limit)}.'
    thickness = f"{number(chart.thickness)} {'high' if lying else 'wide'}"
    if chart.arrangement == "single":
        yield f"The bars are {chart.colours[0]}, {thickness} and centred on the ticks."
        yield f"{'Lengths' if lying else 'Heights'}: {_heights(chart, 0)}."
        if chart.errors:
            reach = [f"{name} {number(error)}" for name, error in zip(chart.names, chart.errors, strict=True)]
            yield f"Black error bars with caps go as far beyond the end of a bar as back: {', '.join(reach)}."
        yield "There is no legend."
    else:
        yield _arrangement(chart, thickness)
        for series, name in enumerate(chart.series):
            yield f'"{name}" ({chart.colours[series]}): {_heights(chart, series)}.'
        yield f"A legend names the series {quoted(chart.series)}."
    yield "No values are written at the bars."


def _heights(chart: BarChart, series: int) -> str:
    return ", ".join(
        f"{chart.names[bar.element.category]} {number(bar.height)}" for bar in chart.bars(series)
    )


def _arrangement(chart: BarChart, thickness: str) -> str:
    if chart.arrangement == "stacked":
        where = "to the right of" if chart.horizontal else "on top of"
        rule = f"each series is {where} the one before it"
        return f"The bars are stacked, {thickness} and centred on the ticks: {rule}."
    offsets = [short(chart.bars(series)[0].place - chart.places[0]) for series in range(len(chart.series))]
    return (
        f"The bars are grouped, each {thickness}: the middles of the {len(chart.series)} series are"
        f" {listed(offsets)} from the tick."
    )


#: Signs of the longest possible bar in a drawing in words.
_SIGNS = 30


def summary(chart: BarChart) -> str:
    """Return what a chart shows, in a sentence or two."""
    way = "horizontal" if chart.horizontal else "vertical"
    bars = ", ".join(f"{chart.name(bar.element)} {number(bar.height)}" for bar in chart.all_bars())
    return f"The figure has {chart.arrangement} {way} bars over {', '.join(chart.names)}. Values: {bars}."


def sketch(chart: BarChart) -> list[str]:
    """Return a chart as lines of signs."""
    signs = {bar.element: "#" * max(1, round(_SIGNS * bar.height / chart.limit)) for bar in chart.all_bars()}
    return [
        f"{chart.name(bar.element)} | {signs[bar.element]} {number(bar.height)}" for bar in chart.all_bars()
    ]


def reaches(chart: BarChart, element: Element) -> str:
    """Return how large a bar is, as a clause."""
    bar = next(bar for bar in chart.bars(element.series) if bar.element == element)
    name, height = chart.name(element), number(bar.height)
    if bar.start:
        return f"{name} goes from {number(bar.start)} to {number(bar.start + bar.height)}, a size of {height}"
    return f"{name} reaches {height}"


_VARIABLES = ("first", "second", "third")
#: Share of the width left of horizontal bars, for the names of categories.
_LEFT = 0.2
_CAPS = 4  #: half the width of the caps of error bars, in points


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
    errors = [[bar.error for bar in bars]] if chart.errors else []
    fields = ["place", "size", *(["error"] if errors else [])]
    many = ", ".join(f"{field}s" for field in fields)

    def draw(*columns: object) -> None:
        if writer.style != "loop":
            _open(writer, chart)
        bars = {"xerr" if chart.horizontal else "yerr": columns[2], "capsize": _CAPS} if errors else {}
        _bar(writer, chart, *columns[:2], color=chart.colours[0], **bars)

    if writer.style == "pyplot":
        draw(places, heights, *errors)
        _ticks(writer, chart, places, names)
    elif writer.style == "axes":
        writer.shown_data("names", names)
        writer.shown_data("places", places)
        writer.shown_data("sizes", heights)
        for row in errors:
            writer.shown_data("errors", row)
        draw(*map(Code, many.split(", ")))
        _ticks(writer, chart, Code("places"), Code("names"))
    elif writer.style == "loop":
        writer.shown_data("rows", list(zip(names, places, heights, *errors, strict=True)))
        _open(writer, chart)
        with writer.block(f"for name, {', '.join(fields)} in rows"):
            draw(*map(Code, fields))
        _ticks(writer, chart, Code("[row[1] for row in rows]"), Code("[row[0] for row in rows]"))
    else:
        writer.shown_data("bars", dict(zip(names, zip(places, heights, *errors, strict=True), strict=True)))
        writer.line(f"{many} = zip(*bars.values())")
        draw(*map(Code, many.split(", ")))
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
            writer.shown_data(variable, row[1])
        _open(writer, chart)
        for variable, name, colour, row in zip(_VARIABLES, chart.series, chart.colours, rows, strict=False):
            _bar(writer, chart, row[0], Code(variable), *row[2:], color=colour, label=name)
    else:
        fields = [Code(name) for name in ("places", "sizes", "starts")[: len(rows[0])]]
        if writer.style == "loop":
            series = zip(chart.series, chart.colours, rows, strict=True)
            writer.shown_data("series", [(name, colour, *row) for name, colour, row in series])
            head = f"for label, color, {', '.join(fields)} in series"
        else:
            writer.shown_data(
                "series", {name: tuple(row) for name, row in zip(chart.series, rows, strict=True)}
            )
            writer.shown_data("colors", dict(zip(chart.series, chart.colours, strict=True)))
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
    if chart.arrangement == "stacked":
        write_labels(writer, chart.labels, chart.label_size)
    elif chart.horizontal:
        write_labels(writer, chart.labels, chart.label_size, ha="left")
    else:
        write_labels(writer, chart.labels, chart.label_size, va="bottom")
