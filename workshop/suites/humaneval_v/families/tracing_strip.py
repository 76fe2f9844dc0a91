"""A strip of tracing paper with letters, folded once: which letters lie on one another.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from dataclasses import dataclass, replace
from functools import lru_cache

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, Solve
from workshop.authoring.rule_space import RuleSpace, telling_examples
from workshop.authoring.source import compile_solution
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame
from workshop.suites.humaneval_v.families._strip_rules import (
    LONGEST,
    PARTS,
    coded,
    folded,
    kept,
    program,
    right_rule,
)

VERSION = 4
KINDS = ("folding",)
TASK_TYPE = "Rearrangement"
ASPECTS = ("Spatial Transformations", "Topological Relations")
MUTATIONS = ("right-over", "left-under", "right-under", "left-over")

SIDE = 45.0  #: side of a square, px
FLAT, GAP = 46.0, 160.0  #: left edge of a flat strip, and space between it and the folded one, px
HIGH = 200  #: from one strip to the next, px
WIDEST = 17  #: squares of a flat strip and the folded one next to it

TEXT = '''\
def solution(strip: str, fold: int) -> list[str]:
    """
    A strip of tracing paper with a letter in each of its squares is folded once, and then cut. Find the columns
    of letters that lie on one another in the piece that is kept, as the picture shows.

    Parameters:
        strip (str): The letters of the strip from left to right, at least six.
        fold (int): The number of squares to the left of the fold, at least 1 and less than len(strip).

    Returns:
        list[str]: The columns from left to right. Each has one or two letters, read as in the picture.
    """
'''


@dataclass(frozen=True)
class Strip:
    """Parameters: the mutation, which says how the strip is folded, how columns are read, and the strips with their folds."""

    mutation: str
    down: bool  #: whether columns are read from top to bottom
    cut: tuple[int, int]  #: number of columns that are cut off at the left and at the right
    seed: str  #: of the strips in the picture
    tested: tuple[tuple[str, int], ...]

    @property
    def moves_right_part(self) -> bool:
        return self.mutation.startswith("right")

    @property
    def on_top(self) -> bool:
        return self.mutation.endswith("over")

    @property
    def rule(self) -> dict[str, int]:
        """The rule of the mutation."""
        return right_rule(self.mutation, self.cut, down=self.down)

    def columns(self, letters: str, fold: int) -> list[str]:
        """Return all columns of a folded strip, before it is cut."""
        columns: list[str] = compile_solution(folded(self.rule))(letters, fold)
        return columns


def _strip(draws: Draws, length: int) -> str:
    return "".join(draws.sample("ABCDEFGHKLMNPRSTUVXZ", length))


def sample(mutation: str, draws: Draws) -> Strip:
    down = draws.chance(1, 2)
    left = draws.integer(0, 4)
    cut = left, draws.integer(0 if left else 1, 4 - left)
    tested = [(_strip(draws, length), fold) for length, fold in ((6, 1), (6, 5), (8, 6), (10, 5), (10, 3))]
    for _ in range(6):
        length = draws.integer(9, LONGEST)
        tested.append((_strip(draws, length), draws.integer(1, length - 1)))
    return Strip(mutation, down, cut, draws.text("ABCDEFGH", 16), tuple(tested))


def calls(strip: Strip) -> list[Call]:
    return list(strip.tested)


def examples(strip: Strip) -> list[Call]:
    return _shown(replace(strip, mutation=""))


@lru_cache(maxsize=8)
def _shown(strip: Strip) -> list[Call]:
    """Choose strips that leave one rule of the space for each mutation."""
    draws = Draws(strip.seed, "examples")

    def candidate() -> Call:
        length = draws.integer(6, 11)
        folds = [
            fold for fold in range(1, length) if sum(strip.cut) < max(fold, length - fold) <= WIDEST - length
        ]
        return _strip(draws, length), draws.choice(folds)

    return telling_examples(
        rule_space(strip),
        rules=[right_rule(name, strip.cut, down=strip.down) for name in MUTATIONS],
        asked=calls(strip),
        shown=[candidate()],
        candidate=candidate,
        numbers=range(3, 6),
    )


def rule_space(_strip: Strip) -> RuleSpace:
    return RuleSpace(parts=PARTS, results=kept, coded=coded)


def reference(strip: Strip) -> str:
    return program(strip.rule)


def picture(strip: Strip, solve: Solve) -> Canvas:
    squares = max(len(letters) + max(fold, len(letters) - fold) for letters, fold in examples(strip))
    canvas = Canvas(round(FLAT + SIDE * squares + GAP + 46), 20 + HIGH * len(examples(strip)))
    for number, (letters, fold) in enumerate(examples(strip)):
        y = 14 + number * HIGH
        frame(canvas, 15, y, canvas.width - 30, HIGH - 8, title=f"fold {fold}")
        _draw_flat(canvas, strip, letters, fold, y + 90)
        _draw_folded(canvas, strip, letters, fold, solve(letters, fold), y + 62)
    return canvas


def _draw_flat(canvas: Canvas, strip: Strip, letters: str, fold: int, y: float) -> None:
    left, side = FLAT, SIDE
    for place, letter in enumerate(letters):
        moved = (place >= fold) == strip.moves_right_part
        canvas.rect(left + place * side, y, side, side, fill="paleorange" if moved else "white")
        canvas.text(left + (place + 0.5) * side, y + side / 2, letter, size=26, bold=True)
    middle = left + fold * side
    canvas.line((middle, y - 16), (middle, y + side + 16), stroke="red", line=4, dashed=True)
    way = 1 if strip.moves_right_part else -1
    edge = y - 4 if strip.on_top else y + side + 4
    high = edge - 74 if strip.on_top else edge + 74
    reach = min(86, side * min(fold, len(letters) - fold) + 16)
    ends = [(middle + way * reach, edge), (middle, high), (middle - way * reach, edge)]
    arrows.curve(canvas, *ends, stroke="blue", line=4, head=18)


def _draw_folded(canvas: Canvas, strip: Strip, letters: str, fold: int, kept: list[str], y: float) -> None:
    left, side = FLAT + SIDE * len(letters) + GAP, SIDE
    cut_left, cut_right = strip.cut
    columns = strip.columns(letters, fold)
    last = len(columns) - cut_right
    if columns[cut_left:last] != kept:
        raise ValueError("the columns that are drawn are not those of the reference")
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
        if cut_left <= place < last:
            canvas.text(x + side / 2, y - 22, column, fill="blue", size=20)
    for place, is_cut in ((cut_left, cut_left), (last, cut_right)):
        x = left + place * side
        if is_cut:
            canvas.line((x, y - 34), (x, y + 110), stroke="red", line=5)
            canvas.text(x, y + 120, "cut", fill="red", size=20)
    ends = [(left - 40, y + 4), (left - 40, y + 84)]
    arrows.arrow(canvas, *(ends if strip.down else ends[::-1]), stroke="blue", line=4, head=16)
    canvas.text(left - 64, y + 44, "read", anchor="end", fill="blue")


def describe(strip: Strip, solve: Solve) -> str:
    part = "right" if strip.moves_right_part else "left"
    where = "over" if strip.on_top else "under"
    way = "down" if strip.down else "up"
    cut = f"{strip.cut[0]} columns at the left and {strip.cut[1]} at the right"
    parts = []
    for letters, fold in examples(strip):
        columns = solve(letters, fold)
        every = strip.columns(letters, fold)
        parts.append(
            f"fold {fold}: the strip {' '.join(letters)} gives the columns {', '.join(every)}, of which are kept {', '.join(columns)}."
        )
    return (
        "The picture shows strips of squares with letters, each flat at the left and folded at the right. A dashed red line marks "
        f"the fold, and a blue arrow leads from the {part} part, whose squares are pale orange, {where} the other "
        "part, whose squares are white. In the folded strip the squares lie in two layers, with the pale orange "
        f"ones {'above' if strip.on_top else 'below'}. Beside it an arrow with the word read points {way}, and the letters "
        f"of the columns that are kept are written above them. Thick red lines with the word cut part off {cut}. With {', '.join(parts)}"
    )
