"""A die with ink on its faces rolls over a floor: what it leaves on the squares.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.drawing.canvas import Canvas

VERSION = 1
TITLE = "An Inky Die"
LEVEL = "medium"
CATEGORY = "3d-geometry"
PICTURES = (("3d-geometry",), ("3d-geometry",))
VARIANTS = ("cross", "stairs")
COMPARE = "tokens"

STATEMENT = """
A cube is folded from paper and used as a die. The first picture shows the paper before it is folded, with the number on each of the
six faces. The paper is folded so that all numbers are on the outside.

![image](1.png)

The die lies on a floor of squares that are as large as its faces. The second picture shows the die at the start: one sees its top face,
its front face and its right face with their numbers. The numbers of the other three faces follow from the first picture.

![image](2.png)

The die rolls from square to square over one of its four lower edges. L rolls it to the left, R to the right, F to the front (towards
the viewer of the second picture), and B to the back. After R, for example, the face that was on the right is at the bottom. The
numbers are painted with wet ink that never dries. After each roll, the number at the bottom is printed on the square where the die lies
now. If this square has a number already, the new one replaces it. The square of the start has no number, unless the die comes back to
it. How the numbers are turned does not matter.

For several ways of the die, each beginning with the die of the second picture on an empty floor, find the number at the bottom of
the die at the end and the sum of all numbers on the floor.

Input

The first line has a whole number w, the number of ways, from 1 to 30. Each of the next w lines has a way: 1 to 500 letters from L, R, F
and B without spaces.

Output

For each way, print a line with two numbers: the number at the bottom at the end, and the sum of all numbers on the floor.
"""

REFERENCE = """
def solution(text: str) -> str:
    lines = []
    for way in text.split()[1:]:
        top, bottom, front, back, left, right = $change
        across = along = 0
        floor = {}
        for roll in way:
            if roll == "R":
                top, right, bottom, left = left, top, right, bottom
                across += 1
            elif roll == "L":
                top, left, bottom, right = right, top, left, bottom
                across -= 1
            elif roll == "F":
                top, front, bottom, back = back, top, front, bottom
                along += 1
            else:
                top, back, bottom, front = front, top, back, bottom
                along -= 1
            floor[across, along] = bottom
        lines.append(f"{bottom} {sum(floor.values())}")
    return "\\n".join(lines) + "\\n"
