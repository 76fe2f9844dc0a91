"""Plot differences with their intervals as SVG text; the same numbers give the same bytes."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Protocol

from benchmark.analysis.wording import clean

_WIDTH, _LEFT, _RIGHT, _TOP, _BOTTOM, _STEP = 720, 220, 24, 24, 48, 22
#: Colours that colour-blind people can tell apart (Okabe and Ito).
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")
_STYLE = "font: 13px system-ui, sans-serif"
_LABEL_CHARACTERS = 30  #: maximum characters of a label


class DrawnDifference(Protocol):
    """A difference with its interval, as in reports."""

    @property
    def difference(self) -> float:
        """The difference of two scores, as a share."""

    @property
    def low(self) -> float:
        """The lower end of the interval."""

    @property
    def high(self) -> float:
        """The upper end of the interval."""

    @property
    def real(self) -> bool:
        """Whether the difference is real."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferenceBar:
    """One line of the plot."""

    label: str  #: name of the model
    kind: str  #: what is compared with what; each kind has its own colour
    difference: DrawnDifference


def plot(title: str, bars: Sequence[DifferenceBar]) -> str:
    """Draw one line per difference, in points, with its interval; the dot is hollow if it is not real."""
    kinds = list(dict.fromkeys(bar.kind for bar in bars))
    bottom = _TOP + _STEP * len(bars)
    height = bottom + _BOTTOM + _STEP * len(kinds)
    ends = [end for bar in bars for end in (bar.difference.low, bar.difference.high)]
    low = math.floor(min([0.0, *ends]) * 10) / 10
    high = math.ceil(max([0.1, *ends]) * 10) / 10
    box = f'viewBox="0 0 {_WIDTH} {height}" role="img" style="{_STYLE}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {box}>',
        f"<title>{escape(clean(title, 200))}</title>",
        f'<rect width="{_WIDTH}" height="{height}" fill="#ffffff"/>',
        *_axis(low, high, bottom),
    ]
    for number, bar in enumerate(bars):
        parts += _bar(
            bar, _TOP + _STEP * number + 12, _COLOURS[kinds.index(bar.kind) % len(_COLOURS)], low, high
        )
    for number, kind in enumerate(kinds):
        y = bottom + _BOTTOM + _STEP * number + 8
        parts.append(f'<circle cx="16" cy="{y - 4}" r="4" fill="{_COLOURS[number % len(_COLOURS)]}"/>')
        parts.append(f'<text x="28" y="{y}" fill="#16191d">{escape(clean(kind))}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def _x(value: float, low: float, high: float) -> float:
    return round(_LEFT + (value - low) / (high - low) * (_WIDTH - _LEFT - _RIGHT), 2)


def _axis(low: float, high: float, bottom: int) -> Iterator[str]:
    every = 1 if high - low <= 1 else 2
    for tenth in range(round(low * 10), round(high * 10) + 1):
        if tenth % every and tenth:
            continue
        x = _x(tenth / 10, low, high)
        colour = "#858d98" if tenth == 0 else "#e1e4e9"
        yield f'<path d="M{x} {_TOP}V{bottom}" stroke="{colour}"/>'
        label = f"{10 * tenth:+d}".replace("-", "−") if tenth else "0"
        yield f'<text x="{x}" y="{bottom + 16}" text-anchor="middle" fill="#555d67">{label}</text>'
    middle = (_LEFT + _WIDTH - _RIGHT) / 2
    yield f'<text x="{middle}" y="{bottom + 34}" text-anchor="middle" fill="#16191d">points</text>'


def _bar(bar: DifferenceBar, y: int, colour: str, low: float, high: float) -> Iterator[str]:
    difference = bar.difference
    label = escape(clean(bar.label, _LABEL_CHARACTERS))
    yield f'<text x="{_LEFT - 10}" y="{y + 4}" text-anchor="end" fill="#16191d">{label}</text>'
    start, end = _x(difference.low, low, high), _x(difference.high, low, high)
    yield f'<path d="M{start} {y}H{end}" stroke="{colour}" stroke-width="2"/>'
    fill = colour if difference.real else "#ffffff"
    x = _x(difference.difference, low, high)
    yield f'<circle cx="{x}" cy="{y}" r="4" fill="{fill}" stroke="{colour}" stroke-width="2"/>'
