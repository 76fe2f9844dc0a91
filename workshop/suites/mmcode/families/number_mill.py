"""A mill grinds heaps of pebbles down to one pebble: which heap of a range costs most.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.problem_families.trial import agreeing, solvers, with_changes
from workshop.drawing.arrows import arrow
from workshop.drawing.canvas import Canvas

VERSION = 2
TITLE = "Number Mill"
LEVEL = "easy"
CATEGORY = "pseudocode"
PICTURES = (("pseudocode",),)
VARIANTS = ("down", "up")
COMPARE = "tokens"

HIGHEST = 10**6
WIDEST = 500
MOST_SACKS = 5

STATEMENT = """
The number mill takes a heap of x pebbles, and works on it step by step until one pebble is left. For each step, the miller lays the
heap into the holes of a tray, row by row from the top, each row from the left. A row is begun only when the one above it is full, and the tray has
as many rows as are needed. There are two kinds of steps: one if the last row with pebbles is full, and one if it is not. After a step, the pebbles
are laid into the tray anew.

![image](1.png)

The picture shows an example of both kinds, with the pebbles before the step at the left end of the arrows, and those after it at the right end. The
yellow coins are what such a step costs. One pebble costs nothing, since the mill does not work on it.

Farmers bring sacks with numbers on them. In each sack are heaps of all sizes from a to b. The miller works on each heap alone, and wants to
know which one costs most.

Input

The first line has a whole number n, the number of sacks (1 <= n <= 5). Each of the next n lines has two whole numbers a and b
with a space between them (1 <= a <= b <= 10^6, and b - a <= 500).

Output

For each sack, print a line with two numbers and a space between them: the size of the heap in the sack that costs most, and its cost. If
several heaps of a sack cost the same, the largest of them is meant.
"""

REFERENCE = """
def cost(number: int) -> int:
    coins = 0
    while number > 1:
        if number % $divisor == 0:
            number //= $divisor
            coins += $large
        else:
            number $change 1
            coins += $small
    return coins


def solution(text: str) -> str:
    answers = []
    numbers = [int(word) for word in text.split()]
    for first, last in zip(numbers[1::2], numbers[2::2]):
        coins, number = max((cost(number), number) for number in range(first, last + 1))
        answers.append(f"{number} {coins}")
    return "\\n".join(answers)
