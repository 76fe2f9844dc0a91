"""Marks of tiles follow from those of tiles with smaller numbers: sums over ranges far too long to walk.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws
from benchmark.files.palette import Colour
from workshop.authoring.family import UnfitError
from workshop.authoring.problem_families.trial import agreeing, solvers, with_changes
from workshop.drawing.canvas import Canvas
from workshop.suites.mmcode.families._counting_frame import HEIGHT, counting_frame

VERSION = 2
TITLE = "Marked Tiles"
LEVEL = "long"
CATEGORY = "math"
PICTURES = (("math",), ("math",))
VARIANTS = ("one", "two")
COMPARE = "tokens"

HIGHEST = 10**18
MOST_WALKS = 40

STATEMENT = """
A path through the gardens of Almeria is paved with tiles. The tiles have the numbers 0, 1, 2, 3 and so on, and each tile has a
mark, which is a whole number. The first picture shows how the marks follow from one another. In it, k stands for every whole number that is 1
or larger; above are the tiles k and k + 1, and a round stone that stands for the number k itself.

![image](1.png)

Each cord brings the mark of the tile at its upper end down to another tile; a cord from the stone brings the number k. The mark of the tile is
the sum of all that its cords bring, and of the number on the counting frame that hangs on it, if there is one. Each rod of a frame is a
digit, with ones on the right, and has as many beads as the digit says.

The marks of the tiles 0, 1 and 2 do not follow from others. They were chosen by the gardener, and the second picture
shows them on frames at the beginning of the path. The marks of the tiles with a question mark follow as in the first picture.

![image](2.png)

Nobody has ever walked to the end of the path. People who walk there start at some tile, go on tile by tile, and add up the
marks of all tiles on which they step, the first and the last one included. Find the sums of such walks. Since they can be huge,
only the remainder of a sum divided by 1000000007 is wanted.

Input

The first line has a whole number w, the number of walks (1 <= w <= 40). Each of the next w lines has two whole numbers a and b with a
space between them: the numbers of the first and of the last tile of a walk (0 <= a <= b <= 10^18).

Output

For each walk, print a line with the sum of the marks of the tiles a, a + 1 and so on up to b, modulo 1000000007.
"""

REFERENCE = """
def solution(text: str) -> str:
    marks = dict(enumerate($first))
    sums = {0: 0, 1: marks[0], 2: marks[0] + marks[1]}

    def mark(n: int) -> int:
        if n not in marks:
            k, rest = divmod(n, 3)
            if rest == $alone:
                value = $grow * mark(k) + $more
            elif rest == $change:
                value = $near * mark(k) + $far * mark(k + 1)
            else:
                value = $later * mark(k + 1) + $steps * k
            marks[n] = value % 1000000007
        return marks[n]

    def total(n: int) -> int:
        if n not in sums:
            k = n // 3
            value = sum($first) + ($grow + $near) * (total(k) - sums[1])
            value += ($far + $later) * (total(k + 1) - sums[2])
            value += $more * (k - 1) + $steps * k * (k - 1) // 2
            value += sum(mark(tile) for tile in range(3 * k, n))
            sums[n] = value % 1000000007
        return sums[n]

    answers = []
    numbers = [int(word) for word in text.split()]
    for first, last in zip(numbers[1::2], numbers[2::2]):
        answers.append((total(last + 1) - total(first)) % 1000000007)
    return "\\n".join(map(str, answers))
