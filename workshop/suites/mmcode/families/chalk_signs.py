"""Two new signs for calculating, and brackets that may be set in any way.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws
from benchmark.files.palette import Colour
from workshop.authoring.family import UnfitError
from workshop.authoring.problem_families.trial import agreeing, solvers, with_changes
from workshop.drawing.arrows import arrow
from workshop.drawing.canvas import Canvas

VERSION = 3
TITLE = "Chalk Signs"
LEVEL = "long"
CATEGORY = "math"
PICTURES = (("math",),)
VARIANTS = ("plain", "exchanged")
COMPARE = "tokens"

MOST_ROWS, MOST_NUMBERS, MOST_VALUE = 20, 30, 50

STATEMENT = """
Two pupils have thought up two signs for calculating, @ and &. What the signs mean is drawn in the picture at the end: for each sign, a walk
along a line of numbers. It begins at 0, at the dashed line, and is drawn from the top down. A blue arrow is as long as the number on the left of the sign, a
red arrow as long as the number on its right, and a short black arrow is 1 long. To the right the numbers become larger. An arrow for a negative
number leads the other way than drawn. The number at which the walk ends is the value.

A row is a chain of whole numbers with a sign between each number and the next, such as "4 @ 7 & 2". Without brackets nobody knows what its
value is. With brackets, which say for each sign what stands on its left and on its right, it has one value.
The value of a row that is only one number is this number.
The pupils set brackets in all possible ways, but never change the order of the numbers and the signs.

Input

The first line has an integer t, the number of rows (1 <= t <= 20). Each of the next t lines is a row: k numbers from 0 to 50 with
k - 1 signs between them (1 <= k <= 30), and one space between neighbours.

Output

For each row, print a line with two integers with a space between them: the largest and the smallest value that the
row can have.

$samples

![image](1.png)
"""

REFERENCE = """
def solution(text: str) -> str:
    answers = []
    for line in text.strip().split("\\n")[1:]:
        parts = line.split()
        low = {}
        for place, word in enumerate(parts[::2]):
            low[place, place + 1] = int(word)
        signs = parts[1::2]
        count = len(low)
        high = dict(low)
        for length in range(1, count):
            for start in range(count - length):
                end = start + length + 1
                values = set()
                for cut in range(start + 1, end):
                    for a in {low[start, cut], high[start, cut]}:
                        for b in {low[cut, end], high[cut, end]}:
                            if signs[cut - 1] == "$change":
                                values.add($lead * a - b + $more)
                            else:
                                values.add($last * b - a - $less)
                low[start, end] = min(values)
                high[start, end] = max(values)
        answers.append(f"{high[0, count]} {low[0, count]}")
    return "\\n".join(answers)
