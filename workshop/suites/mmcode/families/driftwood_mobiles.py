"""Stones of a mobile get heavier until every rod hangs level: the fewest grams.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from itertools import combinations
from math import gcd
from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.problem_families.trial import Solvers, agreeing, solvers
from workshop.drawing.canvas import Canvas
from workshop.suites.mmcode.families._mobile_drawing import (
    Mobile,
    draw_mobile,
    line_of,
    rod_arms,
    rods_picture,
    written,
)

VERSION = 1
TITLE = "Driftwood Mobiles"
LEVEL = "long"
CATEGORY = "tree"
PICTURES = (("tree",), ("tree",))
VARIANTS = ("same", "alternate")
COMPARE = "tokens"

MOST = 8  #: maximum number of mobiles
MOST_RODS = 40
HEAVIEST = 1000
TOO_MANY = 10**18

STATEMENT = """
Maren makes mobiles of stones and pieces of driftwood. There are four sorts of rods, which the first picture shows with their
letters. A rod hangs on a thread, and something hangs on a thread at each of its two ends: a stone, or another rod with all
that hangs on it. Notches divide a rod into parts of equal length. Rods are always hung as in the picture, never turned around.
Rods and threads weigh nothing.

![image](1.png)

A rod hangs level if both of its ends have the same product of two numbers: the weight of all that hangs at the end, and
the distance from the end to the thread on which the rod hangs.

Maren writes a mobile in one line. A stone is written as its weight in grams. A rod is written as its letter,
followed by the two things that hang at its ends. Which end comes first depends only on the row of the rod: it
is the same for all rods of odd rows, and the same for all rods of even rows. The rod that hangs on the ceiling is
row 1, the rods at its ends are row 2, and so on. The second picture shows a mobile that hangs level, and its line.

![image](2.png)

To make all rods of a mobile level, Maren glues whole grams of sand to its stones. Find the smallest number of
grams, for all stones together, that is enough.

Input

The first line has a whole number q, the number of mobiles (1 <= q <= 8). Each of the next q lines is the line of a mobile
with 1 to 40 rods; stones weigh 1 to 1000 grams.

Output

For each mobile, print a line with the smallest number of grams of sand. It is always below 10^18.
"""

_ALTERNATE = """
from math import gcd, lcm