"""
CHANGE = {"cross": "$cross", "stairs": "$stairs"}
WRONG = {
    "adds-every-print": REFERENCE.replace("floor[across, along] = bottom", "floor[len(floor)] = bottom"),
    "opposite-faces-by-sum": REFERENCE.replace(
        "= $change\n", "= $change\n        bottom, back, left = 101 - top, 101 - front, 101 - right\n"
    ),
    "other-direction": REFERENCE.replace(
        "for roll in way:", "for roll in way.translate(str.maketrans('FB', 'BF')):"
    ),
}
EQUIVALENT = {"0 → *": "it does not matter which numbers the square of the start has"}


def _folded(paper: dict[tuple[int, int], int], seen: tuple[int, int, int]) -> list[int]:
    """Fold a paper and return the numbers of FACES, with three given ones on top, in front and on the right; empty if they lie otherwise."""
    # Each square has the normal of its face, and its directions right and down, as vectors.
    start = min(paper)
    places = {start: ((0, 0, 1), (1, 0, 0), (0, -1, 0))}  # the paper lies with its numbers up
    queue = [start]
    for square in queue:
        normal, right, down = places[square]
        row, column = square
        for near, folded in (
            ((row, column + 1), (right, _minus(normal), down)),
            ((row, column - 1), (_minus(right), normal, down)),
            ((row + 1, column), (down, right, _minus(normal))),
            ((row - 1, column), (_minus(down), right, normal)),
        ):
            if near in paper and near not in places:
                places[near] = folded
                queue.append(near)
    by_normal = {normal: paper[square] for square, (normal, _, _) in places.items()}
    vectors = {number: normal for normal, number in by_normal.items()}
    top, front, right = (vectors[number] for number in seen)
    # Seen from outside, top, front and right must be arranged as in the picture: right × back = up.
    if _cross(right, _minus(front)) != top:
        return []
    return [by_normal[v] for v in (top, _minus(top), front, _minus(front), _minus(right), right)]


def _minus(v: tuple[int, int, int]) -> tuple[int, int, int]:
    return (-v[0], -v[1], -v[2])


def _cross(a: tuple[int, int, int], b: tuple[int, int, int]) -> tuple[int, int, int]:
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


_SHAPES = {
    "cross": ((0, 1), (1, 0), (1, 1), (1, 2), (2, 1), (3, 1)),
    "stairs": ((0, 0), (1, 0), (1, 1), (2, 1), (2, 2), (3, 2)),
}


def sample(draws: Draws) -> dict[str, Any]:
    numbers = draws.sample(range(11, 80), 6)
    seen = (numbers[0], numbers[1], numbers[2])
    papers, folded = {}, {}
    for variant in VARIANTS:
        for _ in range(300):
            papers[variant] = draws.shuffled(numbers)
            paper = dict(zip(_SHAPES[variant], papers[variant], strict=True))
            folded[variant] = _folded(paper, seen)
            if folded[variant]:
                break
        else:
            raise UnfitError("no paper gives the die")
    same = [a == b for a, b in zip(folded["cross"], folded["stairs"], strict=True)]
    if sum(same) != 3:
        raise UnfitError("the hidden faces are not all different")
    return {**folded, "papers": papers, "seen": list(seen), "seed": draws.integer(0, 10**9)}


def _text(ways: list[str]) -> str:
    return f"{len(ways)}\n" + "".join(f"{way}\n" for way in ways)


def check_input(values: dict[str, Any], text: str) -> None:
    lines = text.removesuffix("\n").split("\n")
    if not 1 <= int(lines[0]) <= 30 or len(lines) != int(lines[0]) + 1:
        raise ValueError("wrong number of ways")
    if any(not 1 <= len(way) <= 500 or set(way) - set("LRFB") for way in lines[1:]):
        raise ValueError("a wrong way")


def samples(values: dict[str, Any]) -> list[str]:
    return [_text(["R", "F", "FR", "RF"])]


def _drawn(values: dict[str, Any], name: str, counts: list[tuple[int, int]]) -> list[str]:
    draws = Draws("inky_die", values["seed"], name)
    return [
        _text([draws.text("LRFB", draws.integer(1, longest)) for _ in range(ways)])
        for ways, longest in counts
    ]


def typical(values: dict[str, Any]) -> list[str]:
    return _drawn(values, "typical", [(3, 6), (4, 9), (3, 12), (5, 20), (6, 30), (4, 50)])


def edge(values: dict[str, Any]) -> list[str]:
    return [
        _text(["L"]),
        _text(["B", "BB", "RR", "RL", "FB"]),
        _text(["RFLB", "RFLBRFLB", "LBRF", "FFFFBBBB", "RRRRRLLLLL"]),
        _text(["L" * 500, "B" * 500]).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    draws = Draws("inky_die", values["seed"], "large")
    return [_text([draws.text(letters, 500) for _ in range(9)]) for letters in ("LRFB", "RRRLFB", "LFFFBR")]


_SIDE = 130.0


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    paper = Canvas(480, 620)
    for (row, column), number in zip(_SHAPES[variant], values["papers"][variant], strict=True):
        x, y = 45 + column * _SIDE, 45 + row * _SIDE
        paper.rect(x, y, _SIDE, _SIDE, fill="paleorange", line=4)
        paper.text(x + _SIDE / 2, y + _SIDE / 2, number, size=36, bold=True)
    die = Canvas(480, 440)
    x, y, side, slant = 90.0, 150.0, 200.0, 84.0
    die.rect(x, y, side, side, fill="paleorange", line=4)
    die.polygon(
        [(x, y), (x + slant, y - slant), (x + side + slant, y - slant), (x + side, y)], fill="white", line=4
    )
    die.polygon(
        [(x + side, y), (x + side + slant, y - slant), (x + side + slant, y + side - slant), (x + side, y + side)],
        fill="paleblue", line=4,
    )  # fmt: skip
    top, front, right = values["seen"]
    die.text(x + (side + slant) / 2, y - slant / 2, top, size=36, bold=True)
    die.text(x + side / 2, y + side / 2, front, size=36, bold=True)
    die.text(x + side + slant / 2, y + (side - slant) / 2, right, size=36, bold=True)
    die.text(x + side / 2, y + side + 40, "front", size=26)
    die.text(x + side + slant + 20, y + side - slant / 2 + 20, "right", size=26)
    return [paper, die]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    squares = ", ".join(
        f"{number} in row {row + 1} column {column + 1}"
        for (row, column), number in zip(_SHAPES[variant], values["papers"][variant], strict=True)
    )
    top, front, right = values["seen"]
    return [
        (
            "Six pale orange squares of paper that hang together along their sides, with a number in each, all numbers upright. In a raster "
            f"with rows from the top and columns from the left there is {squares}. The other places of the raster are empty."
        ),
        (
            f"A cube seen from the front, from above and from the right. Its top face has the number {top}, its front face the number "
            f"{front}, and its right face the number {right}. The word front stands below the front face, and the word right next to the right "
            "face."
        ),
    ]
