"""A mill grinds numbers down to 1: which number of a range costs most.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.authoring.family import UnfitError
from benchmark.authoring.problem_families.trial import agreeing, solvers, with_changes
from benchmark.core.draws import Draws
from benchmark.drawing.canvas import Canvas

VERSION = 1
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
The number mill takes a whole number x, 1 or larger, and works on it until it is 1. Every step of its work costs coins. The
picture shows the plan of the mill, which the miller has painted on the door: what it does with x, and what it gives back as
the cost of x at the end. A box holds everything that belongs to the line above it. An arrow to the left means that the value on
its right is written to the name on its left, and the old value is lost.

![image](1.png)

Farmers bring sacks of numbers. In each sack are all whole numbers from a to b. The miller works on each number of the sack
alone, and wants to know which one costs most.

Input

The first line has a whole number n, the number of sacks (1 <= n <= 5). Each of the next n lines has two whole numbers a and b
with a space between them (1 <= a <= b <= 10^6, and b - a <= 500).

Output

For each sack, print a line with two numbers and a space between them: the number in the sack that costs most, and its cost. If
several numbers of a sack cost the same, the largest of them is meant.
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
        "divisor": draws.integer(3, 6),
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


def _plan(values: dict[str, Any], variant: str) -> list[tuple[int, str]]:
    """Return the lines of the plan with the number of boxes around each."""
    sign = "\N{MINUS SIGN}" if variant == "down" else "+"
    arrow, divided = "\N{LEFTWARDS ARROW}", "\N{DIVISION SIGN}"
    return [
        (0, f"coins {arrow} 0"),
        (0, "while x is larger than 1:"),
        (1, f"if x can be divided by {values['divisor']} without remainder:"),
        (2, f"x {arrow} x {divided} {values['divisor']}"),
        (2, f"coins {arrow} coins + {values['large']}"),
        (1, "otherwise:"),
        (2, f"x {arrow} x {sign} 1"),
        (2, f"coins {arrow} coins + {values['small']}"),
        (0, "give back coins"),
    ]


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    canvas = Canvas(800, 600)
    canvas.rect(20, 20, 760, 560, line=4)
    canvas.rect(56, 148, 700, 368, fill="mist", guide=True)
    canvas.rect(106, 202, 620, 120, fill="white")
    canvas.rect(106, 380, 620, 120, fill="white")
    heights = (60, 116, 176, 234, 290, 350, 412, 468, 548)
    for (depth, line), y in zip(_plan(values, variant), heights, strict=True):
        canvas.text(50 + (0, 30, 80)[depth], y, line, anchor="start", size=26)
    return [canvas]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    lines = [line for _, line in _plan(values, variant)]
    return [
        (
            f'A plan of nine lines in a frame. Line 1: "{lines[0]}". Line 2: "{lines[1]}". Below it is a grey box with two parts. The first '
            f'part has the heading "{lines[2]}" and under it a white box with the two lines "{lines[3]}" and "{lines[4]}". The second part '
            f'has the heading "{lines[5]}" and under it a white box with the two lines "{lines[6]}" and "{lines[7]}". Below the grey box, '
            f'the last line is "{lines[8]}".'
        )
    ]
