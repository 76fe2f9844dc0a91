"""A machine changes a number each time its lever is pressed: the number after very many times.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas

VERSION = 1
TITLE = "The Number Press"
LEVEL = "medium"
CATEGORY = "math"
PICTURES = (("math",), ("math",))
VARIANTS = ("one-belt", "bypass")
COMPARE = "tokens"

STATEMENT = """
In a museum stands a machine that works with numbers. It shows a whole number from 0 to 9999. Each time a visitor pulls its
lever, the number is carried through the boxes of the machine along the belts, as the first picture shows, from the place marked
in to the place marked out. A box changes the number that goes through it, and the changed number travels on. Where a belt divides,
the number takes the belt at which its last digit is written. Then the machine shows the number that has come out, and with the next
pull this number goes in.

![image](1.png)

The last box keeps the last four digits of a number only, so that the number that comes out is from 0 to 9999 again: 123456 becomes
3456, 70012 becomes 12, and 855 stays 855. The second picture shows what the machine shows when the lever is pulled some times,
beginning with three different numbers; each arrow is one pull.

![image](2.png)

Visitors have pulled the lever very often. Find the number that the machine shows in the end.

Input

The first line has a whole number v, the number of questions, from 1 to 40. Each of the next v lines has two whole numbers s and k: the
number that the machine shows at the start (0 <= s <= 9999), and how often the lever is pulled (0 <= k <= 10^18).

Output

For each question, print a line with the number that the machine shows after k pulls.
"""

REFERENCE = """
def solution(text: str) -> str:
    lines = []
    for line in text.splitlines()[1:]:
        number, pulls = map(int, line.split())
        seen = {}
        path = []
        while number not in seen:
            seen[number] = len(path)
            path.append(number)
            $change
            number = (number + $plus) % 10000
        first = seen[number]
        if pulls >= len(path):
            pulls = first + (pulls - first) % (len(path) - first)
        lines.append(str(path[pulls]))
    return "\\n".join(lines) + "\\n"
