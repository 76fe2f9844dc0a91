"""A wheel turns by a sheet of steps, too often to follow each turn.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.authoring.family import UnfitError
from benchmark.authoring.problem_families.trial import agreeing, solvers, with_changes
from benchmark.core.draws import Draws
from benchmark.drawing.canvas import Canvas

VERSION = 1
TITLE = "Tide Wheel"
LEVEL = "hard"
CATEGORY = "pseudocode"
PICTURES = (("pseudocode",),)
VARIANTS = ("odd", "even")
COMPARE = "tokens"

MOST_TIDES, MOST_QUESTIONS = 10**15, 60

STATEMENT = """
A tide mill has a wheel with a pointer that stands at a whole number. With every tide the pointer moves
once; it may come back to a number, or stay where it is. The miller keeps a sheet on which he wrote down, in his own short
words, how the number changes. The sheet also says how many numbers the wheel has: they begin with 0, and the pointer never shows a number that the wheel does not have. The picture shows the sheet.

![image](1.png)

On the sheet, s is the number where the pointer stands. The arrow means that the value on its right becomes the new value of the name on its left, and "rest of a : b" is what
is left over when a is divided by b. A half is rounded down to a whole number. The lines are followed from the top down, and
an indented line belongs to the line above it that ends with a colon.

Nobody has counted the tides since the mill was built. The miller wants to know where the pointer will stand after so many
tides that he cannot follow them one by one.

Input

The first line has an integer q, the number of questions (1 <= q <= 60). Each of the next q lines has two integers s and n with a
space between them: the number where the pointer stands now (it is on the wheel), and the number of tides
(0 <= n <= 10^15).

Output

For each question, print a line with two integers with a space between them: the number where the pointer stands after n tides, and the
number of different numbers that it showed until then, the first and the last one included.
"""

REFERENCE = """
def solution(text: str) -> str:
    answers = []
    for line in text.strip().split("\\n")[1:]:
        s, n = map(int, line.split())
        seen = {}
        while s not in seen:
            seen[s] = len(seen)
            s = (s // 2 + $lift if s % 2 == $due else s * $push + $slip) % $size
        order = list(seen)
        tail = seen[s]
        if n < len(order):
            answers.append(f"{order[n]} {n + 1}")
        else:
            loop = order[tail:]
            answers.append(f"{loop[(n - tail) % len(loop)]} {len(order)}")
    return "\\n".join(answers)
"""
CHANGE = {"odd": "1", "even": "0"}
REFERENCE = REFERENCE.replace("$due", "$change")

WRONG = {
    "forgets-the-way-to-the-loop": REFERENCE.replace("(n - tail) % len(loop)", "n % len(loop)"),
    "loop-of-all-numbers-seen": REFERENCE.replace("loop = order[tail:]", "loop = order").replace(
        "(n - tail) %", "n %"
    ),
    "counts-tides-for-numbers": REFERENCE.replace("{order[n]} {n + 1}", "{order[n]} {n}"),
    "no-rest-after-the-half": REFERENCE.replace(
        "(s // 2 + $lift if s % 2 == $change else s * $push + $slip) % $size",
        "(s + $lift) // 2 % $size if s % 2 == $change else (s * $push + $slip) % $size",
    ),
}


def sample(draws: Draws) -> dict[str, Any]:
    size = draws.choice((3001, 3301, 3511, 3907, 4003, 4211, 4507, 4801))
    values = {
        "size": size,
        "lift": draws.integer(1400, 2300),
        "push": draws.choice((3, 5, 7)),
        "slip": draws.integer(11, 97),
    }
    solve = solvers(with_changes(REFERENCE, CHANGE), values)
    for name in solve:
        lengths = [int(solve[name](_input([(start, 10**9)])).split()[1]) for start in range(0, size, 97)]
        if max(lengths) < 40 or len(set(lengths)) < 8:
            raise UnfitError("too short a loop")
    shown = agreeing([_input([(start, 0), (start, 1)]) for start in draws.integers(200, 0, size - 1)], solve)
    if not shown:
        raise UnfitError("no number that both sheets move in the same way")
    return {**values, "shown": shown[0], "seed": draws.integer(1, 10**9)}


def _input(questions: list[tuple[int, int]]) -> str:
    return "\n".join([str(len(questions)), *(f"{start} {tides}" for start, tides in questions)]) + "\n"


def check_input(values: dict[str, Any], text: str) -> None:
    head, *lines = text.removesuffix("\n").split("\n")
    if not 1 <= int(head) == len(lines) <= MOST_QUESTIONS:
        raise ValueError("another number of questions")
    for line in lines:
        start, tides = map(int, line.split(" "))
        if not 0 <= start < values["size"] or not 0 <= tides <= MOST_TIDES:
            raise ValueError("a number out of range")


def samples(values: dict[str, Any]) -> list[str]:
    return [values["shown"]]


def _questions(values: dict[str, Any], draws: Draws, count: int, most: int) -> str:
    size = values["size"]
    return _input([(draws.integer(0, size - 1), draws.integer(most // 2, most)) for _ in range(count)])


def typical(values: dict[str, Any]) -> list[str]:
    draws = Draws("tide_wheel", values["seed"], "typical")
    return [
        _questions(values, draws, count, most)
        for count, most in ((2, 9), (4, 30), (6, 99), (8, 999), (9, 10**6), (9, 10**12))
    ]


def edge(values: dict[str, Any]) -> list[str]:
    size = values["size"]
    draws = Draws("tide_wheel", values["seed"], "edge")
    around: list[tuple[int, int]] = []
    for solution in solvers(with_changes(REFERENCE, CHANGE), values).values():
        for start in (0, size - 1):
            shown = int(solution(_input([(start, MOST_TIDES)])).split()[1])
            around += [(start, tides) for tides in (shown - 1, shown, shown + 1)]
    return [
        _input([(0, 0)]),
        _input([(size - 1, 1), (size - 2, 1), (size - 1, 2), (size - 2, 2)]),
        _input([(0, tides) for tides in range(1, 61)]),
        _input(around),
        _input([(draws.integer(0, size - 1), 2**power) for power in range(1, 49, 3)]).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    draws = Draws("tide_wheel", values["seed"], "large")
    return [_questions(values, draws, MOST_QUESTIONS, MOST_TIDES) for _ in range(2)]


def _lines(values: dict[str, Any], variant: str) -> list[tuple[int, str]]:
    return [
        (0, f"wheel: 0 to {values['size'] - 1}"),
        (0, "with every tide:"),
        (1, f"if s is {variant}:"),
        (2, "h \u2190 half of s"),
        (2, f"t \u2190 h + {values['lift']}"),
        (1, "otherwise:"),
        (2, f"t \u2190 {values['push']} \u00d7 s + {values['slip']}"),
        (1, f"s \u2190 rest of t : {values['size']}"),
    ]


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    sheet = Canvas(640, 530)
    sheet.rect(14, 14, 612, 502, fill="yellow", line=3, radius=8)
    for number, (indent, words) in enumerate(_lines(values, variant)):
        y = 62.0 + 58 * number
        sheet.text(48 + 56.0 * indent, y, words, anchor="start", size=27)
    return [sheet]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    told = "; ".join(
        f"{words} (indented {('not at all', 'once', 'twice')[indent]})"
        for indent, words in _lines(values, variant)
    )
    return [
        f"A yellow sheet of paper with eight lines of writing, one below the other. From the top down they are: {told}."
    ]