"""
CHANGE = {"down": "-=", "up": "+="}
WRONG = {
    "smallest-number-of-the-best": REFERENCE.replace(
        "max((cost(number), number)", "max((cost(number), -number)"
    ).replace('f"{number} {coins}"', 'f"{-number} {coins}"'),
    "last-number-is-left-out": REFERENCE.replace("last + 1", "max(last, first + 1)"),
    "every-step-costs-the-same": REFERENCE.replace("$large", "$small"),
}


def sample(draws: Draws) -> dict[str, Any]:
    small = draws.integer(2, 4)
    large = small + draws.choice((1, 2, 3))
    values: dict[str, Any] = {
        "divisor": draws.integer(5, 7),
        "large": large,
        "small": small,
        "seed": draws.integer(1, 10**9),
    }
    solve = solvers(with_changes(REFERENCE, CHANGE), values)
    tried = []
    for _ in range(300):
        first = draws.integer(1, 90)
        tried.append(f"{first} {first + draws.integer(0, 6)}")
    same = [sack for sack in dict.fromkeys(tried) if agreeing([f"1\n{sack}\n"], solve)]
    wide = [sack for sack in same if len(set(sack.split())) == 2]
    if len(same) < 3 or not wide:
        raise UnfitError("the variants agree on too few sacks")
    values["shown"] = list(dict.fromkeys([*wide[:2], *same]))[:3]
    return values


def _sacks(sacks: list[str]) -> str:
    return f"{len(sacks)}\n" + "".join(f"{sack}\n" for sack in sacks)


def check_input(values: dict[str, Any], text: str) -> None:
    head, *lines = text.removesuffix("\n").split("\n")
    if not 1 <= int(head) <= MOST_SACKS or len(lines) != int(head):
        raise ValueError("another number of sacks")
    for line in lines:
        first, last = map(int, line.split(" "))
        if not 1 <= first <= last <= HIGHEST or last - first > WIDEST:
            raise ValueError(f"{line} is not a sack")


def samples(values: dict[str, Any]) -> list[str]:
    return [_sacks(values["shown"])]


def _sack(draws: Draws, high: int, wide: int) -> str:
    first = draws.integer(1, high - wide)
    return f"{first} {first + draws.integer(wide // 2, wide)}"


def typical(values: dict[str, Any]) -> list[str]:
    draws = Draws("mill-typical", values["seed"])
    kinds = ((1, 40, 8), (2, 90, 12), (3, 400, 20), (3, 2000, 50), (4, 20000, 60), (4, 300, 9))
    return [_sacks([_sack(draws, high, wide) for _ in range(count)]) for count, high, wide in kinds]


def edge(values: dict[str, Any]) -> list[str]:
    power = values["divisor"] ** 4
    return [
        "1\n1 1\n",
        _sacks([f"1 {values['divisor'] + 1}", "2 3", "1 2"]),
        _sacks(
            [f"{power} {power}", f"{power - 1} {power}", f"{power} {power + 1}", f"{power - 1} {power - 1}"]
        ),
        _sacks([f"{HIGHEST} {HIGHEST}", f"{HIGHEST - 1} {HIGHEST}"]),
        _sacks([f"{power + 2} {power + 30}", f"{power - 30} {power - 2}"]).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    draws = Draws("mill-large", values["seed"])
    last = f"{HIGHEST - WIDEST} {HIGHEST}"
    return [
        _sacks([last, *(_sack(draws, HIGHEST, WIDEST) for _ in range(4))]),
        _sacks([_sack(draws, HIGHEST, WIDEST) for _ in range(5)]),
    ]


_PITCH = 48.0  #: px between two holes
_PARTIAL = 3  #: pebbles of the row that is not full


def _tray(canvas: Canvas, x: float, y: float, wide: int, pebbles: int) -> None:
    """Draw a tray with three rows of holes, some of which have pebbles."""
    canvas.rect(x, y, _PITCH * wide + 10, _PITCH * 3 + 10, fill="mist", line=4, radius=8)
    for hole in range(3 * wide):
        row, column = divmod(hole, wide)
        spot = (x + 5 + _PITCH * (column + 0.5), y + 5 + _PITCH * (row + 0.5))
        if hole < pebbles:
            canvas.circle(*spot, 18, fill="blue")
        else:
            canvas.circle(*spot, 10, fill="white")


def _coins(canvas: Canvas, y: float, count: int) -> None:
    for coin in range(count):
        canvas.circle(836 + 44 * (coin % 4), y + 44 * (coin // 4), 18, fill="yellow")
        canvas.circle(836 + 44 * (coin % 4), y + 44 * (coin // 4), 10)


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    canvas = Canvas(1010, 470)
    wide = values["divisor"]
    left = 20 + _PITCH * wide
    _tray(canvas, 20, 30, wide, 3 * wide)
    for row in range(3):
        y = 35 + _PITCH * (row + 0.5)
        arrow(canvas, (left + 20, y), (left + 90, y), line=4, head=18)
        canvas.circle(left + 120, y, 18, fill="blue")
    _coins(canvas, 85, values["large"])
    before = 2 * wide + _PARTIAL
    _tray(canvas, 20, 270, wide, before)
    arrow(canvas, (left + 20, 347), (left + 66, 347), line=4, head=18)
    _tray(canvas, left + 74, 270, wide, before - 1 if variant == "down" else before + 1)
    _coins(canvas, 325, values["small"])
    return [canvas]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    wide = values["divisor"]
    after = _PARTIAL - 1 if variant == "down" else _PARTIAL + 1
    return [
        (
            f"Trays with three rows of {wide} holes, blue pebbles in them, arrows to the right and yellow coins. In the tray above, all holes have pebbles, "
            f"and from each of its rows an arrow leads to one pebble; to the right of them are {values['large']} coins. In the left tray below, two rows are full, and the "
            f"lowest row has {_PARTIAL} pebbles, from the left. An arrow leads to another tray, which has {after} pebbles in the lowest row and is otherwise "
            f"the same. To the right of it are {values['small']} coins."
        )
    ]
