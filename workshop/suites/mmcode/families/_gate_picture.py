"""The picture of ``digit_gate``: boards with crossing pipes, and rows of cups before and after each digit.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.drawing.arrows import arrow
from workshop.drawing.canvas import Canvas
from workshop.suites.mmcode.families._tangles import loose_tangle, rows_at

_COLUMNS, _WIDE, _HIGH = 4, 102.0, 76.0  #: columns of crossings of a board, their width and that of a row, px
_LEFT, _TOP = (46.0, 546.0), 74.0  #: where the pipes of the boards begin, px
#: Pipes at a smaller angle, radians, are farther apart; and so are a pipe and two others, px.
_ANGLE, _APART, _THIRD = 0.4, 13.0, 4.0


def clear_tangle(draws: Draws) -> dict[str, Any]:
    """Return a loose tangle whose pipes can be followed: they cross at an angle, and two by two.

    Raises:
        UnfitError: if none was found.
    """
    for _ in range(30):
        loose = loose_tangle(draws, _COLUMNS)
        rows = _HIGH * rows_at(loose, np.linspace(0, _COLUMNS, 50 * _COLUMNS + 1))
        slopes = np.arctan(np.gradient(rows, axis=1) * 50 / _WIDE)
        apart = np.abs(rows[:, None] - rows[None])
        apart *= np.minimum(np.cos(slopes)[:, None], np.cos(slopes)[None])
        apart[np.arange(5), np.arange(5)] = 999
        along = (apart < _APART) & (np.abs(slopes[:, None] - slopes[None]) < _ANGLE)
        plain = loose["orders"][-1] in ([0, 1, 2, 3, 4], [4, 3, 2, 1, 0])
        if not (plain or along.any() or ((apart < _THIRD).sum(axis=1) > 1).any()):
            return loose
    raise UnfitError("a board has no clear crossings")


def gate_picture(
    tangles: Sequence[dict[str, Any]],
    tickets: Sequence[Sequence[int]],
    states: Sequence[Sequence[tuple[int, int]]],
    flag: int,
) -> Canvas:
    """Draw the gate.

    Args:
        tangles: the loose tangle of each board.
        tickets: the digits of each ticket.
        states: for each ticket the cup with the ball and the number on the card, in the beginning and after each digit.
        flag: the cup with the flag.
    """
    canvas = Canvas(1000, 960)
    for number, loose in enumerate(tangles):
        _board(canvas, loose, number)
    for number, (digits, shown) in enumerate(zip(tickets, states, strict=True)):
        y = 484 + 246 * number
        for place, state in enumerate(shown):
            _row(canvas, 70 + 170 * place, y, state, flag)
        for place, digit in enumerate(digits):
            x = 160 + 170 * place
            canvas.text(x, y + 60, digit, size=34, bold=True)
            arrow(canvas, (x - 24, y + 92), (x + 24, y + 92), line=3)
    return canvas


def _board(canvas: Canvas, loose: dict[str, Any], number: int) -> None:
    left, wide = _LEFT[number], _WIDE * _COLUMNS
    canvas.rect(left - 34, _TOP - 54, wide + 68, 4 * _HIGH + 94, line=3, radius=10)
    canvas.text(left + wide / 2, _TOP - 28, "I" * (number + 1), bold=True, size=26)
    places = np.linspace(0, _COLUMNS, 40 * _COLUMNS + 1)
    for track, rows in enumerate(rows_at(loose, places)):
        points = [(left + _WIDE * place, _TOP + _HIGH * row) for place, row in zip(places, rows, strict=True)]
        pipe = [(left - 20, _TOP + _HIGH * track), *points, (left + wide + 20, points[-1][1])]
        canvas.line(*pipe, stroke="white", line=9, guide=True)
        canvas.line(*pipe, line=5)


def _row(canvas: Canvas, x: float, y: float, state: tuple[int, int], flag: int) -> None:
    """Draw the row of cups with the ball, the flag and the card."""
    for cup in range(5):
        low = y + 36 * cup
        canvas.line((x - 18, low - 6), (x - 18, low + 14), (x + 18, low + 14), (x + 18, low - 6), line=3)
        if cup == state[0]:
            canvas.circle(x, low - 1, 11, fill="orange", line=2.5)
        if cup == flag:
            canvas.line((x + 28, low + 14), (x + 28, low - 18), line=3)
            canvas.polygon([(x + 30, low - 19), (x + 52, low - 9), (x + 30, low + 1)], fill="sky", line=2)
    canvas.rect(x - 19, y + 172, 38, 42, fill="yellow", line=3)
    canvas.text(x, y + 193, state[1], size=26, bold=True)
