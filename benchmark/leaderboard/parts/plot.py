"""All drawings of the site as SVG: axes with their words, bars with ranges, points, lines and labels.

Positions along are percentages of the width, so that a drawing fits any width; those down are px or
percentages. The content security policy forbids inline styles, so shapes have classes.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from benchmark.analysis.score_cells import FieldRange, ScoreMark

Place = str | float
STEP = 0.1  #: step of an axis of shares
_LEAST_STEPS = 4  #: so that small differences look small
_DECADES = 2.5  #: axes of up to this many decades have ticks at 1, 2 and 5, longer ones only at 1


def shape(tag: str, name: str = "", *within: Place, **attributes: Place) -> Markup:
    """Return an element of a class with its content; ``_`` stands for ``-`` in the names of attributes."""
    named = {"class": name, **attributes} if name else attributes
    words = "".join(f' {key.replace("_", "-")}="{escape(value)}"' for key, value in named.items())
    inside = "".join(map(escape, within))
    return Markup(f"<{tag}{words}>{inside}</{tag}>" if inside else f"<{tag}{words}/>")  # noqa: S704 - escaped


def line(name: str, x: tuple[Place, Place], y: tuple[Place, Place]) -> Markup:
    """Return a line between two positions."""
    return shape("line", name, x1=x[0], x2=x[1], y1=y[0], y2=y[1])


def figure(name: str, height: float, description: str, shapes: Iterable[Markup]) -> Markup:
    """Return a drawing as wide as its column; readers who do not see it get the description."""
    return shape("svg", name, *shapes, width="100%", height=height, role="img", aria_label=description)


@dataclass(frozen=True, slots=True)
class PlotAxis:
    """A vertical axis."""

    low: float
    high: float
    height: float  #: px
    ticks: tuple[float, ...] = ()

    def y(self, value: float) -> float:
        """Return the position of a value, px from the top."""
        return round(self.height * (1 - (value - self.low) / (self.high - self.low)), 1)

    def grid(self, top: float = 0) -> Markup:
        """Return a line per tick, in a drawing whose axis begins ``top`` px below its upper end."""
        lines = (line("g", (0, "100%"), (self.y(tick) + top,) * 2) for tick in self.ticks)
        return Markup().join(lines)

    def words(self, word: Callable[[float], str], top: float, height: float) -> Markup:
        """Return the column with the word of each tick, next to a drawing with this height."""
        texts = (shape("text", "", word(tick), x="100%", y=self.y(tick) + top + 4) for tick in self.ticks)
        return shape("svg", "down", *texts, width="100%", height=height, aria_hidden="true")


def score_axis(values: Sequence[float], height: float, step: float = STEP) -> PlotAxis:
    """Return an axis of whole steps around values in [0, 1]: at least four, with at most six ticks."""
    bottom, top = math.floor(min(values) / step + 1e-9), math.ceil(max(values) / step - 1e-9)
    while top - bottom < _LEAST_STEPS:
        bottom, top = max(bottom - 1, 0), min(top + 1, round(1 / step))
    ticks = range(bottom, top + 1, 1 if top - bottom <= _LEAST_STEPS + 1 else 2)
    return PlotAxis(bottom * step, top * step, height, tuple(tick * step for tick in ticks))


def decade_ticks(low: float, high: float) -> tuple[float, ...]:
    """Return the ticks of a logarithmic axis between two powers of ten."""
    steps = (1, 2, 5) if high - low <= _DECADES else (1,)
    values = (step * 10.0**power for power in range(math.floor(low), math.ceil(high) + 1) for step in steps)
    return tuple(value for value in values if low - 1e-9 <= math.log10(value) <= high + 1e-9)


def score_bar(mark: ScoreMark, others: FieldRange | None = None, floor: str = "") -> Markup:
    """Return a score on its range, in front of the other models' range and of a line at ``floor``."""
    behind = [shape("rect", "m", x=floor)] if floor else []
    if others is not None:
        behind.append(shape("rect", "f", x=others.bar_from, width=others.bar_width))
        behind.append(shape("rect", "m", x=others.middle))
    return _bar(behind, mark.bar_from, mark.bar_width, mark.dot)


def difference_bar(start: str, width: str, dot: str, strict_from: str, strict_width: str) -> Markup:
    """Return a difference on its range, in front of 0 and of the range for all pairs, if there is one."""
    behind = [shape("rect", "z", x="50%")]
    if strict_from:
        behind.append(shape("rect", "al", x=strict_from, width=strict_width))
    return _bar(behind, start, width, dot)


def _bar(behind: Iterable[Markup], start: str, width: str, dot: str) -> Markup:
    shown = (shape("rect", x=start, width=width), shape("circle", cx=dot))
    return shape("svg", "wh", *behind, *shown, aria_hidden="true")


def reported_bar(mark: ScoreMark) -> Markup:
    """Return a reported number, hollow, and the outline of its range if it has one."""
    ranges = [shape("rect", x=mark.bar_from, width=mark.bar_width)] if mark.bar_width else []
    return shape("svg", "wh rep", *ranges, shape("circle", cx=mark.dot), aria_hidden="true")


def bar_ticks(words: Sequence[str]) -> Markup:
    """Return the words above bars, at equal distances from the start to the end of the axis."""
    last = len(words) - 1
    texts = (shape("text", "", word, x=f"{100 * at / last:g}%", y=20) for at, word in enumerate(words))
    return shape("svg", "wh", *texts, aria_hidden="true")


def _key(name: str, width: int, *shapes: Markup) -> Markup:
    return shape("svg", name, *shapes, viewBox=f"0 0 {width} 16", aria_hidden="true")


#: What the keys below tables and drawings show.
KEYS: Mapping[str, Markup] = {
    "range": _key(
        "",
        48,
        shape("rect", "kb", x=3, y=3.5, width=42, height=9, rx=4.5),
        shape("circle", "kd", cx=24, cy=8, r=4.5),
    ),
    "reported": _key(
        "",
        48,
        shape("rect", "ko", x=3, y=3.5, width=42, height=9, rx=4.5),
        shape("circle", "ko", cx=24, cy=8, r=3.75),
    ),
    "open": _key("k1", 16, shape("rect", "kd", x=3.5, y=3.5, width=9, height=9)),
    "closed": _key("k1", 16, shape("circle", "kd", cx=8, cy=8, r=4.5)),
    "estimated": _key("k1", 16, shape("circle", "ko", cx=8, cy=8, r=3.75)),
}
