"""Programs that draw a geometric figure, in four code styles, with an excerpt for questions."""

import math
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext

from workshop.authoring.figures.programs import Code, Layout, Program, ProgramWriter, literal
from workshop.authoring.figures.sample import CodeStyle
from workshop.suites.mathopeval.families.plane.figure import Label, PlaneFigure
from workshop.suites.mathopeval.families.plane.points import Point

#: What an excerpt can show besides segments: coordinates where they are written apart, and what an edit adds.
POINTS, ADDED = "points", "added"
_CENTRED = {"ha": "center", "va": "center"}


def write_program(
    figure: PlaneFigure, style: CodeStyle, *, show: Sequence[str] = (), background: bool = False
) -> Program:
    """Return the program that draws a figure.

    Args:
        figure: what is drawn.
        style: the code style.
        show: what is in the excerpt: names of segments, ``POINTS``, ``ADDED``. A list of segments is shown
            whole, and with it a dictionary of points.
        background: whether values have a white background.
    """
    return _Writing(figure, style, show, background).program()


class _Writing:
    def __init__(self, figure: PlaneFigure, style: CodeStyle, show: Sequence[str], background: bool) -> None:
        self.figure = figure
        self.writer = ProgramWriter(style)
        self.style = style
        self.show = show
        self.background = {"backgroundcolor": "white"} if background else {}

    def program(self) -> Program:
        if self.style == "axes":
            with self._excerpt(POINTS in self.show):
                self._variables(self.figure.points)
        elif self.style == "dictionary":
            segments = bool(self.show) and ADDED not in self.show
            with self._excerpt(segments or POINTS in self.show):
                self.writer.data("points", self.figure.points)
            with self._excerpt(segments):
                self.writer.data("segments", list(self.figure.segments))
        elif self.style == "loop":
            with self._excerpt(bool(self.show) and ADDED not in self.show):
                self.writer.data(
                    "segments", [(*start, *end) for start, end in map(self.figure.span, self.figure.segments)]
                )
        if self.style != "pyplot":
            self.writer.line()
        self.writer.open_figure()
        self._segments()
        self._circle()
        self._dots()
        self._addition()
        self._texts("names", self.figure.names, {})
        self._texts("labels", self.figure.values, self.background)
        self._surroundings()
        return self.writer.program()

    def _excerpt(self, wanted: bool) -> AbstractContextManager[None]:
        return self.writer.excerpt() if wanted else nullcontext()

    def _variables(self, points: Mapping[str, Point]) -> None:
        self.writer.line(f"{', '.join(points)} = {', '.join(map(literal, points.values()))}")

    def _segments(self) -> None:
        colour = self.figure.colour
        if self.style == "loop":
            with self.writer.block("for x1, y1, x2, y2 in segments"):
                self.writer.call("plot", Code("[x1, x2]"), Code("[y1, y2]"), color=colour)
        elif self.style == "dictionary":
            with self.writer.block("for start, end in segments"):
                ends = Code("*zip(points[start], points[end])")
                self.writer.call("plot", ends, color=colour)
        else:
            for name in self.figure.segments:
                with self._excerpt(name in self.show):
                    self._segment(name, color=colour)

    def _segment(self, name: str, **options: object) -> None:
        (x1, y1), (x2, y2) = self.figure.span(name)
        if self.writer.style == "axes":
            self.writer.call("plot", Code(f"*zip({name[0]}, {name[1]})"), **options)
        elif self.writer.style == "dictionary":
            first, second = (f'points["{letter}"]' for letter in name)
            self.writer.call("plot", Code(f"*zip({first}, {second})"), **options)
        else:
            self.writer.call("plot", [x1, x2], [y1, y2], **options)

    def _circle(self) -> None:
        if self.figure.circle is None:
            return
        centre, radius = self.figure.circle
        places = {"axes": centre, "dictionary": f'points["{centre}"]'}
        place = places.get(self.style, literal(tuple(self.figure.points[centre])))
        colour = literal(self.figure.colour)
        looks = f"fill=False, color={colour}, linewidth=1.5"  # style sheets make it very thin
        circle = f"plt.Circle({place}, {literal(radius)}, {looks})"
        self.writer.call("add_patch", Code(circle))

    def _dots(self) -> None:
        dots = self.figure.dots
        if not dots:
            return
        if self.style == "loop":
            self.writer.data("dots", [(*self.figure.points[name], colour) for name, colour in dots.items()])
            with self.writer.block("for x, y, color in dots"):
                self.writer.call("plot", Code("x"), Code("y"), "o", color=Code("color"))
        elif self.style == "dictionary":
            self.writer.data("dots", dots)
            with self.writer.block("for name, color in dots.items()"):
                self.writer.call("plot", Code("*points[name]"), "o", color=Code("color"))
        else:
            for name, colour in dots.items():
                self._dot(name, colour)

    def _dot(self, name: str, colour: str) -> None:
        x, y = self.figure.all_points[name]
        if self.style == "axes":
            self.writer.call("plot", Code(f"*{name}"), "o", color=colour)
        elif self.style == "dictionary":
            self.writer.call("plot", Code(f'*points["{name}"]'), "o", color=colour)
        else:
            self.writer.call("plot", x, y, "o", color=colour)

    def _addition(self) -> None:
        added = self.figure.addition
        if added is None:
            return
        with self._excerpt(ADDED in self.show):
            if self.style == "axes":
                self._variables(added.points)
            elif self.style == "dictionary":
                for name, point in added.points.items():
                    self.writer.line(f'points["{name}"] = {literal(point)}')
            self._segment(added.segment, color=self.figure.added_colour, linestyle="--")
            for name in added.points:
                self._dot(name, self.figure.added_colour)

    def _texts(self, name: str, labels: Sequence[Label], options: Mapping[str, str]) -> None:
        if not labels:
            return
        options = {**_CENTRED, **options}
        if self.style == "loop":
            self.writer.data(name, [(*label.at, label.text) for label in labels])
            with self.writer.block(f"for x, y, text in {name}"):
                self.writer.call("text", Code("x"), Code("y"), Code("text"), **options)
        elif self.style == "dictionary":
            self.writer.data(name, {label.at: label.text for label in labels})
            with self.writer.block(f"for (x, y), text in {name}.items()"):
                self.writer.call("text", Code("x"), Code("y"), Code("text"), **options)
        else:
            for label in labels:
                self.writer.call("text", *label.at, label.text, **options)

    def _surroundings(self) -> None:
        figure = self.figure
        self.writer.layout(
            Layout(
                title=figure.title,
                xticks=ticks(figure.xlim) if figure.axes else None,
                yticks=ticks(figure.ylim) if figure.axes else None,
                xlim=figure.xlim,
                ylim=figure.ylim,
                equal=True,
            )
        )
        if figure.axes:
            self.writer.call("grid", True)
        else:
            self.writer.call("axis", "off")


def ticks(limits: tuple[float, float]) -> list[float]:
    """Return the whole numbers within limits."""
    return list(range(math.ceil(limits[0]), math.floor(limits[1]) + 1))