"""
CHANGE = {"plain": "@", "exchanged": "&"}

WRONG = {
    "from-left-to-right": REFERENCE.replace("range(start + 1, end)", "[end - 1]"),
    "from-right-to-left": REFERENCE.replace("range(start + 1, end)", "[start + 1]"),
    "keeps-only-the-largest": REFERENCE.replace(
        "{low[start, cut], high[start, cut]}", "{high[start, cut]}"
    ).replace("{low[cut, end], high[cut, end]}", "{high[cut, end]}"),
    "keeps-extremes-of-like-kind": REFERENCE.replace(
        "for b in {low[cut, end], high[cut, end]}:",
        "for b in [low[cut, end] if a == low[start, cut] else high[cut, end]]:",
    ),
}


def sample(draws: Draws) -> dict[str, Any]:
    lead, last = draws.choice(((2, 3), (3, 2), (2, 2)))
    values = {"lead": lead, "last": last, "more": draws.integer(2, 9), "less": draws.integer(2, 9)}
    solve = solvers(with_changes(REFERENCE, CHANGE), values)
    rows = [_row(draws, draws.integer(2, 4), 9) for _ in range(3000)]
    shown = [row for row in dict.fromkeys(rows) if agreeing([_input([row])], solve)]
    if len(shown) < 2:
        raise UnfitError("no rows for the sample")
    return {**values, "shown": shown[:3], "seed": draws.integer(1, 10**9)}


def _row(draws: Draws, numbers: int, most: int) -> str:
    words = [str(draws.integer(0, most))]
    for _ in range(numbers - 1):
        words += [draws.choice("@&"), str(draws.integer(0, most))]
    return " ".join(words)


def _input(rows: list[str]) -> str:
    return "\n".join([str(len(rows)), *rows]) + "\n"


def check_input(values: dict[str, Any], text: str) -> None:
    head, *rows = text.removesuffix("\n").split("\n")
    if not 1 <= int(head) == len(rows) <= MOST_ROWS:
        raise ValueError("another number of rows")
    for row in rows:
        words = row.split(" ")
        numbers, signs = words[::2], words[1::2]
        if not 1 <= len(numbers) == len(signs) + 1 <= MOST_NUMBERS or set(signs) - {"@", "&"}:
            raise ValueError("a row of another form")
        if not all(word.isdigit() and int(word) <= MOST_VALUE for word in numbers):
            raise ValueError("a number out of range")


def samples(values: dict[str, Any]) -> list[str]:
    return [_input(values["shown"])]


def _rows(values: dict[str, Any], kind: str, shapes: list[tuple[int, int, int]]) -> list[str]:
    draws = Draws("chalk_signs", values["seed"], kind)
    return [_input([_row(draws, numbers, most) for _ in range(count)]) for count, numbers, most in shapes]


def typical(values: dict[str, Any]) -> list[str]:
    return _rows(values, "typical", [(2, 3, 9), (3, 4, 9), (4, 5, 20), (5, 6, 50), (5, 8, 50), (6, 10, 50)])


def edge(values: dict[str, Any]) -> list[str]:
    return [
        _input(["7"]),
        _input(["0 @ 0", "0 & 0", "50 @ 50", "50 & 50", "0 @ 50", "50 & 0"]),
        _input(["1 @ 2 & 3", "1 & 2 @ 3", "1 @ 2 @ 3", "1 & 2 & 3"]),
        _input([" @ ".join(["5"] * 9), " & ".join(["5"] * 9)]).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    return _rows(values, "large", [(3, MOST_NUMBERS, 50), (MOST_ROWS, 12, 50)])


_LONG = {"blue": 150.0, "red": 110.0, "ink": 26.0}  #: lengths of arrows, px


def _walks(values: dict[str, Any], variant: str) -> dict[str, list[tuple[Colour, int]]]:
    """Return the arrows for each sign, in their order; those with a number below 0 lead to the left."""
    walks: list[list[tuple[Colour, int]]] = [
        [("blue", values["lead"]), ("red", -1), ("ink", values["more"])],
        [("red", values["last"]), ("blue", -1), ("ink", -values["less"])],
    ]
    return dict(zip("@&" if variant == "plain" else "&@", walks, strict=True))


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    board = Canvas(820, 560)
    for place, sign in enumerate("@&"):
        x, y = 190.0, 50 + 280.0 * place
        board.rect(12, y - 38, 796, 256, line=4)
        board.text(70, y + 90, sign, bold=True, size=56)
        board.line((x, y - 24), (x, y + 204), dashed=True)
        for colour, count in _walks(values, variant)[sign]:
            for number in range(abs(count)):
                end = x + _LONG[colour] * (1 if count > 0 else -1)
                arrow(board, (x, y), (end, y), stroke=colour, line=5, head=14)
                x = end
                y += 0 if colour == "ink" and number < abs(count) - 1 else 42
    return [board]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    names = {"blue": "blue", "red": "red", "ink": "short black"}
    told = []
    for sign in "@&":
        arrows = ", then ".join(
            f"{abs(count)} {names[colour]} to the {'right' if count > 0 else 'left'}"
            for colour, count in _walks(values, variant)[sign]
        )
        told.append(f"Next to {sign} they are {arrows}.")
    return [
        (
            "Two frames, one below the other, with the signs @ and & on the left. In each are a dashed upright line and arrows that begin there. Each arrow begins where "
            f"the one before ends; all but the short ones are one below the other. {' '.join(told)} The blue arrows are all of one length, and the red ones of another."
        )
    ]
