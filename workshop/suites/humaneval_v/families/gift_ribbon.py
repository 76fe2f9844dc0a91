"""Presents tied with ribbon: how much ribbon each needs.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial

import numpy as np
import numpy.typing as npt

from benchmark.core.draws import Draws
from benchmark.files.palette import Colour
from workshop.authoring.family import Call, Solve
from workshop.authoring.rule_space import Choices, RuleSpace, telling_examples
from workshop.authoring.source import fill
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame
from workshop.drawing.items import Point

VERSION = 3
KINDS = ("solid",)
TASK_TYPE = "Computation"
ASPECTS = ("Geometric Objects", "Mathematical Operations")
MUTATIONS = ("belt", "two-back", "two-across", "three-ways")
SETTLED = {"for width, depth, height in boxes: once": "the text: the ribbon of each present, in order"}

TEXT = '''\
def solution(boxes: list[list[int]]) -> list[int]:
    """
    Boxes are made into presents, tied with ribbon as the picture shows. Find how much ribbon each of them needs,
    its bow included. Every present is tied in the same way, whatever its size.

    Parameters:
        boxes (list[list[int]]): Width, depth and height of each box in cm, as the picture names them.

    Returns:
        list[int]: The length of the ribbon of each present in cm, in order.
    """
'''

#: Number of times that the ribbon runs around the sides, from front to back over the box, and from left to
#: right.
Rounds = tuple[int, int, int]
ROUNDS: dict[str, Rounds] = {
    "belt": (1, 1, 0),
    "two-back": (0, 2, 1),
    "two-across": (0, 1, 2),
    "three-ways": (1, 1, 1),
}
LOOPS = ("width + depth", "depth + height", "width + height")
NAMES = (
    "one is level and runs around the front and the side",
    "{} up the front and on over the top to the back",
    "{} over the top from left to right and down the side",
)


#: Parts of what a reader may see in the presents → number of their choices, which count from 0.
PARTS = {
    **dict.fromkeys(("width", "depth", "height"), 9),  #: how often the ribbon is as long as this side
    "bows": 5,
    "more": 16,  #: cm, for knots
    "sides": 3,  #: whether they are those of the picture, or the base or all three are sorted by length
}


@dataclass(frozen=True)
class Presents:
    """Parameters: the mutation, which says how the presents are tied, the length of a bow, and the boxes of the tests."""

    mutation: str
    bow: int  #: length of the ribbon in a bow, cm
    seed: str  #: of the boxes in the picture
    tested: tuple[tuple[tuple[int, ...], ...], ...]


def sample(mutation: str, draws: Draws) -> Presents:
    bow, seed = draws.integer(21, 59), draws.text("ABCDEFGH", 16)
    tested: list[tuple[tuple[int, ...], ...]] = [(), ((10, 10, 10),)]
    tested += [tuple(tuple(draws.integers(3, 5, 60)) for _ in range(boxes)) for boxes in (1, 1, 2, 2, 3, 4)]
    return Presents(mutation, bow, seed, tuple(tested))


def rule_space(presents: Presents) -> RuleSpace:
    return RuleSpace(parts=PARTS, results=partial(_lengths, bow=presents.bow))


def _lengths(rules: Choices, call: Call, *, bow: int) -> npt.NDArray[np.int64]:
    """Return the length of the ribbon of each box by each rule, of shape (rules, boxes)."""
    (boxes,) = call
    read = [(box, [*sorted(box[:2], reverse=True), box[2]], sorted(box, reverse=True)) for box in boxes]
    sides = np.array(read, np.int64).reshape(-1, PARTS["sides"], 3)
    times = np.stack([rules[name] for name in ("width", "depth", "height")], axis=1)
    ribbon: npt.NDArray[np.int64] = (sides[:, rules["sides"]] * times).sum(axis=2).T
    return ribbon + (rules["bows"] * bow + rules["more"])[:, None]


def calls(presents: Presents) -> list[Call]:
    return [([list(box) for box in boxes],) for boxes in presents.tested]


def examples(presents: Presents) -> list[Call]:
    return _shown(replace(presents, mutation=""))


@lru_cache(maxsize=4)
def _shown(presents: Presents) -> list[Call]:
    """Choose boxes that leave one rule of the space for every mutation, and find room in the picture."""
    draws = Draws(presents.seed, "shown")

    def candidate() -> Call:
        depth = draws.integer(22, 46)
        width, height = draws.integer(20, 66 - depth // 2), draws.integer(15, 53 - depth * 2 // 5)
        return ([[min(width, 50), depth, height]],)

    rules = [_right_rule(*rounds) for rounds in ROUNDS.values()]
    return telling_examples(
        rule_space(presents), rules=rules, asked=calls(presents), shown=[], candidate=candidate,
        numbers=range(4, 5),
    )  # fmt: skip


def _right_rule(around: int, over: int, across: int) -> dict[str, int]:
    """Return the rule of some rounds by the choice of each part."""
    times = {"width": around + across, "depth": around + over, "height": over + across}
    return {name: 2 * count for name, count in times.items()} | {"bows": 1, "more": 0, "sides": 0}


def reference(presents: Presents) -> str:
    rounds = zip(ROUNDS[presents.mutation], LOOPS, strict=True)
    terms = ["$bow", *(f"{2 * count} * ({sides})" for count, sides in rounds if count)]
    program = f"""