"""
CHANGE = {"one-belt": "number *= $times", "bypass": "number *= $choices[number % 2]"}
WRONG = {
    "adds-first": REFERENCE.replace(
        "            $change\n            number = (number + $plus) % 10000",
        "            number += $plus\n            $change\n            number %= 10000",
    ),
    "circle-from-the-start": REFERENCE.replace("first = seen[number]", "first = 0"),
    "few-pulls": REFERENCE.replace(
        "if pulls >= len(path):", "pulls %= 10000\n        if pulls >= len(path):"
    ),
}
EQUIVALENT: dict[str, str] = {}


def _pull(values: dict[str, Any], variant: str, number: int) -> int:
    times: int = values["times"] if variant == "one-belt" or number % 2 == 0 else 1
    plus: int = values["plus"]
    return (number * times + plus) % 10000


def sample(draws: Draws) -> dict[str, Any]:
    times, plus = draws.choice((6, 12, 14, 18, 22, 26)), 2 * draws.integer(60, 480) + 1
    values: dict[str, Any] = {"times": times, "plus": plus, "choices": [times, 1]}
    values["starts"] = [
        draws.integer(6, 40) * 2,
        draws.integer(100, 400) * 2 + 1,
        draws.integer(2000, 4000) * 2,
    ]
    shown = [[draws.integer(10, 9999), 0]]
    for _ in range(60):
        start = draws.integer(10, 9999)
        one = other = start
        for pulls in range(1, 400):
            one, other = _pull(values, "one-belt", one), _pull(values, "bypass", other)
            if one == other:
                shown.append([start, pulls])
                break
        if len(shown) == 3:
            break
    if len(shown) < 2:
        raise UnfitError("no sample has the same output for both machines")
    return {**values, "shown": shown, "seed": draws.integer(0, 10**9)}


def _text(rows: list[list[int]]) -> str:
    return f"{len(rows)}\n" + "".join(f"{start} {pulls}\n" for start, pulls in rows)


def check_input(values: dict[str, Any], text: str) -> None:
    lines = text.removesuffix("\n").split("\n")
    if not 1 <= int(lines[0]) <= 40 or len(lines) != int(lines[0]) + 1:
        raise ValueError("wrong number of questions")
    for line in lines[1:]:
        start, pulls = map(int, line.split(" "))
        if not (0 <= start <= 9999 and 0 <= pulls <= 10**18):
            raise ValueError(f"{line} is out of range")


def samples(values: dict[str, Any]) -> list[str]:
    return [_text(values["shown"])]


def _drawn(values: dict[str, Any], name: str, counts: list[tuple[int, int]]) -> list[str]:
    draws = Draws("number_press", values["seed"], name)
    return [
        _text([[draws.integer(0, 9999), draws.integer(0, most)] for _ in range(count)])
        for count, most in counts
    ]


def typical(values: dict[str, Any]) -> list[str]:
    return _drawn(values, "typical", [(5, 3), (5, 9), (8, 100), (8, 10**4), (10, 10**9), (12, 10**18)])


def edge(values: dict[str, Any]) -> list[str]:
    exact = []
    for variant in VARIANTS:
        for start in (0, 1, 7, 10, 9999, 4386):
            path = [start]
            while _pull(values, variant, path[-1]) not in path:
                path.append(_pull(values, variant, path[-1]))
            exact += [[start, len(path)], [start, len(path) - 1], [start, len(path) + 1]]
    return [
        _text([[0, 1]]),
        _text([[start, 0] for start in (0, 1, 5000, 9999)]),
        _text(exact),
        _text([[start, 10**18] for start in (0, 1, 2, 3, 9998, 9999)]).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    return _drawn(values, "large", [(40, 10**18), (40, 10**17)])


def _box(canvas: Canvas, x: float, y: float, text: str) -> None:
    canvas.rect(x - 85, y - 38, 170, 76, fill="paleorange", line=4, radius=8)
    canvas.text(x, y, text, size=26, bold=True)


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    machine = Canvas(1020, 420)
    times, plus, y = f"× {values['times']}", f"+ {values['plus']}", 210.0
    machine.text(42, y, "in", size=26, bold=True)
    if variant == "one-belt":
        arrows.arrow(machine, (66, y), (291, y), line=4)
        _box(machine, 378, y, times)
        arrows.arrow(machine, (465, y), (491, y), line=4)
    else:
        machine.line((66, y), (110, y), line=4)
        arrows.arrow(machine, (110, y), (110, 90), (291, 90), line=4)
        machine.line((110, y), (110, 330), (516, 330), (516, y), line=4)
        _box(machine, 378, 90, times)
        machine.line((465, 90), (516, 90), (516, y), line=4)
        machine.text(210, 60, "0 2 4 6 8", size=24)
        machine.text(210, 300, "1 3 5 7 9", size=24)
        arrows.arrow(machine, (516, y), (532, y), line=4)
    left = 580.0 if variant == "one-belt" else 621.0
    _box(machine, left, y, plus)
    arrows.arrow(machine, (left + 87, y), (left + 113, y), line=4)
    machine.rect(left + 115, y - 38, 160, 76, fill="paleblue", line=4, radius=8)
    machine.text(left + 195, y, "last 4 digits", size=22, bold=True)
    arrows.arrow(machine, (left + 277, y), (left + 322, y), line=4)
    machine.text(left + 350, y, "out", size=26, bold=True)
    runs = Canvas(900, 400)
    for place, start in enumerate(values["starts"]):
        number, y = start, 80 + place * 120.0
        for step in range(5):
            x = 90 + step * 180.0
            runs.text(x, y, number, size=30, bold=step == 0)
            if step < 4:
                arrows.arrow(runs, (x + 56, y), (x + 126, y), line=4)
            number = _pull(values, variant, number)
    return [machine, runs]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    times, plus = f"× {values['times']}", f"+ {values['plus']}"
    if variant == "one-belt":
        way = f"From the word in an arrow leads to an orange box with {times}, and from there to an orange box with {plus}."
    else:
        way = (
            "From the word in a belt leads to a fork. At its upper branch stands 0 2 4 6 8, and this branch goes through an orange "
            f"box with {times}. At its lower branch stands 1 3 5 7 9, and no box is on it. The branches meet before an orange box with "
            f"{plus}."
        )
    runs = []
    for start in values["starts"]:
        numbers = [start]
        for _ in range(4):
            numbers.append(_pull(values, variant, numbers[-1]))
        runs.append(", ".join(map(str, numbers)))
    return [
        (
            f"A machine with belts from left to right. {way} The next box is pale blue and has the words last 4 digits, and from there "
            "an arrow leads to the word out."
        ),
        (
            "Three rows of five numbers each, below each other, with a short black arrow from each number to the next one on its right; the number at the left end of a row is bold. The numbers of the rows, from "
            f"top to bottom: {'; '.join(runs)}."
        ),
    ]