def solution(text: str) -> str:
    arms = dict(part.split(":") for part in $rods.split())
    answers = []

    def hang(odd: bool) -> tuple[int, int]:
        word = next(words)
        if word not in arms:
            stones.append(int(word))
            return int(word), 1
        first, second = hang(not odd), hang(not odd)
        (left, left_step), (right, right_step) = (first, second) if odd else (second, first)
        left_arm, right_arm = map(int, arms[word].split("-"))
        both = gcd(left_arm, right_arm)
        left_share, right_share = right_arm // both, left_arm // both
        step = lcm(left_step // gcd(left_step, left_share), right_step // gcd(right_step, right_share))
        times = max(-(-left // (left_share * step)), -(-right // (right_share * step)))
        whole = step * (left_share + right_share)
        return times * whole, whole

    for line in text.strip().split("\\n")[1:]:
        words, stones = iter(line.split()), []
        weight, _ = hang(True)
        answers.append(str(weight - sum(stones)))
    return "\\n".join(answers)
"""
_SAME = (
    _ALTERNATE.replace("odd: bool", "")
    .replace("not odd", "")
    .replace("hang(True)", "hang()")
    .replace("(first, second) if odd else (second, first)", "first, second")
)
REFERENCE = {"same": _SAME, "alternate": _ALTERNATE}


def _slip(right: str, wrong: str) -> dict[str, str]:
    """Return the programs with a part that is wrong."""
    return {variant: program.replace(right, wrong) for variant, program in REFERENCE.items()}


WRONG = {
    "hanging-rods-only-in-multiples": _slip(
        "return times * whole, whole", "return times * whole, times * whole"
    ),
    "heavier-side-on-the-longer-arm": _slip(
        "left_share, right_share = right_arm // both, left_arm // both",
        "left_share, right_share = left_arm // both, right_arm // both",
    ),
    "distances-not-reduced": _slip("both = gcd(left_arm, right_arm)", "both = 1"),
    "right-end-first": _SAME.replace("right_step) = first, second", "right_step) = second, first"),
}

_LETTERS = "BDGHKMNPRTV"


def sample(draws: Draws) -> dict[str, Any]:
    pairs = [pair for pair in combinations(range(1, 7), 2) if sum(pair) < 10]
    shared = draws.choice([pair for pair in pairs if gcd(*pair) > 1])
    chosen = draws.shuffled([shared, *draws.sample([pair for pair in pairs if gcd(*pair) == 1], 3)])
    letters = sorted(draws.sample(_LETTERS, 4))
    rods = {letter: tuple(draws.shuffled(pair)) for letter, pair in zip(letters, chosen, strict=True)}
    values: dict[str, Any] = {
        "rods": " ".join(f"{letter}:{left}-{right}" for letter, (left, right) in rods.items()),
        "seed": draws.integer(1, 10**9),
    }
    values["example"] = _example(draws, values)
    solve = solvers(REFERENCE, values)
    lines: list[str] = []
    for number in range(200):
        line = line_of(_mobile(draws, letters, 1 + number % 3, 12))
        if agreeing([f"1\n{line}\n"], solve) and line not in lines:
            lines.append(line)
    shown = [next((line for line in lines if _rods_of(line, letters) == count), "") for count in (1, 2, 3)]
    if not all(shown):
        raise UnfitError("the variants agree on too few mobiles")
    return {**values, "shown": shown}


def _rods_of(line: str, letters: list[str]) -> int:
    return sum(word in letters for word in line.split())


def _example(draws: Draws, values: dict[str, Any]) -> Mobile:
    """Return the mobile of the second picture, level and with small weights, each rod with its left end first."""
    letters = list(rod_arms(values))
    for _ in range(300):
        first, second, third, fourth = draws.choices(letters, 4)
        long_side = (second, *draws.shuffled([(fourth, 1, 1), 1]))
        sides = draws.shuffled([long_side, (third, 1, 1)])
        mobile = _level(values, (first, sides[0], sides[1]))
        weights = [int(word) for word in line_of(mobile).split() if word.isdecimal()]
        sizes = len({first, second, third, fourth}), len(set(weights))
        if sizes == (3, len(weights)) and max(weights) < 100:
            return mobile
    raise UnfitError("no mobile with small weights")


def _level(values: dict[str, Any], mobile: Mobile) -> Mobile:
    """Return a mobile, each rod with its left end first, with the least weights from 1 gram on that make it level."""

    def made(part: Mobile, weight: int) -> Mobile:
        if isinstance(part, int):
            return weight
        left, right = rod_arms(values)[part[0]]
        on_left = weight * right // (left + right)
        return part[0], made(part[1], on_left), made(part[2], weight - on_left)

    line = line_of(mobile)
    sand = solvers(REFERENCE, values)["same"](f"1\n{line}\n")
    return made(mobile, int(sand) + sum(word.isdecimal() for word in line.split()))


def _mobile(draws: Draws, letters: list[str], rods: int, heaviest: int, most_below: int = 99) -> Mobile:
    """Return a mobile with a number of rods, of which at most ``most_below`` hang at the one end of any rod."""
    if not rods:
        return draws.integer(1, heaviest)
    small = draws.integer(0, min(most_below, (rods - 1) // 2))
    sides = [
        _mobile(draws, letters, count, heaviest, most_below)
        for count in draws.shuffled([small, rods - 1 - small])
    ]
    return draws.choice(letters), sides[0], sides[1]


def _input(lines: list[str]) -> str:
    return f"{len(lines)}\n" + "".join(f"{line}\n" for line in lines)


def check_input(values: dict[str, Any], text: str) -> None:
    head, *lines = text.removesuffix("\n").split("\n")
    if not 1 <= int(head) <= MOST or len(lines) != int(head):
        raise ValueError("another number of mobiles")
    letters = list(rod_arms(values))
    for line in lines:
        open_ends = 1
        for word in line.split(" "):
            if word not in letters and not (1 <= int(word) <= HEAVIEST and word == str(int(word))):
                raise ValueError(f"{word} is neither a rod nor a stone")
            if open_ends < 1:
                raise ValueError(f"{word} hangs nowhere")
            open_ends += 1 if word in letters else -1
        if open_ends or not 1 <= _rods_of(line, letters) <= MOST_RODS:
            raise ValueError("a mobile is not complete, or has a wrong number of rods")


def samples(values: dict[str, Any]) -> list[str]:
    return [_input(values["shown"])]


def _drawn_lines(
    values: dict[str, Any], draws: Draws, solve: Solvers, sizes: list[int], heaviest: int, below: int = 99
) -> str:
    """Return mobiles with numbers of rods, so that the answers of both variants are small enough."""
    lines: list[str] = []
    for size in sizes:
        for _ in range(200):
            line = line_of(_mobile(draws, list(rod_arms(values)), size, heaviest, below))
            if all(int(function(f"1\n{line}\n")) < TOO_MANY for function in solve.values()):
                lines.append(line)
                break
    return _input(lines)


def typical(values: dict[str, Any]) -> list[str]:
    draws = Draws("driftwood", values["seed"], "typical")
    solve = solvers(REFERENCE, values)
    sizes = [[2, 3, 2], [3, 4, 5], [4, 5, 6, 7], [7, 8, 9], [10, 12, 9, 11], [14, 15, 16]]
    return [
        _drawn_lines(values, draws, solve, group, heaviest)
        for group, heaviest in zip(sizes, (9, 30, 99, 300, 1000, 1000), strict=True)
    ]


def edge(values: dict[str, Any]) -> list[str]:
    draws = Draws("driftwood", values["seed"], "edge")
    solve = solvers(REFERENCE, values)
    one, other, third, fourth = rod_arms(values)
    return [
        _input([f"{one} 1 1"]),
        _input([f"{letter} {weights}" for letter in rod_arms(values) for weights in ("1 1000", "1000 1")]),
        _input([f"{one} {other} 1 1 {third} 1 1", f"{third} 7 {fourth} {other} 5 2 9"]),
        _drawn_lines(values, draws, solve, [3, 4, 5, 6, 7, 8], 1),
        _drawn_lines(values, draws, solve, [4, 6, 8, 10], 50, 0),
        _drawn_lines(values, draws, solve, [4, 5, 6], HEAVIEST).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    draws = Draws("driftwood", values["seed"], "large")
    solve = solvers(REFERENCE, values)
    return [
        _drawn_lines(values, draws, solve, [MOST_RODS] * 3 + [30, 25, 20, 18, 15], HEAVIEST),
        _drawn_lines(values, draws, solve, [MOST_RODS, 35, 30, 28, 22], 100),
        _drawn_lines(values, draws, solve, [MOST_RODS, 32, 26, 22, 18], HEAVIEST, 2),
    ]


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    mobile = values["example"]
    left, right = rod_arms(values)[mobile[0]]
    canvas = Canvas(980, 570)
    canvas.line((150, 20), (830, 20), line=8, stroke="grey")
    draw_mobile(canvas, values, mobile, 300 + 380 * left / (left + right), 20)
    canvas.rect(290, 500, 400, 54, fill="white", line=2.5, radius=8)
    canvas.text(490, 527, line_of(written(mobile, variant)), bold=True, size=28)
    return [rods_picture(values), canvas]


def _described(mobile: Mobile, row: int = 1) -> list[str]:
    if isinstance(mobile, int):
        return []
    left, right = (f"a stone of {end}" if isinstance(end, int) else f"a rod {end[0]}" for end in mobile[1:])
    told = f"a rod {mobile[0]} in row {row} with {left} at its left end and {right} at its right end"
    return [told, *_described(mobile[1], row + 1), *_described(mobile[2], row + 1)]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    rods = [
        f"{letter} with {left} part{'s' * (left > 1)} to the left of its thread and {right} to the right"
        for letter, (left, right) in rod_arms(values).items()
    ]
    mobile = values["example"]
    return [
        (
            "The picture shows four rods, which hang on threads. Short threads hang down at both ends of each rod, and notches at equal "
            f"distances divide the rod. Each rod has a letter: {'; '.join(rods)}."
        ),
        (
            "The picture shows a mobile of rods with letters and notches and of round stones with numbers, below a thick line. All "
            "its rods are level. Row by row down each side, every rod before the rods at its ends: "
            f"{'; '.join(_described(mobile))}. Below the mobile, in a box, stands this line: {line_of(written(mobile, variant))}."
        ),
    ]
