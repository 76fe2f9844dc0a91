"""Four lines: which one has a value at an x? Others are where another axis or an even scale would have it."""

import math
from dataclasses import dataclass

from benchmark.authoring.figures.by_eye.look import TRIES, Figure, Look, check_apart, draw_look, eye_sample
from benchmark.authoring.figures.charts.edits import first_fit
from benchmark.authoring.figures.charts.words import listed, nice_limit, number, quoted, short
from benchmark.authoring.figures.domains import Domain, Value, domains
from benchmark.authoring.figures.programs import literal
from benchmark.authoring.figures.sample import FigureSample
from benchmark.core.draws import Draws

SIGHTS = ("near colours", "log axis", "second y axis", "one colour")
_KNOTS = 7
_LOW, _HIGH, _GAP = (
    0.06,
    0.84,
    0.085,
)  #: lowest and highest point, and least difference, as shares of the axis
_VALUES = (30, 40, 50, 60, 200, 300, 400, 500, 600)
_RIGHT = (0.2, 0.3, 3, 5)  #: limits of the right axis, as a multiple of those of the left one
_SMALL_UNITS = ("%", "°C")  #: of quantities that do not reach 1000
#: What is called for the left and the right axis; the marker of its lines, in a program and in its label.
_AXES, _MARKERS, _SIGNS = ("ax", "right"), ("o", "s"), ("● ", "■ ")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Lines:
    """Four lines over the same x, in the order in which they are drawn."""

    domain: Domain
    names: tuple[str, ...]
    colours: tuple[str, ...]
    axes: tuple[int, ...]  #: of each line: 0 for the left one
    xs: tuple[Value, ...]
    ys: tuple[tuple[Value, ...], ...]
    limits: tuple[tuple[Value, Value], ...]  #: of each y axis
    is_log: bool
    at_starts: bool  #: whether names are written at the first points; else in a legend

    @property
    def span(self) -> tuple[Value, Value]:
        """The limits of the x axis."""
        step = self.xs[1] - self.xs[0]
        return short(self.xs[0] - (1.9 if self.at_starts else 0.5) * step), short(self.xs[-1] + step / 2)

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the y axes."""
        signs = _SIGNS if len(self.limits) > 1 else ("",)
        return tuple(f"{sign}{self.domain.label}" for sign in signs)

    @property
    def left(self) -> Value:
        """Where names at the first points end."""
        return short(self.xs[0] - 0.2 * (self.xs[1] - self.xs[0]))

    def program(self, look: Look) -> str:
        """Return the program that draws the lines."""
        lines = list(zip(self.names, self.colours, self.axes, self.ys, strict=True))
        code = look.opened(f"x = {literal(self.xs)}") + "right = ax.twinx()\n" * (len(self.limits) > 1)
        for name, colour, axis, ys in lines:
            code += (
                f"{_AXES[axis]}.plot(x, {literal(list(ys))}, color={literal(colour)}, linewidth=2.4,"
                f' marker="{_MARKERS[axis]}", markersize=8, label={literal(name)})\n'
            )
        code += (
            f"ax.set(title={literal(self.domain.line_title)}, xlabel={literal(self.domain.x_label)},"
            f" xticks=x, xlim={literal(self.span)})\n"
        )
        scale = ', yscale="log"' if self.is_log else ""
        for called, label, limits in zip(_AXES, self.labels, self.limits, strict=False):
            code += f"{called}.set(ylabel={literal(label)}{scale}, ylim={literal(limits)})\n"
        if not self.at_starts:
            handles = " + ".join(f"{axis}.lines" for axis, _ in zip(_AXES, self.limits, strict=False))
            return f'{code}ax.legend(handles=[*{handles}], loc="upper center", ncols=4)\n'
        for name, _, axis, ys in lines:
            place = f"{number(self.left)}, {number(ys[0])}, {literal(name)}"
            code += f'{_AXES[axis]}.text({place}, ha="right", va="center")\n'
        return code

    def outline(self) -> str:
        """Return what the chart is, without what must be read by eye."""
        named = (
            f"Each name is written left of the first point of its line, and ends at x = {number(self.left)}"
            if self.at_starts
            else "A legend names the lines"
        )
        return (
            f'A chart of four lines, titled "{self.domain.line_title}". The x axis is labelled'
            f' "{self.domain.x_label}" and has a tick at each x of a point. Labels of y axes, from the left:'
            f" {quoted(self.labels)}. Lines: {quoted(self.names)}. {named}. Points have markers and are"
            " joined by straight lines."
        )

    def description(self) -> str:
        """Return everything that is needed to draw the chart."""
        sides = ("left ", "right ") if len(self.limits) > 1 else ("",)
        text = (
            f"{self.outline()} The points are at x = {listed(self.xs)}. The x axis goes from"
            f" {number(self.span[0])} to {number(self.span[1])}."
        )
        for side, (low, high) in zip(sides, self.limits, strict=True):
            scale = "is logarithmic and " if self.is_log else ""
            text += f" The {side}y axis {scale}goes from {number(low)} to {number(high)}."
        for name, colour, axis, ys in zip(self.names, self.colours, self.axes, self.ys, strict=True):
            text += (
                f' "{name}" is {colour}, solid, has markers "{_MARKERS[axis]}" and, by the {sides[axis]}y'
                f" axis, y = {listed(ys)}."
            )
        return text


def make(draws: Draws, level: int) -> FigureSample:
    """Return a sample of a level from 1 to 5.

    Raises:
        UnfitError: if the draw cannot be used.
    """
    return first_fit(lambda: _sample(draws, level), TRIES)


def _sample(draws: Draws, level: int) -> FigureSample:
    near, is_log, has_twin, at_starts = (level > place for place in range(1, 5))
    domain = draws.choice([domain for domain in domains() if domain.unit not in _SMALL_UNITS])
    look, names = draw_look(draws, near=near), draws.sample(domain.categories, 4)
    place, side = draws.integer(3, 5), draws.integer(0, 1) if has_twin else 0
    if is_log:
        value: Value = draws.choice(_VALUES)
        factor = draws.choice(_RIGHT)
        limits = ((10, 1000), (short(10 * factor), short(1000 * factor)))[: 1 + has_twin]
        even = _height(value, limits[side], is_log=True, even=True)
    else:
        limit = nice_limit(domain.high * 1.1)
        value, limits, even = short(limit * draws.integer(6, 15) / 20), ((0, limit),), _anywhere(draws)
    own, axes = _height(value, limits[side], is_log=is_log), (0, 0, 0, 0)
    at = [own, even, _anywhere(draws), _anywhere(draws)]
    said = ["has it on an even scale" if is_log else "is another line", *["is another line"] * 2]
    if has_twin:
        other = limits[1 - side]
        at[2:] = _height(value, other, is_log=True), _height(value, other, is_log=True, even=True)
        axes = (side, 1 - side, side, 1 - side)
        said = ["has it on an even scale of the other axis", "has it by the other axis", "has neither"]
    check_apart([_LOW - _GAP, *sorted(at), _HIGH + _GAP], _GAP)
    columns = [at if knot == place else _column(draws) for knot in range(_KNOTS)]
    xs = [domain.x_start + domain.x_step * knot for knot in range(_KNOTS)]
    order = draws.shuffled(range(4))
    lines = _Lines(
        domain=domain,
        names=tuple(names[line] for line in order),
        colours=(look.ink,) * 4 if at_starts else look.colours,
        axes=tuple(axes[line] for line in order),
        xs=tuple(xs),
        ys=tuple(
            tuple(_value(column[line], limits[axes[line]], is_log=is_log) for column in columns)
            for line in order
        ),
        limits=limits,
        is_log=is_log,
        at_starts=at_starts,
    )
    asked = f"{number(value)} {domain.unit}"
    return eye_sample(
        Figure(
            type="line",
            domain=domain.name,
            look=look,
            code=lines.program(look),
            question=f"Read each line by its own axis. Which line is at {asked} at x = {xs[place]}?",
            names=tuple(names),
            errors=(
                *(
                    f"At x = {xs[place]}, {name} {words}."
                    for name, words in zip(names[1:], said, strict=True)
                ),
                f"By its own axis, {names[0]} is at {asked} there.",
            ),
            summary=f"The lines are {listed(names)}.",
            values={
                "x": [*lines.xs, *lines.span],
                "y": [list(ys) for ys in lines.ys],
                "limits": [list(pair) for pair in limits],
                "texts": [domain.line_title, domain.x_label, *lines.labels],
            },
            description=lines.description(),
            outline=lines.outline(),
        ),
        SIGHTS,
        level,
    )


def _height(value: float, limits: tuple[Value, Value], *, is_log: bool, even: bool = False) -> float:
    """Return where a value is on an axis, as a share of it, or where an ``even`` scale would have it."""
    low, high = limits
    if not is_log:
        return value / high
    exact = math.log10(value)
    tick = math.floor(exact)
    read = tick + (value / 10**tick - 1) / 9 if even else exact
    return (read - math.log10(low)) / math.log10(high / low)


def _value(height: float, limits: tuple[Value, Value], *, is_log: bool) -> Value:
    low, high = limits
    return short(float(f"{low * (high / low) ** height if is_log else height * high:.3g}"))


def _anywhere(draws: Draws) -> float:
    return draws.integer(round(100 * _LOW), round(100 * _HIGH)) / 100


def _column(draws: Draws) -> list[float]:
    """Return heights of four lines at a knot, as shares of the axis."""
    steps = draws.sample(range(round((_HIGH - _LOW) / _GAP) + 1), 4)
    return [_LOW + _GAP * step + draws.integer(-10, 10) / 1000 for step in steps]
