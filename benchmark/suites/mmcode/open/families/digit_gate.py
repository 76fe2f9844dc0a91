"""A gate opens for some numbers: how many of a range there are.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.authoring.family import UnfitError
from benchmark.authoring.problem_families.trial import agreeing, solvers, with_changes
from benchmark.core.draws import Draws
from benchmark.drawing.canvas import Canvas

VERSION = 1
TITLE = "Museum Gate"
LEVEL = "hard"
CATEGORY = "pseudocode"
PICTURES = (("pseudocode",),)
VARIANTS = ("always", "rising")
COMPARE = "tokens"

HIGHEST = 10**17
MOST_DAYS = 4

STATEMENT = """
Tickets of a museum have numbers, written without zeros in front. The gate reads the number of a ticket digit by digit and opens
for some of them. How it decides is painted on a board next to the gate, which the picture shows. A box holds everything that
belongs to the line above it; what stands below the box is done after it. An arrow to the left means that the value on its
right is written to the name on its left, and the old value is lost. The remainder of a division is what is left over:
the remainder of 17 divided by 5 is 2.

![image](1.png)

On each day, the museum sells all tickets with numbers from a to b. The director wants to know for how many of them the gate will
open. The numbers are far too large to try one ticket after the other.

Input

The first line has a whole number n, the number of days (1 <= n <= 4). Each of the next n lines has two whole numbers a and b with
a space between them (1 <= a <= b <= 10^17).

Output

For each day, print a line with the number of tickets from a to b for which the gate opens.
"""

REFERENCE = """
def step(state, digit: int):
    value, before = state
    if digit > before:
        return (value + $added * digit) % $parts, digit
    return ($factor * value + digit) % $parts, $change


def opened(limit: int) -> int:
    exact = ($start, 0)
    free = {}
    for place, letter in enumerate(str(limit)):
        coming = {}
        for state, count in free.items():
            for digit in range(10):
                after = step(state, digit)
                coming[after] = coming.get(after, 0) + count
        low = 0 if place else 1
        for digit in range(low, int(letter)):
            after = step(exact, digit)
            coming[after] = coming.get(after, 0) + 1
        if place:
            for digit in range(1, 10):
                after = step(($start, 0), digit)
                coming[after] = coming.get(after, 0) + 1
        exact = step(exact, int(letter))
        free = coming
    return sum(count for (value, _), count in free.items() if value == $open)


def solution(text: str) -> str:
    numbers = [int(word) for word in text.split()]
    answers = []
    for first, last in zip(numbers[1::2], numbers[2::2]):
        answers.append(opened(last + 1) - opened(first))
    return "\\n".join(map(str, answers))
"""
CHANGE = {"always": "digit", "rising": "before"}
WRONG = {
    "equal-digits-rise": REFERENCE.replace("digit > before", "digit >= before"),
    "first-number-is-left-out": REFERENCE.replace("opened(first)", "opened(first + 1)"),
    "zeros-in-front": REFERENCE.replace("low = 0 if place else 1", "low = 0").replace(
        "if place:", "if False:"
    ),
    "last-digit-first": REFERENCE.replace(
        "def solution",
        """def alone(number: int) -> int:
    state = ($start, 0)
    for letter in str(number)[::-1]:
        state = step(state, int(letter))
    return state[0] == $open


