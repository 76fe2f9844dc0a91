"""A wheel turns by a drawn machine, too often to follow each turn.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.problem_families.trial import agreeing, solvers, with_changes
from workshop.drawing.arrows import arrow
from workshop.drawing.canvas import Canvas
from workshop.suites.mmcode.families._counting_frame import HEIGHT, counting_frame

VERSION = 2
TITLE = "Tide Wheel"
LEVEL = "long"
CATEGORY = "pseudocode"
PICTURES = (("pseudocode",),)
VARIANTS = ("odd", "even")
COMPARE = "tokens"

MOST_TIDES, MOST_QUESTIONS = 10**15, 60

STATEMENT = """
A tide mill has a wheel with a pointer that stands at a whole number. With every tide a machine moves the pointer
once; it may come back to a number, or stay where it is. The picture shows the machine.

![image](1.png)

The number of the pointer comes in at the top, as a yellow bar. It takes one of two ways: the dots at each way show which numbers
take it, those that can be laid out in pairs or those of which one is left over. The yellow bars farther down are what the machine makes of the
bar from the top; what is drawn with dashes is cut off and thrown away. If a number cannot be halved, the half is rounded down. Then
the number on the counting frame below is added. On a frame each rod is a digit, with ones on the right, and has as many beads as the digit
says.

The sum comes to the wheel. The frame inside it says how many numbers the wheel has: they begin with 0, and after the last
one 0 comes again. A sum is counted from 0 round the wheel, as many times as it takes, and there the pointer stands.

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
    moves = ((start // 2 + values["lift"], start * values["push"] + values["slip"]) for start in range(size))
    same = [start for start, (half, much) in enumerate(moves) if (half - much) % size == 0]
    shown = agreeing([_input([(start, 0), (start, 1)]) for start in same], solve)
    if not shown:
        raise UnfitError("no number that both machines move in the same way")
    return {**values, "shown": draws.choice(shown), "seed": draws.integer(1, 10**9)}


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


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    canvas = Canvas(900, 960)
    canvas.rect(360, 20, 180, 24, fill="yellow")
    for x, halves in ((220.0, True), (680.0, False)):
        arrow(canvas, (450, 50), (450, 70), (x, 70), (x, 110), line=5, head=18)
        for dot in range(7 if halves == (variant == "odd") else 6):
            canvas.circle(x - 45 + 30 * (dot // 2), 134 + 30 * (dot % 2), 10, fill="blue")
        arrow(canvas, (x, 180), (x, 214), line=5, head=18)
        if halves:
            canvas.rect(x - 90, 224, 180, 24, dashed=True)
            canvas.rect(x - 90, 224, 90, 24, fill="yellow")
        for bar in range(0 if halves else values["push"]):
            canvas.rect(x - 90, 224 + 28.0 * bar, 180, 24, fill="yellow")
        low = 260 if halves else 232 + 28.0 * values["push"]
        arrow(canvas, (x, low), (x, 470), line=5, head=18)
        counting_frame(canvas, x, 480, values["lift" if halves else "slip"], rods=4 if halves else 2)
        arrow(canvas, (x, 490 + HEIGHT), (x, 800), (298 if halves else 602, 800), line=5, head=18)
    canvas.circle(450, 800, 142, fill="mist", line=6)
    counting_frame(canvas, 450, 800 - HEIGHT / 2, values["size"], rods=4)
    return [canvas]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    pairs, odd = "six blue dots in three pairs", "seven blue dots, which are three pairs and a single one"
    left, right = (odd, pairs) if variant == "odd" else (pairs, odd)
    return [
        (
            f"A yellow bar at the top, from which arrows lead down two ways. On the left are, from the top down, {left}; a bar of which the left half is yellow "
            f"and the right half is dashed and empty; and a counting frame with {values['lift']}. On the right are {right}; {values['push']} yellow bars of full length, "
            f"one below the other; and a counting frame with {values['slip']}. From both frames arrows lead to a wheel at the bottom, with a counting frame "
            f"with {values['size']} in it. The beads are orange."
        )
    ]
