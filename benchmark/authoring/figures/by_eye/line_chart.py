"""A chart of lines without their values: its program, its outline and its description."""

from dataclasses import dataclass

from benchmark.authoring.figures.by_eye.look import Look
from benchmark.authoring.figures.charts.words import listed, number, quoted, short
from benchmark.authoring.figures.domains import Domain, Value
from benchmark.authoring.figures.programs import literal

_AXES = ("ax", "right")  #: what a program calls the left and the right axis


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line, its axis (0 for the left one) and its corners in values of the axes."""

    name: str
    colour: str
    axis: int
    xs: tuple[Value, ...] = ()
    ys: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LineChart:
    """Lines in the order in which they are drawn."""

    domain: Domain
    lines: tuple[Line, ...]
    ticks: tuple[Value, ...]
    limits: tuple[tuple[Value, Value], ...]  #: of each y axis; two are logarithmic
    at_starts: bool  #: whether names are written at the first points; else in a legend

    @property
    def span(self) -> tuple[Value, Value]:
        """The limits of the x axis."""
        step = self.ticks[1] - self.ticks[0]
        return short(self.ticks[0] - (1.9 if self.at_starts else 0.5) * step), short(
            self.ticks[-1] + step / 2
        )

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the y axes; each of two names its lines."""
        if len(self.limits) == 1:
            return (self.domain.label,)
        names = [[line.name for line in self.lines if line.axis == axis] for axis in (0, 1)]
        return tuple(f"{self.domain.unit}: {', '.join(sorted(of))}" for of in names)

    @property
    def left(self) -> Value:
        """Where names at the first points end."""
        return short(self.ticks[0] - 0.2 * (self.ticks[1] - self.ticks[0]))

    def program(self, look: Look) -> str:
        """Return the program that draws the lines."""
        style = "linewidth=1.8" if self.at_starts else 'linewidth=2.4, marker="o", markersize=8'
        code = look.opened() + "right = ax.twinx()\n" * (len(self.limits) > 1)
        for line in self.lines:
            code += (
                f"{_AXES[line.axis]}.plot({literal(list(line.xs))}, {literal(list(line.ys))},"
                f" color={literal(line.colour)}, {style}, label={literal(line.name)})\n"
            )
        code += (
            f"ax.set(title={literal(self.domain.line_title)}, xlabel={literal(self.domain.x_label)},"
            f" xticks={literal(list(self.ticks))}, xlim={literal(self.span)})\n"
        )
        scale = ', yscale="log"' if len(self.limits) > 1 else ""
        for called, label, limits in zip(_AXES, self.labels, self.limits, strict=False):
            code += f"{called}.set(ylabel={literal(label)}{scale}, ylim={literal(limits)})\n"
        if not self.at_starts:
            return f'{code}ax.legend(loc="upper center", ncols=4)\n'
        if scale:  # else matplotlib writes some of the numbers between powers of ten
            code += "for axes in fig.axes:\n    axes.yaxis.set_minor_formatter(plt.NullFormatter())\n"
        for line in self.lines:
            place = f"{number(self.left)}, {number(line.ys[0])}, {literal(line.name)}"
            code += f'{_AXES[line.axis]}.text({place}, ha="right", va="center")\n'
        return code

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
            f" left: {quoted(self.labels)}. Lines: {names}. {named}"
        )

    def description(self) -> str:
        """Return everything that is needed to draw the chart."""
        sides = ("left ", "right ") if len(self.limits) > 1 else ("",)
        text = f"{self.outline()} The x axis goes from {number(self.span[0])} to {number(self.span[1])}."
        for side, (low, high) in zip(sides, self.limits, strict=True):
            scale = "is logarithmic and " if side else ""
            text += f" The {side}y axis {scale}goes from {number(low)} to {number(high)}."
        for line in self.lines:
            text += (
                f' "{line.name}" is {line.colour} and, by the {sides[line.axis]}y axis, has points at'
                f" x = {listed(line.xs)}, with y = {listed(line.ys)}."
            )
        return text