def solution(boxes: list[list[int]]) -> list[int]:
    lengths = []
    for width, depth, height in boxes:
        lengths.append({" + ".join(terms)})
    return lengths
"""
    return fill(program, bow=presents.bow)


SCALE = 4.5  #: px per cm
ASIDE, UP = 0.52 * SCALE, 0.40 * SCALE  #: px per cm of depth, to the right and up


def picture(presents: Presents, solve: Solve) -> Canvas:
    canvas = Canvas(1000, 1005)
    for number, ((box,),) in enumerate(examples(presents)):
        x, y = 15 + number % 2 * 490, 15 + number // 2 * 490
        frame(canvas, x, y, 480, 480, title=f"Present {number + 1}")
        _BoxDrawing(canvas, presents, box, x + 256, y + 214).draw()
        canvas.rect(x + 120, y + 416, 240, 50, fill="white", radius=8)
        canvas.text(x + 240, y + 441, f"ribbon {solve([list(box)])[0]} cm", bold=True, size=24)
    return canvas


class _BoxDrawing:
    """The drawing of one box in oblique view, with its centre at (x, y)."""

    def __init__(self, canvas: Canvas, presents: Presents, box: Sequence[int], x: float, y: float) -> None:
        self.canvas, self.presents, self.box = canvas, presents, box
        width, depth, height = box
        self.left = x - (width * SCALE + depth * ASIDE) / 2
        self.top = y + (depth * UP - height * SCALE) / 2 + 20

    def at(self, right: float, back: float, down: float) -> Point:
        """Return a point of the box, given as shares of its width, depth and height."""
        width, depth, height = self.box
        x = self.left + right * width * SCALE + back * depth * ASIDE
        return x, self.top - back * depth * UP + down * height * SCALE

    def area(self, fill: Colour, *shares: Sequence[float]) -> None:
        """Draw a parallelogram; two of the arguments have two shares, the third has one."""
        along = [axis for axis, ends in enumerate(shares) if len(ends) == 2]
        turns = [dict(zip(along, ends, strict=True)) for ends in ((0, 0), (1, 0), (1, 1), (0, 1))]
        corners = [self.at(*(ends[at.get(axis, 0)] for axis, ends in enumerate(shares))) for at in turns]
        self.canvas.polygon(corners, fill=fill, line=2)

    def draw(self) -> None:
        """Draw the faces, the ribbon on them, the bow, and the lengths."""
        around, over, across = ROUNDS[self.presents.mutation]
        width, depth, height = (2.0 / length for length in self.box)
        self.area("paleblue", (0, 1), (0,), (0, 1))
        self.area("white", (0, 1), (0, 1), (0,))
        self.area("sky", (1,), (0, 1), (0, 1))
        for share in _shares(across):
            self.area("red", (0, 1), (share - depth, share + depth), (0,))
            self.area("red", (1,), (share - depth, share + depth), (0, 1))
        for share in _shares(around):
            self.area("red", (0, 1), (0,), (share - height, share + height))
            self.area("red", (1,), (0, 1), (share - height, share + height))
        for share in _shares(over):
            self.area("red", (share - width, share + width), (0, 1), (0,))
            self.area("red", (share - width, share + width), (0,), (0, 1))
        self._bow(self.at(_shares(over)[0], _shares(across)[-1] if across else 0.5, 0))
        self._lengths()

    def _bow(self, at: Point) -> None:
        x, y = at
        for way in (-1, 1):
            self.canvas.polygon([(x, y), (x + way * 14, y + 30), (x + way * 27, y + 20)], fill="red", line=2)
            loop = [(x, y), (x + way * 26, y - 30), (x + way * 44, y - 24), (x + way * 42, y - 4)]
            self.canvas.polygon(loop, fill="red")
        self.canvas.circle(x, y - 2, 10, fill="red")
        self.canvas.line((x, y - 14), (x, self.at(0, 1, 0)[1] - 34), stroke="grey", line=2, guide=True)
        self.canvas.text(x, self.at(0, 1, 0)[1] - 50, f"bow {self.presents.bow} cm", size=20)

    def _lengths(self) -> None:
        width, depth, height = self.box
        near, right, back, top = self.at(0, 0, 1), self.at(1, 0, 1), self.at(1, 1, 1), self.at(0, 0, 0)
        self._measure(near, right, 0, 16)
        self.canvas.text((near[0] + right[0]) / 2, near[1] + 38, f"width {width}", size=20)
        self._measure(right, back, 12, 12)
        self._measure(top, near, -16, 0)
        for line in (0, 1):
            x, y = (right[0] + back[0]) / 2 + 30, (right[1] + back[1]) / 2 + 22 + 24 * line
            self.canvas.text(x, y, ("depth", depth)[line], size=20, anchor="start")
            y = (top[1] + near[1]) / 2 - 12 + 24 * line
            self.canvas.text(top[0] - 28, y, ("height", height)[line], size=20, anchor="end")

    def _measure(self, start: Point, end: Point, right: float, down: float) -> None:
        """Draw a line with an arrowhead at both ends, next to an edge of the box."""
        (x, y), (u, v) = ((at[0] + right, at[1] + down) for at in (start, end))
        for tip in ((x, y), (u, v)):
            arrows.arrow(self.canvas, ((x + u) / 2, (y + v) / 2), tip, stroke="grey", line=2, head=11)


def _shares(count: int) -> list[float]:
    return {0: [], 1: [0.5], 2: [0.3, 0.7]}[count]


def describe(presents: Presents, solve: Solve) -> str:
    boxes = []
    for number, (((width, depth, height),),) in enumerate(examples(presents), 1):
        length = solve([[width, depth, height]])[0]
        boxes.append(f"Present {number}: width {width}, depth {depth}, height {height}, ribbon {length} cm.")
    counts = {1: "one runs", 2: "two run, side by side,"}
    bands = [
        name.format(counts[count])
        for count, name in zip(ROUNDS[presents.mutation], NAMES, strict=True)
        if count
    ]
    return (
        "The picture shows four boxes from the front, the right and above, each tied with red ribbon in the same way. "
        f"Of the bands of ribbon on a box {', and '.join(bands)}. There is a bow on the top with the label bow "
        f"{presents.bow} cm. Width runs from left to right, depth from front to back, height upward. {' '.join(boxes)}"
    )
