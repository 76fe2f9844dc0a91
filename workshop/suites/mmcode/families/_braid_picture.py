"""Drawings of ``braided_sums``: meetings with their numbers, the braid with its cards, and their words.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from benchmark.core.draws import Draws
from benchmark.files.palette import Colour
from workshop.authoring.family import Call
from workshop.drawing.arrows import arrow
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import key as draw_key
from workshop.suites.mmcode.families._braids import HIDDEN, moved, seen
from workshop.suites.mmcode.families._cards import Behind, Card


def _smooth(share: float) -> float:
    share = min(1.0, max(0.0, share))
    return share * share * (3 - 2 * share)


#: Widths of a thin, a thick and a hollow strand, and of the white in that one, px.
_LINES, _FINE = (5.0, 11.0, 9.0, 5.0), (2.5, 7.0, 6.5, 3.0)
_EDGE = 2.0  #: between a fine strand and one that goes on below it, px


def _meeting(
    canvas: "Canvas | Behind | _Turned",
    x: float,
    wide: float,
    heights: list[list[float]],
    meet: tuple[Any, ...],
    bare: int | None = None,
    fine: bool = False,
) -> None:
    """Draw two strands that meet, with the heights of both on the left and on the right."""
    (kind, over, thick, _), (left, right) = meet, heights
    middle, steps, apart = (sum(left) + sum(right)) / 4, 96 if fine else 48, 7 if fine else 8
    thin, broad, hollow, inner = _FINE if fine else _LINES
    widths = [broad if thick == place else hollow if bare == place else thin for place in (0, 1)]
    gap = 0.1
    if fine and kind == "cross":  # as long as the strand on top is broad, and a little more
        slope = 1.5 * (right[1] - left[0]) / wide
        gap = (widths[over] / 2 + _EDGE) * math.hypot(1, slope) / (2 * slope * wide)
    crosses = kind == "cross"
    for place in range(len(left)):
        start, end = left[place], right[1 - place if crosses else place]
        lines: list[list[tuple[float, float]]] = [[]]
        for step in range(-1, steps + 2):
            share = step / steps
            y = start + (end - start) * _smooth(share)
            if kind in ("touch", "bead"):
                near = _smooth(share / 0.36) * _smooth((1 - share) / 0.36)
                y += (middle + (apart if place else -apart) - y) * near
            if kind == "cross" and place != over and abs(share - 0.5) < gap:
                lines += [[]] if lines[-1] else []
            else:
                lines[-1].append((x + wide * share, y))
        for line in lines:
            canvas.line(*line, line=widths[place])
            if bare == place:
                canvas.line(*line, line=inner, stroke="white", guide=True)
    if kind == "bead":
        canvas.circle(x + wide / 2, middle, 9 if fine else 14, fill="orange", line=3)


def key_of(values: dict[str, Any], level: int) -> Canvas:
    """Draw the meetings with their numbers."""
    key, draws = Canvas(880, 770), Draws("braided_sums", values["seed"], "frames")
    for place, (call, after) in enumerate(values[f"shown{level}"]):
        x, y = 6 + place % 4 * 218.0, 6 + place // 4 * 218.0
        key.rect(x, y, 212, 212, stroke="grey", line=2)
        quarters = draws.integer(1, 3) if level > 3 and place % 4 else 0
        _frame(_Turned(key, (x + 106, y + 106), quarters), call, after)
    _signs(key)
    return key


def _signs(key: Canvas) -> None:
    """Draw the signs of all levels below the meetings."""

    def card(x: float, y: float, double: bool) -> None:
        Card(left=x - 32, top=y - 32, wide=64, high=64, x=0, y=0, double=double).cover(key)

    signs: tuple[tuple[Callable[[float, float], object], str], ...] = (
        (lambda x, y: arrow(key, (x, y - 30), (x, y + 30), line=4), "arrow"),
        (partial(card, double=False), "card, one frame"),
        (partial(card, double=True), "card, two frames"),
        (lambda x, y: _cloth(key, x - 32, y - 32, 64, 64), "cloth"),
    )
    for x, sign in zip((30, 178, 440, 710), signs, strict=True):
        draw_key(key, x, 714, [sign], room=48 if x > 30 else 24)


def _cloth(canvas: Canvas, x: float, y: float, wide: float, high: float) -> None:
    canvas.rect(x, y, wide, high, fill="paleblue", stroke="blue", line=2, dashed=True)


@dataclass(frozen=True)
class _Turned:
    """Draws around a point, turned clockwise by quarters; all places are seen from that point."""

    canvas: Canvas
    middle: tuple[float, float]
    quarters: int

    def place(self, x: float, y: float) -> tuple[float, float]:
        for _ in range(self.quarters):
            x, y = -y, x
        return self.middle[0] + x, self.middle[1] + y

    def line(
        self, *points: tuple[float, float], line: float, stroke: Colour = "ink", guide: bool = False
    ) -> None:
        places = (self.place(*point) for point in points)
        self.canvas.line(*places, line=line, stroke=stroke, guide=guide)

    def circle(self, x: float, y: float, radius: float, *, fill: Colour, line: float) -> None:
        self.canvas.circle(*self.place(x, y), radius, fill=fill, line=line)


def _frame(turned: _Turned, call: Call, after: list[int]) -> None:
    """Draw a meeting with its numbers."""
    key, place = turned.canvas, turned.place
    if call[3]:
        corners = [place(*corner) for corner in ((-47, -86), (47, -86), (47, 86), (-47, 86))]
        (left, top), (right, low) = map(min, zip(*corners, strict=True)), map(max, zip(*corners, strict=True))
        _cloth(key, left, top, right - left, low - top)
    rows = [-45.0, 45.0]
    _meeting(turned, -63, 126, [rows, rows], call[:4], call[6] if len(call) > 6 else None)
    for row, before, later in zip(rows, call[4:6], after, strict=True):
        for side, number in ((-84, before), (84, later)):
            small = len(str(number)) > 2
            key.text(
                *place(side + (4 if small and side > 0 else 0), row),
                number,
                size=19 if small else 23,
                bold=True,
            )
    if turned.quarters:
        arrow(key, place(-30, 94), place(30, 94), line=4)


_LEFT, _TOP, _ROW = 36.0, 56.0, 84.0  #: of the braid, px
#: Width of a column, scale of what a card hides, px to the next drawing of it, and their first left side and top, px.
_SIZES = {3: (158.0, 0.76, 460, 120, 570), 4: (158.0, 0.76, 320, 60, 570), 5: (47.2, 0.85, 252, 24, 560)}


def braid_of(values: dict[str, Any], level: int) -> Canvas:
    """Draw the braid of a level."""
    draws = Draws("braided_sums", values["seed"], "shape", level)
    canvas = Canvas(1020, 540 if level < 3 else 980 if level < 5 else 1010)
    columns, thick, bare = values[f"columns{level}"], values[f"thick{level}"], values.get(f"bare{level}", -9)
    column, scale, step, left, top = _SIZES[max(level, 3)]
    cards = [
        Card(
            left=_LEFT + column * place,
            top=14,
            wide=HIDDEN.get(level, 2) * column,
            high=510,
            x=left + step * number,
            y=top,
            scale=scale,
            turned=turned,
            double=double,
        )
        for number, (place, turned, double) in enumerate(values[f"cards{level}"])
    ]
    for card in cards:  # side by side, so that no card hides the frame of another one
        replace(card, left=card.left + 4, wide=card.wide - 8).cover(canvas)
    for place in values[f"cloth{level}"]:
        x = _LEFT + column * place
        hidden = [card for card in cards if card.holds((x + 9, 99))]
        corners = [hidden[0].place(*end) if hidden else end for end in ((x, 18.0), (x + column, 520.0))]
        (west, east), (north, south) = map(sorted, zip(*corners, strict=True))
        _cloth(canvas, west, north, east - west, south - north)
    count = len(columns)
    heights = [[_TOP + _ROW * row + draws.integer(-13, 13) for row in range(6)] for _ in range(count + 1)]
    for place, meets in enumerate(columns):
        x, ends = _LEFT + column * place, heights[place : place + 2]
        hidden = [card for card in cards if card.holds((x + 9, 99))]
        on: Canvas | Behind = Behind(canvas, hidden[0]) if hidden else canvas
        met = [(row, seen(level, kind, over, thick - row, cloth)) for row, kind, over, cloth in meets]
        for row in {*range(6)} - {row + side for row, _ in met for side in (0, 1)}:
            alone = ("alone", 0, thick - row if level > 1 else -9, 0)
            _meeting(on, x, column, [end[row : row + 1] for end in ends], alone, bare - row, level > 4)
        for row, (kind, over, side, cloth) in met:
            flipped = bool(hidden and not hidden[0].double)  # from behind, the other strand lies on top
            meet = (kind, over ^ flipped, -9 if side is None else side, cloth)
            _meeting(on, x, column, [end[row : row + 2] for end in ends], meet, bare - row, level > 4)
        thick, bare = moved(thick, meets), moved(bare, meets)
    for card in cards:
        card.frame(canvas)
    return canvas


def _words(meet: tuple[Any, ...]) -> str:
    kind, over, thick, cloth, *bare = meet
    top = "the strand that comes from below" if over else "the strand that comes from above"
    words = {
        "cross": f"they cross, and {top} lies on top", "touch": "they come close",
        "bead": "they come close and have an orange bead",
    }[kind]  # fmt: skip
    words += "" if thick is None else f", the strand that comes from {'below' if thick else 'above'} is thick"
    if bare and bare[0] is not None:
        words += f", the strand that comes from {'below' if bare[0] else 'above'} is hollow"
    return f"{words}, on a blue cloth" if cloth else words


def words_of(values: dict[str, Any], level: int) -> list[str]:
    """Describe both pictures of a level."""
    shown = [
        f"{call[4]} above and {call[5]} below, {_words((*call[:4], *call[6:]))}, {after[0]} above and {after[1]} below"
        for call, after in values[f"shown{level}"]
    ]
    meets = []
    for number, column in enumerate(values[f"columns{level}"], 1):
        each = [
            f"rows {row + 1} and {row + 2}: {_words(seen(level, kind, over, None, cloth))}"
            for row, kind, over, cloth in column
        ]
        meets.append(f"{number}. {'; '.join(each)}")
    start = (
        f" The strand that begins in row {values[f'thick{level}'] + 1} is thick all along."
        if level > 1
        else ""
    )
    if level > 4:
        start += f" The strand that begins in row {values['bare5'] + 1} is hollow all along."
    key = (
        "Twelve frames with two strands each, which meet in the middle. Numbers on the left and on the right, of the strand "
        f"above and of the strand below, and what is between them: {'. '.join(shown)}. Below is a "
        "key of four signs: arrow; card, one frame; card, two frames; cloth."
    )
    count = "twenty" if level > 4 else "six"
    braid = (
        f"Six strands from the left to the right, in rows 1 to 6 from top to bottom. They meet in {count} columns from the left "
        f"to the right: {'. '.join(meets)}.{start} All other strands are thin, and cards are already looked behind."
    )
    return [key, braid]
