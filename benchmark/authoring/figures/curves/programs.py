"""Programs that plot a function, in four code styles, with an excerpt for questions."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from benchmark.authoring.figures.curves.families import DOMAIN
from benchmark.authoring.figures.curves.formulas import filled
from benchmark.authoring.figures.curves.plot import Plot
from benchmark.authoring.figures.programs import Code, Layout, Program, ProgramWriter, literal
from benchmark.authoring.figures.sample import CodeStyle

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
