"""A plot of paired differences with their intervals as SVG text: the same numbers give the same bytes."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Protocol

from benchmark.analysis.wording import clean

_WIDTH, _LEFT, _RIGHT, _TOP, _BOTTOM, _STEP = 720, 220, 24, 24, 48, 22
#: Colours that stay apart in common colour-vision defects (Okabe and Ito).
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")
_STYLE = "font: 13px system-ui, sans-serif"
_LABEL = 30  #: characters


class DrawnDifference(Protocol):
    """A difference with its interval, as reports have them."""

    @property
    def difference(self) -> float:
        """A share."""

    @property
    def low(self) -> float:
        """Lower end."""

    @property
    def high(self) -> float:
        """Upper end."""

    @property
    def real(self) -> bool:
        """Whether it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferenceBar:
    """One difference."""

    label: str  #: whose
    kind: str  #: of what to what; each kind has its colour
    difference: DrawnDifference


def plot(title: str, bars: Sequence[DifferenceBar]) -> str:
    """One line a difference, in points, with its interval; hollow where it is not real."""
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
    one = bar.difference
    label = escape(clean(bar.label, _LABEL))
    yield f'<text x="{_LEFT - 10}" y="{y + 4}" text-anchor="end" fill="#16191d">{label}</text>'
    start, end = _x(one.low, low, high), _x(one.high, low, high)
    yield f'<path d="M{start} {y}H{end}" stroke="{colour}" stroke-width="2"/>'
    fill = colour if one.real else "#ffffff"
    x = _x(one.difference, low, high)
    yield f'<circle cx="{x}" cy="{y}" r="4" fill="{fill}" stroke="{colour}" stroke-width="2"/>'
