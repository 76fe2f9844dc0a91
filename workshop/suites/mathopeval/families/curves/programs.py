"""Programs that plot a function, in four code styles, with an excerpt for questions."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Literal

from workshop.authoring.family import UnfitError
from workshop.authoring.figures.numbers import number_text, plain, schoolbook
from workshop.authoring.figures.programs import Code, Layout, Program, ProgramWriter, literal
from workshop.authoring.figures.sample import CodeStyle
from workshop.suites.mathopeval.families.curves.curve import Curve, Feature, Limits
from workshop.suites.mathopeval.families.curves.families import DOMAIN, filled

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


#: What an excerpt shows: the function, the part of the domain, or the change of a function.
Focus = Literal["function", "domain", "change"]
_POINTS = 401
_WIDE = 12  # limits so far apart have a tick at every second whole number


def write_program(plot: Plot, style: CodeStyle, focus: Focus = "function") -> Program:
    """Return the program that draws a plot."""
    writer = ProgramWriter(style, numpy=True)
    _Curves(plot, writer, focus).write()
    _write_zero_lines(plot, writer)
    _write_marks(plot, writer)
    writer.layout(
        Layout(
            title=plot.title,
            xlabel="x",
            ylabel="y",
            xticks=ticks(DOMAIN),
            yticks=ticks(plot.ylim),
            xlim=DOMAIN,
            ylim=plot.ylim,
        )
    )
    if plot.grid:
        writer.call("grid", True)
    return writer.program()


def ticks(limits: tuple[float, float]) -> list[int]:
    """Return the ticks of an axis: whole numbers, or even ones if the limits are far apart."""
    low, high = int(limits[0]), int(limits[1])
    return [number for number in range(low, high + 1) if high - low < _WIDE or number % 2 == 0]


class _Curves:
    """Writes the lines that draw the pieces of a curve."""

    def __init__(self, plot: Plot, writer: ProgramWriter, focus: Focus) -> None:
        self.plot = plot
        self.curve = plot.curve
        self.writer = writer
        self.focus = focus

    def write(self) -> None:
        {
            "pyplot": self._calls,
            "axes": self._function_and_calls,
            "loop": self._loop,
            "dictionary": self._dictionary,
        }[self.writer.style]()

    @contextmanager
    def _shown(self, *focuses: Focus) -> Iterator[None]:
        if self.focus in focuses:
            with self.writer.excerpt():
                yield
        else:
            yield

    def _calls(self) -> None:
        self.writer.open_figure()
        for place, (start, end) in enumerate(self.curve.pieces):
            first: tuple[Focus, ...] = ("function", "domain", "change") if place == 0 else ()
            with self._shown("domain", *first):
                self.writer.line(f"x = np.linspace({literal(start)}, {literal(end)}, {_POINTS})")
            with self._shown(*first):
                self._values()
                self._plot_values()

    def _values(self) -> None:
        """Write the lines that compute ``y`` from ``x``."""
        argument = self.curve.inner.code("x")
        if argument != "x":
            self.writer.line(f"u = {argument}")
        variable = "x" if argument == "x" else "u"
        self.writer.line(f"y = {self.curve.family.code(self.curve.numbers, variable)}")

    def _plot_values(self) -> None:
        value = Code(self.curve.outer.code("y"))
        self.writer.call("plot", Code("x"), value, color=self.plot.colour)

    def _define(self, formula: str) -> None:
        self.writer.line()
        with self._shown("function", "change"):
            self.writer.line("def f(x):")
            self.writer.line(f"    return {formula}")
        self.writer.line()

    def _applied(self, variable: str) -> Code:
        call = f"f({self.curve.inner.code(variable)})"
        return Code(self.curve.outer.code("y").replace("y", call))

    def _function_and_calls(self) -> None:
        self._define(self.curve.family.code(self.curve.numbers))
        self.writer.open_figure()
        for place, (start, end) in enumerate(self.curve.pieces, 1):
            first: tuple[Focus, ...] = ("function", "domain", "change") if place == 1 else ()
            with self._shown("domain", *first[:1]):
                self.writer.line(f"x{place} = np.linspace({literal(start)}, {literal(end)}, {_POINTS})")
            with self._shown(*first):
                curve = self._applied(f"x{place}")
                self.writer.call("plot", Code(f"x{place}"), curve, color=self.plot.colour)

    def _loop(self) -> None:
        with self._shown("function", "domain"):
            self.writer.data("pieces", list(self.curve.pieces))
        self.writer.line()
        self.writer.open_figure()
        with self.writer.block("for start, stop in pieces"):
            with self._shown("function", "domain", "change"):
                self.writer.line(f"x = np.linspace(start, stop, {_POINTS})")
            with self._shown("function", "domain", "change"):
                self._values()
                self._plot_values()

    def _dictionary(self) -> None:
        names, numbers = self.curve.family.names, self.curve.numbers
        curve = {
            **dict(zip(names, numbers, strict=True)),
            "color": self.plot.colour,
            "pieces": list(self.curve.pieces),
        }
        with self._shown("function", "domain", "change"):
            self.writer.data("curve", curve)
        looked_up = {name: f'curve["{name}"]' for name in names}
        self.writer.line()
        with self._shown("function"):
            self.writer.line("def f(x):")
            self.writer.line(f"    return {filled(self.curve.family.template, looked_up, 'x')}")
        self.writer.line()
        self.writer.open_figure()
        with self.writer.block('for start, stop in curve["pieces"]'):
            with self._shown("domain"):
                self.writer.line(f"x = np.linspace(start, stop, {_POINTS})")
            with self._shown("change"):
                self.writer.call("plot", Code("x"), self._applied("x"), color=Code('curve["color"]'))


def _write_zero_lines(plot: Plot, writer: ProgramWriter) -> None:
    if plot.zero_lines:
        writer.call("axhline", 0, color="gray", linestyle=":")
        writer.call("axvline", 0, color="gray", linestyle=":")


def _write_marks(plot: Plot, writer: ProgramWriter) -> None:
    """Write a dot and a text for each mark."""
    centred = {"ha": "center", "va": "center"}
    if not plot.marks:
        return
    if writer.style == "loop":
        writer.data("marks", [(*mark.at, *mark.text_at, mark.text) for mark in plot.marks])
        head = "for x, y, text_x, text_y, text in marks"
    elif writer.style == "dictionary":
        writer.data("marks", {mark.text: (*mark.at, *mark.text_at) for mark in plot.marks})
        head = "for text, (x, y, text_x, text_y) in marks.items()"
    else:
        for mark in plot.marks:
            writer.call("plot", *mark.at, "o", color="black")
            writer.call("text", *mark.text_at, mark.text, **centred)
        return
    with writer.block(head):
        writer.call("plot", Code("x"), Code("y"), "o", color="black")
        writer.call("text", Code("text_x"), Code("text_y"), Code("text"), **centred)
