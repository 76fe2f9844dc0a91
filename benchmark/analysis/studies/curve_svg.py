"""Plot pass@k against k as SVG text; the same points give the same bytes."""

import math
from collections.abc import Iterator, Sequence
from html import escape

from benchmark.analysis.studies.passk_curve import PasskCurve, PasskPoint
from benchmark.analysis.wording import clean

_WIDTH, _HEIGHT = 720, 420
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 190, 36, 44
#: Colours that colour-blind people can tell apart (Okabe and Ito), each with its own dash pattern.
_LINES = (
    ("#0072b2", ""),
    ("#d55e00", "7 3"),
    ("#009e73", "2 3"),
    ("#cc79a7", "9 3 2 3"),
    ("#56b4e9", "4 4"),
    ("#e69f00", "12 4"),
)
_STYLE = "font: 13px system-ui, sans-serif"


def plot(curves: Sequence[PasskCurve]) -> str:
    """Draw one line per model, over all its samples, with its 95 % intervals as a band."""
    lines = [
        [point for point in curve.points if point.n == max(p.n for p in curve.points)] for curve in curves
    ]
    most = max(point.k for line in lines for point in line)
    highest = max(point.high for line in lines for point in line)
    top = min(1.0, math.ceil(highest * 10) / 10) or 0.1
    scale = _Scale(most, top)
    names = ", ".join(clean(curve.name) for curve in curves)
    box = f'viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" style="{_STYLE}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {box}>',
        f"<title>{escape(f'pass@k of {names}')}</title>",
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#ffffff"/>',
        *_axes(scale),
    ]
    for number, (curve, line) in enumerate(zip(curves, lines, strict=True)):
        parts += _line(scale, number, clean(curve.name, 24), line)
    return "\n".join([*parts, "</svg>"]) + "\n"


class _Scale:
    """Converts k and a share to coordinates; the axis of k is logarithmic."""

    def __init__(self, most: int, top: float) -> None:
        self.most, self.top = most, top

    def x(self, k: float) -> float:
        share = math.log(k) / math.log(self.most) if self.most > 1 else 0.5
        return round(_LEFT + share * (_WIDTH - _LEFT - _RIGHT), 2)

    def y(self, share: float) -> float:
        return round(_HEIGHT - _BOTTOM - share / self.top * (_HEIGHT - _TOP - _BOTTOM), 2)


def _axes(scale: _Scale) -> Iterator[str]:
    right, bottom = _WIDTH - _RIGHT, _HEIGHT - _BOTTOM
    for step in range(6):
        share = scale.top * step / 5
        y = scale.y(share)
        yield f'<path d="M{_LEFT} {y}H{right}" stroke="#e1e4e9"/>'
        yield f'<text x="{_LEFT - 8}" y="{y + 4}" text-anchor="end" fill="#555d67">{100 * share:.0f}</text>'
    ticks = [k for k in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000) if k < scale.most] + [scale.most]
    for k in ticks:
        x = scale.x(k)
        yield f'<path d="M{x} {bottom}v5" stroke="#858d98"/>'
        yield f'<text x="{x}" y="{bottom + 18}" text-anchor="middle" fill="#555d67">{k}</text>'
    yield f'<path d="M{_LEFT} {bottom}H{right}" stroke="#858d98"/>'
    middle = (_LEFT + right) / 2
    yield f'<text x="{middle}" y="{_HEIGHT - 8}" text-anchor="middle" fill="#16191d">k</text>'
    yield '<text x="12" y="18" fill="#16191d">pass@k, %</text>'


def _line(scale: _Scale, number: int, name: str, points: Sequence[PasskPoint]) -> Iterator[str]:
    colour, dash = _LINES[number % len(_LINES)]
    places = [(scale.x(point.k), scale.y(point.value)) for point in points]
    band = [(scale.x(point.k), scale.y(point.high)) for point in points]
    band += [(scale.x(point.k), scale.y(point.low)) for point in reversed(points)]
    yield f'<path d="{_path(band)}Z" fill="{colour}" opacity="0.12"/>'
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    yield f'<path d="{_path(places)}" fill="none" stroke="{colour}" stroke-width="2"{dashed}/>'
    for x, y in places:
        yield f'<circle cx="{x}" cy="{y}" r="3" fill="{colour}"/>'
    y = _TOP + 12 + 20 * number
    left = _WIDTH - _RIGHT + 12
    yield f'<path d="M{left} {y - 4}h24" stroke="{colour}" stroke-width="2"{dashed}/>'
    yield f'<text x="{left + 30}" y="{y}" fill="#16191d">{escape(name)}</text>'


def _path(places: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x} {y}" for x, y in places)