"""
CHANGE = {"one": "$one", "two": "$two"}

WRONG = {
    "last-tile-is-left-out": REFERENCE.replace("total(last + 1)", "total(max(last, first + 1))"),
    "tile-before-instead-of-behind": REFERENCE.replace("$far * mark(k + 1)", "$far * mark(k - 1)"),
    "two-walks-of-thousands-of-tiles": REFERENCE.replace(
        "(total(last + 1) - total(first))",
        "sum(mark(tile) for tile in range(first, min(last, first + 3000) + 1))",
    ),
    "whole-blocks-only": REFERENCE.replace("range(3 * k, n)", "range(n, n)"),
    "remainder-keeps-its-sign": REFERENCE.replace(
        "(total(last + 1) - total(first)) % 1000000007", "abs(total(last + 1) - total(first))"
    ),
}


def sample(draws: Draws) -> dict[str, Any]:
    alone, one, two = draws.shuffled((0, 1, 2))
    values: dict[str, Any] = {
        "alone": alone,
        "one": one,
        "two": two,
        "first": draws.sample(range(3, 30), 3),
        "grow": draws.integer(2, 5),
        "more": draws.integer(3, 40),
        "near": draws.integer(2, 5),
        "far": draws.integer(2, 5),
        "later": draws.integer(2, 5),
        "steps": draws.integer(3, 7),
        "seed": draws.integer(1, 10**9),
    }
    solve = solvers(with_changes(REFERENCE, CHANGE), values)
    tried = [_walk(draws, 14) for _ in range(200)]
    same = [walk for walk in dict.fromkeys(tried) if agreeing([_walks([walk])], solve)]
    far = [walk for walk in same if int(walk.split()[1]) > 3 > int(walk.split()[0]) or walk.startswith("3 ")]
    if len(same) < 3 or not far:
        raise UnfitError("the variants agree on too few walks")
    values["shown"] = list(dict.fromkeys([far[0], *same]))[:3]
    return values


def _walk(draws: Draws, high: int) -> str:
    first, last = sorted(draws.integers(2, 0, high))
    return f"{first} {last}"


def _walks(walks: list[str]) -> str:
    return f"{len(walks)}\n" + "".join(f"{walk}\n" for walk in walks)


def check_input(values: dict[str, Any], text: str) -> None:
    head, *walks = text.removesuffix("\n").split("\n")
    if not 1 <= int(head) == len(walks) <= MOST_WALKS:
        raise ValueError("another number of walks")
    for walk in walks:
        first, last = map(int, walk.split(" "))
        if not 0 <= first <= last <= HIGHEST or f"{first} {last}" != walk:
            raise ValueError(f"{walk!a} is not a walk")


def samples(values: dict[str, Any]) -> list[str]:
    return [_walks(values["shown"])]


def typical(values: dict[str, Any]) -> list[str]:
    draws = Draws("tile_marks", values["seed"], "typical")
    kinds = ((2, 20), (3, 60), (4, 400), (4, 10**4), (5, 10**6), (5, 10**9), (6, 10**12))
    return [_walks([_walk(draws, high) for _ in range(count)]) for count, high in kinds]


def edge(values: dict[str, Any]) -> list[str]:
    draws = Draws("tile_marks", values["seed"], "edge")
    start = draws.integer(10**11, 10**12)
    power = 3**20
    return [
        _walks(["4 7"]),
        _walks([f"{tile} {tile}" for tile in range(18)]),
        _walks([f"0 {tile}" for tile in range(18)]),
        _walks([f"{power - 1} {power + 1}", f"{power} {power}", f"{2 * power - 3} {2 * power + 4}"]),
        _walks([f"{HIGHEST} {HIGHEST}", f"{start} {start + 1}", f"{start - 5} {start + 900}"]).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    draws = Draws("tile_marks", values["seed"], "large")
    return [
        _walks([f"0 {HIGHEST}", f"1 {HIGHEST - 1}", *(_walk(draws, HIGHEST) for _ in range(10))]),
        _walks([_walk(draws, HIGHEST) for _ in range(MOST_WALKS)]),
    ]


_UPPER: tuple[tuple[str, float, Colour], ...] = (("k", 130, "ink"), ("k", 480, "blue"), ("k + 1", 830, "red"))
_LOWER = (("3k", 160), ("3k + 1", 490), ("3k + 2", 820))
_CORD = 14.0  #: px between two cords

#: Cords: the place above from which they lead, where 0 is the stone, the tile below, and their number.
Bundle = tuple[int, int, int]


def _bundles(values: dict[str, Any], variant: str) -> list[Bundle]:
    pair, later = ("one", "two") if variant == "one" else ("two", "one")
    return sorted(
        [
            (1, values["alone"], values["grow"]),
            (1, values[pair], values["near"]),
            (2, values[pair], values["far"]),
            (0, values[later], values["steps"]),
            (2, values[later], values["later"]),
        ]
    )


def _first_cord(bundle: Bundle, side: int, bundles: list[Bundle]) -> float:
    """Return how far the first cord of a bundle is from the middle of its upper or lower end (side 0 or 1), px."""
    here = [other for other in bundles if other[side] == bundle[side]]
    before = sum(other[2] + 1 for other in here[: here.index(bundle)])
    return _CORD * (before + 1 - sum(other[2] + 1 for other in here) / 2)


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    bundles = _bundles(values, variant)
    board = Canvas(980, 820)
    for bundle in bundles:
        _, above, colour = _UPPER[bundle[0]]
        top = above + _first_cord(bundle, 0, bundles)
        low = _LOWER[bundle[1]][1] + _first_cord(bundle, 1, bundles)
        for cord in range(bundle[2]):
            board.line((top + _CORD * cord, 70), (low + _CORD * cord, 520), stroke=colour, line=4)
    counting_frame(board, _LOWER[values["alone"]][1], 586, values["more"], rods=2)
    for name, x in [place[:2] for place in _UPPER[1:]]:
        board.rect(x - 95, 20, 190, 76, fill="paleblue", line=4, radius=8)
        board.text(x, 58, name, size=30)
    board.circle(_UPPER[0][1], 66, 52, fill="white", line=4)
    board.text(_UPPER[0][1], 66, "k", size=30)
    for name, x in _LOWER:
        board.rect(x - 95, 510, 190, 76, fill="paleblue", line=4, radius=8)
        board.text(x, 548, name, size=30)
    path = Canvas(900, 320)
    for tile in range(7):
        x = 78 + 124.0 * tile
        path.rect(x - 58, 20, 116, 236, fill="paleblue" if tile < 3 else "white", line=4, radius=8)
        path.text(x, 286, tile, size=30)
        if tile < 3:
            counting_frame(path, x, 138 - HEIGHT / 2, values["first"][tile], rods=2)
        else:
            path.text(x, 138, "?", bold=True, size=38)
    return [board, path]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    above = ("the stone", "tile k", "tile k + 1")
    told = [
        f"from {above[source]} to tile {_LOWER[tile][0]} {count}"
        for source, tile, count in _bundles(values, variant)
    ]
    first = ", ".join(map(str, values["first"]))
    return [
        (
            "Above are a round stone with the letter k and two tiles, k and k + 1; below are three tiles, 3k, 3k + 1 and 3k + 2. Straight cords lead from above to "
            f"below, black ones from the stone, blue ones from tile k, red ones from tile k + 1. Their numbers are: {', '.join(told)}. A counting frame with the number "
            f"{values['more']} hangs on tile {_LOWER[values['alone']][0]}."
        ),
        (
            "A row of seven tiles. Below them stand 0, 1, 2, 3, 4, 5 and 6, from left to right. In the first three tiles, which are blue, are counting frames with the "
            f"numbers {first}; in each of the other four tiles, which are white, is a question mark."
        ),
    ]
