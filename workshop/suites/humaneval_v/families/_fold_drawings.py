"""Drawings of ``inked_folds``: sheets while they are folded, with drops, and unfolded with stains.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence
from itertools import product

from benchmark.core.draws import Draws
from workshop.drawing.arrows import arrow
from workshop.drawing.canvas import Canvas

SIZE = 4  #: fields on a side of a sheet
Layer = tuple[int, int, bool]  #: row and column of a field of the sheet, and whether its front lies up
Packet = list[list[list[Layer]]]  #: row, column → layers from top to bottom

FIELD, HIGH, PITCH = 28, 124, 160  #: side of a field, height of a line and distance of its drawings, px


def packets(folds: str) -> list[Packet]:
    """Return the sheet before the first fold and after each of them; a small letter folds behind."""
    made: list[Packet] = [[[[(row, column, True)] for column in range(SIZE)] for row in range(SIZE)]]
    for letter in folds:
        upright = letter in "UDud"
        lines = [list(line) for line in zip(*made[-1], strict=True)] if upright else made[-1]
        half = len(lines[0]) // 2
        folded = []
        for line in lines:
            still, moved = (line[:half], line[half:]) if letter in "LUlu" else (line[half:], line[:half])
            turned = [[(row, column, not up) for row, column, up in stack[::-1]] for stack in moved[::-1]]
            upper, lower = (turned, still) if letter.isupper() else (still, turned)
            folded.append([top + low for top, low in zip(upper, lower, strict=True)])
        made.append([list(line) for line in zip(*folded, strict=True)] if upright else folded)
    return made


def random_sheet(draws: Draws, count: int) -> tuple[str, list[list[int]]]:
    """Draw folds, at most two across and two down, and two drops: on one field, or more often on two that touch."""
    while True:
        folds = "".join(draws.choices("LRUDlrud", count))
        if max(sum(letter in way for letter in folds) for way in ("LRlr", "UDud")) < 3:
            break
    packet = packets(folds)[-1]
    first, *others = draws.shuffled(list(product(range(len(packet)), range(len(packet[0])))))
    near = [place for place in others if abs(place[0] - first[0]) + abs(place[1] - first[1]) == 1]
    second = first if draws.integer(0, 3) == 0 else draws.choice(near)
    return folds, [list(first), list(second)]


#: The first part of each program, which folds as :func:`packets` does; a rule may not need the front of a layer.
_FOLDING = """\
def solution(folds: str, drops: list[list[int]]) -> list[str]:
    packet = [[[{layer}] for column in range(4)] for row in range(4)]
    for letter in folds:
        side = letter.upper()
        if side in ("U", "D"):
            packet = [list(line) for line in zip(*packet)]
        folded = []
        for line in packet:
            half = len(line) // 2
            still, moved = line[:half], line[half:]
            if side in ("R", "D"):
                still, moved = moved, still
            turned = [{turned} for stack in moved[::-1]]
            if letter == side:
                folded.append([top + low for top, low in zip(turned, still)])
            else:
                folded.append([top + low for top, low in zip(still, turned)])
        packet = folded
        if side in ("U", "D"):
            packet = [list(line) for line in zip(*packet)]
    sheet = [["."] * 4 for _ in range(4)]
    for line, place in drops:"""


def folding(faces: bool) -> str:
    """Return the first part of a program; ``faces`` says whether its layers know which side lies up."""
    if faces:
        turned = "[(row, column, not up) for row, column, up in stack[::-1]]"
        return _FOLDING.format(layer="(row, column, True)", turned=turned)
    return _FOLDING.format(layer="(row, column)", turned="stack[::-1]")


def draw_sheets(shown: Sequence[tuple[str, list[list[int]], list[str]]]) -> Canvas:
    """Draw a line for each sheet: every fold, both drops, and the stains at the right."""
    canvas = Canvas(900, 24 + HIGH * len(shown))
    for number, (folds, drops, stains) in enumerate(shown):
        y = 18 + HIGH * number
        made = packets(folds)
        for place, packet in enumerate(made):
            left = 40 + PITCH * (place + 3 - len(folds))
            _fields(canvas, left, y, packet)
            if place < len(folds):
                _fold(canvas, left, y, packet, folds[place])
        left = 40 + PITCH * 3
        for label, (row, column) in enumerate(drops, 1):
            x, low = left + FIELD * (column + 0.5), y + FIELD * (row + 0.5)
            _drop(canvas, x, low, label, drops[0] == drops[1])
        left = 40 + PITCH * 4 + 60
        arrow(canvas, (left - 88, y + 56), (left - 30, y + 56), line=3)
        _fields(canvas, left, y, made[0])
        for row, line in enumerate(stains):
            for column, mark in enumerate(line):
                x, low = left + FIELD * (column + 0.5), y + FIELD * (row + 0.5)
                if mark != ".":
                    canvas.circle(x, low, 11, fill="ink" if mark == "#" else "sky", stroke="ink", line=2.5)
    return canvas


def _fields(canvas: Canvas, left: float, top: float, packet: Packet) -> None:
    """Draw the fields of a folded sheet, with the edge of a second one below it if there are layers."""
    wide, high = FIELD * len(packet[0]), FIELD * len(packet)
    if len(packet[0][0]) > 1:
        canvas.rect(left + 5, top + 5, wide, high, fill="white")
    canvas.rect(left, top, wide, high, fill="white", line=3)
    for column in range(1, len(packet[0])):
        canvas.line(
            (left + FIELD * column, top), (left + FIELD * column, top + high), stroke="grey", line=2.5
        )
    for row in range(1, len(packet)):
        canvas.line((left, top + FIELD * row), (left + wide, top + FIELD * row), stroke="grey", line=2.5)


def _fold(canvas: Canvas, left: float, top: float, packet: Packet, letter: str) -> None:
    """Draw the arrow of a fold, from the middle of one half to that of the other."""
    wide, high = FIELD * len(packet[0]), FIELD * len(packet)
    across, down = {"L": (-1, 0), "R": (1, 0), "U": (0, -1), "D": (0, 1)}[letter.upper()]
    x, y = left + wide / 2, top + high / 2
    reach_x, reach_y = max(wide * 0.36, 30) * across, max(high * 0.36, 30) * down
    ends = (x - reach_x, y - reach_y), (x + reach_x, y + reach_y)
    arrow(canvas, *ends, stroke="red", line=4.5, head=15, dashed=letter.islower())


def _drop(canvas: Canvas, x: float, y: float, label: int, both: bool) -> None:
    """Draw a drop with its number; of two on one field, the first is above and left of the second."""
    move = (13 * label - 19.5) * both
    canvas.circle(x + move, y + move, 11 if both else 12, fill="blue", stroke=None)
    canvas.text(x + move, y + move, label, size=18.5, bold=True, fill="white")
