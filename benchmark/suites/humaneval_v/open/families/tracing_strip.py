"""A strip of tracing paper with letters, folded once: which letters lie on one another.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from dataclasses import dataclass

from benchmark.authoring.drawing import arrows
from benchmark.authoring.drawing.canvas import Canvas
from benchmark.authoring.drawing.examples import frame
from benchmark.authoring.draws import Draws
from benchmark.authoring.family import Call, Solve

VERSION = 1
KINDS = ("folding",)
MUTATIONS = ("right-over", "left-under", "right-under", "left-over")

TEXT = '''\
def solution(strip: str, fold: int) -> list[str]:
    """
    A strip of tracing paper with a letter in each of its squares is folded once. Find the columns of letters
    that then lie on one another, as the picture shows.

    Parameters:
        strip (str): The letters of the strip from left to right, at least two.
        fold (int): The number of squares to the left of the fold, at least 1 and less than len(strip).

    Returns:
        list[str]: The columns from left to right. Each has one or two letters, read as in the picture.
    """
'''

RIGHT = """
def solution(strip: str, fold: int) -> list[str]:
    columns = list(strip[:fold])
    for step, letter in enumerate(strip[fold:], 1):
        if step <= fold:
            columns[-step] = {both}
        else:
            columns.insert(0, letter)
    return columns
"""
LEFT = """
def solution(strip: str, fold: int) -> list[str]:
    columns = list(strip[fold:])
    for step, letter in enumerate(reversed(strip[:fold])):
        if step < len(columns):
            columns[step] = {both}
        else:
            columns.append(letter)
    return columns
"""


@dataclass(frozen=True)
class Strip:
    """Parameters: the mutation, which says how the strip is folded, how columns are read, and the strips with their folds."""

    mutation: str
    down: bool  #: whether columns are read from top to bottom
    shown: tuple[tuple[str, int], ...]
    tested: tuple[tuple[str, int], ...]

    @property
    def moves_right_part(self) -> bool:
        return self.mutation.startswith("right")

    @property
    def on_top(self) -> bool:
        return self.mutation.endswith("over")


def sample(mutation: str, draws: Draws) -> Strip:
    down = draws.chance(1, 2)
    letters = "ABCDEFGHKLMNPRSTUVXZ"

    def strip(length: int) -> str:
        return "".join(draws.sample(letters, length))

    shown = ((strip(7), 4), (strip(7), draws.integer(2, 3)))
    tested = [(strip(2), 1), (strip(6), 3), (strip(5), 1), (strip(5), 4)]
    for _ in range(6):
        length = draws.integer(4, 10)
        tested.append((strip(length), draws.integer(1, length - 1)))
    return Strip(mutation, down, shown, tuple(dict.fromkeys(tested)))


def calls(strip: Strip) -> list[Call]:
    return list(strip.tested)


def examples(strip: Strip) -> list[Call]:
    return list(strip.shown)


def reference(strip: Strip) -> str:
    program, at = (RIGHT, "-step") if strip.moves_right_part else (LEFT, "step")
    moved_first = strip.on_top == strip.down
    return program.replace("{both}", f"letter + columns[{at}]" if moved_first else f"columns[{at}] + letter")


def picture(strip: Strip, solve: Solve) -> Canvas:
    canvas = Canvas(740, 760)
    for number, (letters, fold) in enumerate(strip.shown):
        y = 15 + number * 368
        frame(canvas, 15, y, 710, 360, title=f"fold {fold}")
        _draw_flat(canvas, strip, letters, fold, y + 104)
        _draw_folded(canvas, strip, letters, fold, solve(letters, fold), y + 256)
    return canvas


def _draw_flat(canvas: Canvas, strip: Strip, letters: str, fold: int, y: float) -> None:
    left, side = 170.0, 66.0
    for place, letter in enumerate(letters):
        moved = (place >= fold) == strip.moves_right_part
        canvas.rect(left + place * side, y, side, side, fill="paleorange" if moved else "white")
        canvas.text(left + (place + 0.5) * side, y + side / 2, letter, size=26, bold=True)
    middle = left + fold * side
    canvas.line((middle, y - 16), (middle, y + side + 16), stroke="red", line=4, dashed=True)
    way = 1 if strip.moves_right_part else -1
    edge = y - 4 if strip.on_top else y + side + 4
    high = edge - 74 if strip.on_top else edge + 74
    ends = [(middle + way * 86, edge), (middle, high), (middle - way * 86, edge)]
    arrows.curve(canvas, *ends, stroke="blue", line=4, head=18)


def _draw_folded(canvas: Canvas, strip: Strip, letters: str, fold: int, columns: list[str], y: float) -> None:
    left, side = 170.0, 66.0
    resting = letters[:fold] if strip.moves_right_part else letters[fold:]
    for place, column in enumerate(columns):
        x = left + place * side
        layers = list(column if strip.down else column[::-1])
        if len(layers) == 1:
            layers = [layers[0], ""] if (layers[0] in resting) != strip.on_top else ["", layers[0]]
        for level, letter in enumerate(layers):
            if letter:
                rests = letter in resting
                canvas.rect(x, y + level * 44, side, 44, fill="white" if rests else "paleorange")
                canvas.text(x + side / 2, y + level * 44 + 22, letter, size=24, bold=True)
        canvas.text(x + side / 2, y - 22, column, fill="blue", size=20)
    ends = [(left - 40, y + 4), (left - 40, y + 84)]
    arrows.arrow(canvas, *(ends if strip.down else ends[::-1]), stroke="blue", line=4, head=16)
    canvas.text(left - 64, y + 44, "read", anchor="end", fill="blue")


def describe(strip: Strip, solve: Solve) -> str:
    part = "right" if strip.moves_right_part else "left"
    where = "over" if strip.on_top else "under"
    way = "down" if strip.down else "up"
    parts = []
    for letters, fold in strip.shown:
        columns = solve(letters, fold)
        parts.append(f"fold {fold}: the strip {' '.join(letters)} gives the columns {', '.join(columns)}.")
    return (
        "The picture shows two strips of squares with letters, each flat and then folded. A dashed red line marks "
        f"the fold, and a blue arrow leads from the {part} part, whose squares are pale orange, {where} the other "
        "part, whose squares are white. In the folded strip the squares lie in two layers, with the pale orange "
        f"ones {'above' if strip.on_top else 'below'}. Beside it an arrow with the word read points {way}, and each "
        f"column's letters are written above it. With {', '.join(parts)}"
    )
