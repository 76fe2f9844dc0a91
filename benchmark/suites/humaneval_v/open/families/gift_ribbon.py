"""Presents tied with ribbon: how much ribbon each needs.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from benchmark.authoring.family import Call, Solve, UnfitError
from benchmark.authoring.source import fill
from benchmark.core.draws import Draws
from benchmark.drawing import arrows
from benchmark.drawing.canvas import Canvas
from benchmark.drawing.examples import frame
from benchmark.drawing.items import Point
from benchmark.drawing.palette import Colour

VERSION = 2
KINDS = ("solid",)
TASK_TYPE = "Computation"
ASPECTS = ("Geometric Objects", "Mathematical Operations")
MUTATIONS = ("belt", "two-back", "two-across", "three-ways")
#: Readings that the examples alone do not contradict, and what does.
SETTLED = {
    "argument 1 *": "the text: the ribbon of each present, in order",
    "result *": "the text: the ribbon of each present, in order",
    "for width, depth, height in boxes: once": "the text: the ribbon of each present, in order",
}

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


@dataclass(frozen=True)
class Presents:
    """Parameters: the mutation, which says how the presents are tied, the length of a bow, and the boxes."""

    mutation: str
    bow: int  #: length of the ribbon in a bow, cm
    shown: tuple[tuple[int, int, int], ...]
    tested: tuple[tuple[tuple[int, int, int], ...], ...]


def sample(mutation: str, draws: Draws) -> Presents:
    bow = draws.integer(21, 59)
    shown = (
        (draws.integer(38, 50), draws.integer(24, 34), draws.integer(16, 26)),
        (draws.integer(22, 34), draws.integer(36, 46), draws.integer(28, 36)),
    )
    tested: list[tuple[tuple[int, int, int], ...]] = [(), ((10, 10, 10),)]
    tested += [tuple(_box(draws) for _ in range(boxes)) for boxes in (1, 1, 2, 2, 3, 4)]
    for rounds in ROUNDS.values():
        fitting = [
            other
            for other in product(range(4), range(4), range(4))
            if _need_same_length(rounds, other, shown)
        ]
        if fitting != [rounds]:
            raise UnfitError("another number of rounds would give the same lengths")
    return Presents(mutation, bow, shown, tuple(tested))


def _box(draws: Draws) -> tuple[int, int, int]:
    return draws.integer(5, 60), draws.integer(5, 60), draws.integer(5, 60)


def _need_same_length(first: Rounds, second: Rounds, boxes: Sequence[tuple[int, int, int]]) -> bool:
    """Whether two ways to tie the boxes need the same length of ribbon."""
    return all(
        sum(
            (count - other) * loop
            for count, other, loop in zip(first, second, (w + d, d + h, w + h), strict=True)
        )
        == 0
        for w, d, h in boxes
    )


def calls(presents: Presents) -> list[Call]:
    return [([list(box) for box in boxes],) for boxes in presents.tested]


def examples(presents: Presents) -> list[Call]:
    return [([list(box)],) for box in presents.shown]


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


SCALE = 4.7  #: px per cm
ASIDE, UP = 0.52 * SCALE, 0.40 * SCALE  #: px per cm of depth, to the right and up


def picture(presents: Presents, solve: Solve) -> Canvas:
    canvas = Canvas(1000, 560)
    for number, box in enumerate(presents.shown):
        x = 15 + number * 490
        frame(canvas, x, 15, 480, 530, title=f"Present {number + 1}")
        _BoxDrawing(canvas, presents, box, x + 256, 236).draw()
        canvas.rect(x + 120, 476, 240, 50, fill="white", radius=8)
        canvas.text(x + 240, 501, f"ribbon {solve([list(box)])[0]} cm", bold=True, size=24)
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

    def area(
        self, right: Sequence[float], back: Sequence[float], down: Sequence[float], fill: Colour
    ) -> None:
        """Draw a parallelogram; two of the arguments have two shares, the third has one."""
        if len(right) == 1:
            corners = [(right[0], back[0], down[0]), (right[0], back[1], down[0])]
            corners += [(right[0], back[1], down[1]), (right[0], back[0], down[1])]
        elif len(back) == 1:
            corners = [(right[0], back[0], down[0]), (right[1], back[0], down[0])]
            corners += [(right[1], back[0], down[1]), (right[0], back[0], down[1])]
        else:
            corners = [(right[0], back[0], down[0]), (right[1], back[0], down[0])]
            corners += [(right[1], back[1], down[0]), (right[0], back[1], down[0])]
        self.canvas.polygon([self.at(*corner) for corner in corners], fill=fill, line=2)

    def draw(self) -> None:
        """Draw the faces, the ribbon on them, the bow, and the lengths."""
        around, over, across = ROUNDS[self.presents.mutation]
        width, depth, height = (2.0 / length for length in self.box)
        self.area((0, 1), (0,), (0, 1), "paleblue")
        self.area((0, 1), (0, 1), (0,), "white")
        self.area((1,), (0, 1), (0, 1), "sky")
        for share in _shares(across):
            self.area((0, 1), (share - depth, share + depth), (0,), "red")
            self.area((1,), (share - depth, share + depth), (0, 1), "red")
        for share in _shares(around):
            self.area((0, 1), (0,), (share - height, share + height), "red")
            self.area((1,), (0, 1), (share - height, share + height), "red")
        for share in _shares(over):
            self.area((share - width, share + width), (0, 1), (0,), "red")
            self.area((share - width, share + width), (0,), (0, 1), "red")
        self._bow(self.at(_shares(over)[0], _shares(across)[-1] if across else 0.5, 0))
        self._lengths()

    def _bow(self, at: Point) -> None:
        x, y = at
        for way in (-1, 1):
            self.canvas.polygon([(x, y), (x + way * 14, y + 30), (x + way * 27, y + 20)], fill="red", line=2)
            loop = [(x, y), (x + way * 26, y - 30), (x + way * 44, y - 24), (x + way * 42, y - 4)]
            self.canvas.polygon(loop, fill="red")
        self.canvas.circle(x, y - 2, 10, fill="red")
        text = f"bow {self.presents.bow} cm"
        self.canvas.line((x, y - 14), (x, self.at(0, 1, 0)[1] - 34), stroke="grey", line=2, guide=True)
        self.canvas.text(x, self.at(0, 1, 0)[1] - 50, text, size=20)

    def _lengths(self) -> None:
        width, depth, height = self.box
        (x, y), (u, v) = self.at(0, 0, 1), self.at(1, 0, 1)
        self._measure((x, y + 16), (u, v + 16))
        self.canvas.text((x + u) / 2, y + 38, f"width {width}", size=20)
        (u, v), (p, q) = self.at(1, 0, 1), self.at(1, 1, 1)
        self._measure((u + 12, v + 12), (p + 12, q + 12))
        self.canvas.text((u + p) / 2 + 30, (v + q) / 2 + 22, "depth", size=20, anchor="start")
        self.canvas.text((u + p) / 2 + 30, (v + q) / 2 + 46, depth, size=20, anchor="start")
        (u, v), (p, q) = self.at(0, 0, 0), self.at(0, 0, 1)
        self._measure((u - 16, v), (p - 16, q))
        self.canvas.text(u - 28, (v + q) / 2 - 12, "height", size=20, anchor="end")
        self.canvas.text(u - 28, (v + q) / 2 + 12, height, size=20, anchor="end")

    def _measure(self, start: Point, end: Point) -> None:
        """Draw a line with an arrowhead at both ends."""
        middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        arrows.arrow(self.canvas, middle, start, stroke="grey", line=2, head=11)
        arrows.arrow(self.canvas, middle, end, stroke="grey", line=2, head=11)


def _shares(count: int) -> list[float]:
    return {0: [], 1: [0.5], 2: [0.3, 0.7]}[count]


def describe(presents: Presents, solve: Solve) -> str:
    boxes = []
    for number, (width, depth, height) in enumerate(presents.shown, 1):
        length = solve([[width, depth, height]])[0]
        boxes.append(f"Present {number}: width {width}, depth {depth}, height {height}, ribbon {length} cm.")
    counts = {1: "one runs", 2: "two run, side by side,"}
    bands = [
        name.format(counts[count])
        for count, name in zip(ROUNDS[presents.mutation], NAMES, strict=True)
        if count
    ]
    return (
        "The picture shows two boxes from the front, the right and above, each tied with red ribbon in the same way. "
        f"Of the bands of ribbon on a box {', and '.join(bands)}. There is a bow on the top with the label bow "
        f"{presents.bow} cm. Width runs from left to right, depth from front to back, height upward. {' '.join(boxes)}"
    )
