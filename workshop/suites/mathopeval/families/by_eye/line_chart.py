"""A chart of lines without their values: its program, its outline and its description."""

from collections.abc import Sequence
from dataclasses import dataclass

from workshop.authoring.figures.domains import Domain, Value
from workshop.authoring.figures.programs import literal
from workshop.suites.mathopeval.families.by_eye.look import Look
from workshop.suites.mathopeval.families.charts.words import listed, number, quoted, short

Row = tuple[Sequence[Value], Sequence[Value]]  #: places and values of the corners of a line


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line and its corners in values of the axes."""

    name: str
    colour: str
    xs: tuple[Value, ...] = ()
    ys: tuple[Value, ...] = ()
    pieces: tuple[Row, ...] = ()  #: what is drawn of it, if it is interrupted


@dataclass(frozen=True, slots=True, kw_only=True)
class LineChart:
    """Lines in the order in which they are drawn."""

    domain: Domain
    lines: tuple[Line, ...]
    ticks: tuple[Value, ...]
    limit: Value  #: of the y axis, which starts at 0
    at_starts: bool  #: whether names are written at the first points; else in a legend

    @property
    def span(self) -> tuple[Value, Value]:
        """The limits of the x axis."""
        step = self.ticks[1] - self.ticks[0]
        return short(self.ticks[0] - (1.9 if self.at_starts else 0.5) * step), short(
            self.ticks[-1] + step / 2
        )

    @property
    def left(self) -> Value:
        """Where names at the first points end."""
        return short(self.ticks[0] - 0.2 * (self.ticks[1] - self.ticks[0]))

    def program(self, look: Look) -> str:
        """Return the program that draws the lines."""
        style = "linewidth=1.8" if self.at_starts else 'linewidth=2.4, marker="o", markersize=8'
        code = look.opened()
        for line in self.lines:
            xs: list[Value | None] = [*line.xs]
            ys: list[Value | None] = [*line.ys]
            if line.pieces:
                xs, ys = (
                    [value for piece in line.pieces for value in (*piece[axis], None)][:-1] for axis in (0, 1)
                )
            code += (
                f"ax.plot({literal(xs)}, {literal(ys)},"
                f" color={literal(line.colour)}, {style}, label={literal(line.name)})\n"
            )
        code += self._axes()
        if not self.at_starts:
            return f'{code}ax.legend(loc="upper center", ncols=4)\n'
        for line in self.lines:
            place = f"{number(self.left)}, {number(line.ys[0])}, {literal(line.name)}"
            code += f'ax.text({place}, ha="right", va="center")\n'
        return code

    def route_program(self, look: Look, row: Row) -> str:
        """Return the program that draws one line without a name in the same axes."""
        xs, ys = (literal(list(values)) for values in row)
        return f"{look.opened()}ax.plot({xs}, {ys}, color={literal(look.ink)}, linewidth=1.8)\n{self._axes()}"

    def _axes(self) -> str:
        return (
            f"ax.set(title={literal(self.domain.line_title)}, xlabel={literal(self.domain.x_label)},"
            f" xticks={literal(list(self.ticks))}, xlim={literal(self.span)})\n"
            f"ax.set(ylabel={literal(self.domain.label)}, ylim={literal((0, self.limit))})\n"
        )

    def outline(self) -> str:
        """Return what the chart is, without what must be read by eye."""
        names = quoted([line.name for line in self.lines])
        named = (
            f"Each name is written left of the first point of its line, and ends at x = {number(self.left)}."
            " Lines consist of straight parts, without markers."
            if self.at_starts
            else "A legend names the lines. Points have markers and are joined by straight lines."
        )
        return (
            f'A chart of {len(self.lines)} lines, titled "{self.domain.line_title}". The x axis is labelled'
            f' "{self.domain.x_label}" and has ticks at {listed(self.ticks)}. Labels of y axes, from the'
            f" left: {quoted([self.domain.label])}. Lines: {names}. {named}"
        )

    def description(self) -> str:
        """Return everything that is needed to draw the chart."""
        text = f"{self.outline()} The x axis goes from {number(self.span[0])} to {number(self.span[1])}."
        text += f" The y axis goes from 0 to {number(self.limit)}."
        for line in self.lines:
            text += (
                f' "{line.name}" is {line.colour} and, by the y axis, has points at'
                f" x = {listed(line.xs)}, with y = {listed(line.ys)}."
            )
        return text
