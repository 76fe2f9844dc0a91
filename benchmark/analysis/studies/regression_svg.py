"""Plot regressions of one column on others as SVG text; the same numbers give the same bytes."""

import math
from collections.abc import Iterator, Mapping, Sequence
from html import escape

from benchmark.analysis.studies.correlations import Column, ColumnPair
from benchmark.analysis.wording import clean
from benchmark.scoring.regression import fit_line

_SIDE, _GAP_X, _GAP_Y, _LEFT, _TOP, _ACROSS = 200, 72, 84, 64, 36, 3
_BAND_STEPS = 40  #: points along the confidence band
_MARGIN = 0.06  #: empty part of an axis on either side of the points, as a fraction of their range
_TICKS = 4  #: approximate number of ticks on an axis
_STYLE = "font: 13px system-ui, sans-serif"
_NAME_CHARACTERS = 24  #: maximum characters of a name


def plot(
    columns: Mapping[str, Column], pairs: Sequence[ColumnPair], against: str, names: Sequence[str]
) -> str:
    """Draw a panel for every other column: rows as points, and the least-squares line with its 95 % band.

    Args:
        columns: all columns by name.
        pairs: the correlations of the columns.
        against: the column on the vertical axes.
        names: names of the rows, shown as tooltips of their points; empty if rows have no names.
    """
    others = [name for name in columns if name != against]
    down = math.ceil(len(others) / _ACROSS)
    across = min(_ACROSS, len(others))
    width, height = _LEFT + across * (_SIDE + _GAP_X), _TOP + down * (_SIDE + _GAP_Y)
    box = f'viewBox="0 0 {width} {height}" role="img" style="{_STYLE}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {box}>',
        f"<title>{escape(clean(against))} against {escape(', '.join(map(clean, others)))}</title>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
    ]
    found = {frozenset((pair.a, pair.b)): pair for pair in pairs}
    for number, name in enumerate(others):
        left = _LEFT + number % _ACROSS * (_SIDE + _GAP_X)
        top = _TOP + number // _ACROSS * (_SIDE + _GAP_Y)
        known = found[frozenset((name, against))].pearson
        heading = "no correlation" if known is None else f"r = {known.value:.2f}".replace("-", "−")
        rows = [
            (x, y, names[row] if names else "")
            for row, (x, y) in enumerate(zip(columns[name], columns[against], strict=True))
            if x is not None and y is not None
        ]
        parts.append(f'<g transform="translate({left} {top})">')
        parts += _panel(name, against, heading, rows)
        parts.append("</g>")
    return "\n".join([*parts, "</svg>"]) + "\n"


def _panel(name: str, against: str, heading: str, rows: Sequence[tuple[float, float, str]]) -> Iterator[str]:
    yield f'<rect width="{_SIDE}" height="{_SIDE}" fill="none" stroke="#858d98"/>'
    middle = _SIDE / 2
    yield f'<text x="{middle}" y="-8" text-anchor="middle" fill="#16191d">{heading}</text>'
    across, up = escape(clean(name, _NAME_CHARACTERS)), escape(clean(against, _NAME_CHARACTERS))
    yield f'<text x="{middle}" y="{_SIDE + 34}" text-anchor="middle" fill="#16191d">{across}</text>'
    turned = f'transform="translate(-44 {middle}) rotate(-90)"'
    yield f'<text {turned} text-anchor="middle" fill="#16191d">{up}</text>'
    if not rows:
        return
    x_axis, y_axis = _Axis([x for x, _, _ in rows]), _Axis([y for _, y, _ in rows])
    for tick in x_axis.ticks():
        x = x_axis.place(tick)
        yield f'<path d="M{x} {_SIDE}v4" stroke="#858d98"/>'
        yield f'<text x="{x}" y="{_SIDE + 17}" text-anchor="middle" fill="#555d67">{_tick_text(tick)}</text>'
    for tick in y_axis.ticks():
        y = round(_SIDE - y_axis.place(tick), 2)
        yield f'<path d="M0 {y}h-4" stroke="#858d98"/>'
        yield f'<text x="-7" y="{round(y + 4, 2)}" text-anchor="end" fill="#555d67">{_tick_text(tick)}</text>'
    yield from _line(rows, x_axis, y_axis)
    for x, y, label in rows:
        title = f"<title>{escape(clean(label))}</title>" if label else ""
        place = f'cx="{x_axis.place(x)}" cy="{round(_SIDE - y_axis.place(y), 2)}"'
        yield f'<circle {place} r="3.5" fill="#0072b2" fill-opacity="0.75">{title}</circle>'


def _line(rows: Sequence[tuple[float, float, str]], x_axis: "_Axis", y_axis: "_Axis") -> Iterator[str]:
    xs, ys = [x for x, _, _ in rows], [y for _, y, _ in rows]
    if len(set(xs)) < 2:  # noqa: PLR2004 - two points make a line
        return
    first, last = min(xs), max(xs)
    found = fit_line(xs, ys, [first + (last - first) * step / _BAND_STEPS for step in range(_BAND_STEPS + 1)])

    def place(x: float, y: float) -> str:
        return f"{x_axis.place(x)} {round(_SIDE - y_axis.clamped_place(y), 2)}"

    if found.band:
        edge = [place(x, high) for x, _, high in found.band] + [
            place(x, low) for x, low, _ in reversed(found.band)
        ]
        yield f'<path d="M{"L".join(edge)}Z" fill="#d55e00" opacity="0.15"/>'
    ends = f"M{place(first, found.at(first))}L{place(last, found.at(last))}"
    yield f'<path d="{ends}" stroke="#d55e00" stroke-width="2"/>'


class _Axis:
    """Converts values to positions within a panel, from 0 to the length of its side."""

    def __init__(self, values: Sequence[float]) -> None:
        low, high = min(values), max(values)
        room = (high - low) * _MARGIN or abs(high) * _MARGIN or 1.0
        self.low, self.high = low - room, high + room

    def place(self, value: float) -> float:
        return round((value - self.low) / (self.high - self.low) * _SIDE, 2)

    def clamped_place(self, value: float) -> float:
        """Return the position, or the nearest edge for a value outside the panel."""
        return min(max(self.place(value), 0.0), float(_SIDE))

    def ticks(self) -> list[float]:
        """Return about four round numbers."""
        raw = (self.high - self.low) / _TICKS
        size = 10.0 ** math.floor(math.log10(raw))
        step = next(size * times for times in (1, 2, 5, 10) if size * times >= raw)
        first = math.ceil(self.low / step)
        return [round(step * number, 12) for number in range(first, math.floor(self.high / step) + 1)]


def _tick_text(tick: float) -> str:
    return f"{tick:g}".replace("-", "−")
