"""Marks of tiles follow from those of tiles with smaller numbers: sums over ranges far too long to walk.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.authoring.family import UnfitError
from benchmark.authoring.problem_families.trial import agreeing, solvers, with_changes
from benchmark.core.draws import Draws
from benchmark.drawing.canvas import Canvas

VERSION = 1
TITLE = "Marked Tiles"
LEVEL = "hard"
CATEGORY = "math"
PICTURES = (("math",), ("math",))
VARIANTS = ("one", "two")
COMPARE = "tokens"

HIGHEST = 10**18
MOST_WALKS = 40

STATEMENT = """
A path through the gardens of Almeria is paved with tiles. The tiles have the numbers 0, 1, 2, 3 and so on, and each tile has a
mark, which is a whole number. The first picture shows how the marks follow from one another: t(n) is the mark of
the tile with the number n, and k stands for every whole number that is 1 or larger.

![image](1.png)

The marks of the tiles 0, 1 and 2 do not follow from others. They were chosen by the gardener, and the second picture
shows them at the beginning of the path. A tile whose mark the picture leaves open has a question mark; its mark follows
from the formulas, as do those of all tiles to the right of it.

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
        "steps": draws.integer(3, 9),
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


def _formulas(values: dict[str, Any], variant: str) -> list[str]:
    times = "\N{MULTIPLICATION SIGN}"
    pair, later = ("one", "two") if variant == "one" else ("two", "one")
    right = {
        values["alone"]: f"{values['grow']} {times} t(k) + {values['more']}",
        values[pair]: f"{values['near']} {times} t(k) + {values['far']} {times} t(k + 1)",
        values[later]: f"{values['later']} {times} t(k + 1) + {values['steps']} {times} k",
    }
    left = ("t(3k)", "t(3k + 1)", "t(3k + 2)")
    return [f"{left[rest]} = {right[rest]}" for rest in range(3)]


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    board = Canvas(740, 360)
    board.rect(14, 14, 712, 332, fill="mist", line=4, radius=14)
    for place, formula in enumerate(_formulas(values, variant)):
        y = 80 + 100.0 * place
        left, right = formula.split(" = ")
        board.text(222, y, left, anchor="end", size=34)
        board.text(248, y, "=", size=34)
        board.text(276, y, right, anchor="start", size=34)
    path = Canvas(900, 320)
    for tile in range(7):
        x = 20 + 124.0 * tile
        path.rect(x, 70, 116, 116, fill="paleblue" if tile < 3 else "white", line=4, radius=8)
        path.text(x + 58, 128, values["first"][tile] if tile < 3 else "?", bold=True, size=38)
        path.text(x + 58, 236, tile, size=30)
    path.text(20, 34, "marks", anchor="start", size=26)
    path.text(20, 288, "numbers of the tiles", anchor="start", size=26)
    return [board, path]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    formulas = _formulas(values, variant)
    first = ", ".join(map(str, values["first"]))
    return [
        (
            "Three lines with formulas stand in a frame, one below the other, with their equals signs below one another. From the top "
            f"down they are: {formulas[0]}; then {formulas[1]}; and at the bottom {formulas[2]}. Nothing else is in the picture."
        ),
        (
            'A row of seven square tiles. Above it stands the word "marks". Below the tiles stand 0, 1, 2, 3, 4, 5 and 6, from left to '
            f'right, and then "numbers of the tiles". In the first three tiles, which are blue, are the marks {first}; in each of the '
            "other four tiles is a question mark."
        ),
    ]