def solution""",
    ).replace(
        "answers.append(opened(last + 1) - opened(first))",
        "answers.append(sum(alone(number) for number in range(first, min(last, first + 3000) + 1)))",
    ),
}

EQUIVALENT = {"0 → -1": "the first digit is larger than 0"}


def sample(draws: Draws) -> dict[str, Any]:
    parts = draws.choice((7, 11, 13))
    values: dict[str, Any] = {
        "parts": parts,
        "added": draws.integer(2, 5),
        "factor": draws.integer(2, 5),
        "start": draws.integer(1, 3),
        "open": draws.integer(1, parts - 1),
        "seed": draws.integer(1, 10**9),
    }
    solve = solvers(with_changes(REFERENCE, CHANGE), values)
    tried = []
    for _ in range(120):
        first = draws.integer(1, 400)
        tried.append(f"{first} {first + draws.integer(10, 60)}")
    same = [day for day in tried if agreeing([f"1\n{day}\n"], solve)]
    if len(same) < 3:
        raise UnfitError("the variants agree on too few days")
    values["shown"] = same[:3]
    return values


def _days(days: list[str]) -> str:
    return f"{len(days)}\n" + "".join(f"{day}\n" for day in days)


def check_input(values: dict[str, Any], text: str) -> None:
    head, *lines = text.removesuffix("\n").split("\n")
    if not 1 <= int(head) <= MOST_DAYS or len(lines) != int(head):
        raise ValueError("another number of days")
    for line in lines:
        first, last = map(int, line.split(" "))
        if not 1 <= first <= last <= HIGHEST:
            raise ValueError(f"{line} is not a day")


def samples(values: dict[str, Any]) -> list[str]:
    return [_days(values["shown"])]


def _day(draws: Draws, high: int) -> str:
    first, last = sorted(draws.integers(2, 1, high))
    return f"{first} {last}"


def typical(values: dict[str, Any]) -> list[str]:
    draws = Draws("gate-typical", values["seed"])
    kinds = ((2, 2000), (2, 10**4), (3, 10**6), (3, 10**8), (4, 10**10), (4, 10**13))
    return [_days([_day(draws, high) for _ in range(count)]) for count, high in kinds]


def edge(values: dict[str, Any]) -> list[str]:
    draws = Draws("gate-edge", values["seed"])
    start = draws.integer(10**8, 10**9)
    return [
        "1\n1 9\n",
        _days(["1 99", "10 99", "9 100", "100 999"]),
        _days([f"{number} {number}" for number in draws.sample(range(100, 999), 4)]),
        _days(["1 1000", "9999 10001", "99999 1000000", f"{10**9} {10**10}"]),
        _days([f"{start} {start + 40}", f"{start + 7} {start + 400}", f"1 {10**5 - 1}"]).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    draws = Draws("gate-large", values["seed"])
    return [
        _days([f"1 {HIGHEST}", f"{HIGHEST - 10**6} {HIGHEST}", _day(draws, HIGHEST), _day(draws, HIGHEST)]),
        _days([_day(draws, HIGHEST) for _ in range(MOST_DAYS)]),
    ]


def _plan(values: dict[str, Any], variant: str) -> list[tuple[int, float, str]]:
    """Return the lines of the board: boxes around it, height in px, text."""
    arrow, times = "\N{LEFTWARDS ARROW}", "\N{MULTIPLICATION SIGN}"
    rest = f"remainder divided by {values['parts']}"
    keep = f"last {arrow} d"
    lines = [
        (0, 58, f"s {arrow} {values['start']},   last {arrow} 0"),
        (0, 108, "for each digit d, from left to right:"),
        (1, 166, "if d is larger than last:"),
        (2, 222, f"s {arrow} s + {values['added']} {times} d"),
    ]
    if variant == "rising":
        lines += [
            (2, 274, keep),
            (1, 340, "otherwise:"),
            (2, 396, f"s {arrow} {values['factor']} {times} s + d"),
        ]
        lines += [(1, 462, f"s {arrow} {rest.replace('remainder', 'remainder of s')}")]
    else:
        lines += [(1, 288, "otherwise:"), (2, 344, f"s {arrow} {values['factor']} {times} s + d")]
        lines += [(1, 410, f"s {arrow} {rest.replace('remainder', 'remainder of s')}"), (1, 462, keep)]
    return [*lines, (0, 548, f"open the gate if s = {values['open']}")]


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    canvas = Canvas(760, 600)
    canvas.rect(20, 20, 720, 560, line=4)
    canvas.rect(56, 136, 650, 364, fill="mist", guide=True)
    canvas.rect(106, 192, 560, 112 if variant == "rising" else 60, fill="white")
    canvas.rect(106, 366 if variant == "rising" else 314, 560, 60, fill="white")
    for depth, y, line in _plan(values, variant):
        canvas.text(44 + (0, 34, 84)[depth], y, line, anchor="start", size=26)
    return [canvas]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    names = ("outside of the boxes", "in the grey box", "in a white box inside the grey box")
    lines = "; ".join(f'{names[depth]}: "{line}"' for depth, _, line in _plan(values, variant))
    return [
        (
            "A board with lines of text. A grey box holds those that belong to the second line, and two white boxes inside it hold what "
            f"belongs to the line above each of them. From the top down: {lines}."
        )
    ]
