"""Numbers of an old people, written with signs: what a list of them adds up to.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame

VERSION = 1
TITLE = "Hut Numerals"
LEVEL = "easy"
CATEGORY = "math"
PICTURES = (("math", "table"), ("math",))
VARIANTS = ("taken-off", "multiplied")
COMPARE = "tokens"

STATEMENT = """
On the walls of old huts by a lake, numbers were found that are rows of signs, written from left to right. There are six
different signs, and each has a value. The first picture shows the signs with their values, and next to each sign a letter.
In this problem the letters stand for the signs.

![image](1.png)

A row of signs is read in parts. A sign whose next sign to the right has a larger value forms a part together with this next
sign. Every other sign is a part of its own. A sign never belongs to two parts: in no row of signs are there three signs in
succession of which each has a larger value than the one before. The number is the sum of its parts. The second picture shows
how three rows of signs are read; below each row is the value of each part, and the sum.

![image](2.png)

A trader wrote lists of such numbers. Find the sum of each of the lists.

Input

The first line has a whole number n, the number of lists, from 1 to 100. Each of the next n lines is a list: 1 to 20 numbers with
a space between them. Each number has 1 to 12 letters from U, V, W, X, Y and Z, one letter for each sign, from left to right.

Output

For each list, print a line with the sum of its numbers.
"""

REFERENCE = """
def solution(text: str) -> str:
    values = dict($pairs)
    lines = []
    for line in text.splitlines()[1:]:
        total = 0
        for number in line.split():
            signs = [values[sign] for sign in number]
            total += sum(signs)
            for before, value in zip(signs, signs[1:]):
                if before < value:
                    total $change
        lines.append(str(total))
    return "\\n".join(lines) + "\\n"
"""
CHANGE = {"taken-off": "-= 2 * before", "multiplied": "+= before * value - before - value"}
WRONG = {
    "adds-all": REFERENCE.replace("if before < value:", "if before > 10**9:"),
    "larger-before-smaller": REFERENCE.replace("if before < value:", "if before > value:"),
    "values-in-order": REFERENCE.replace(
        "dict($pairs)", 'dict(zip("UVWXYZ", sorted(dict($pairs).values())))'
    ),
}
EQUIVALENT: dict[str, str] = {}

LETTERS = "UVWXYZ"


def sample(draws: Draws) -> dict[str, Any]:
    values = draws.shuffled(
        [
            draws.integer(2, 3),
            draws.integer(5, 7),
            *draws.sample((11, 12, 13, 15), 1),
            draws.integer(30, 40),
            draws.integer(80, 99),
            draws.integer(200, 250),
        ]
    )
    order = sorted(LETTERS, key=lambda letter: values[LETTERS.index(letter)])
    low, high = draws.sample(order[:3], 2), draws.sample(order[3:], 2)
    shown = [
        low[0] + high[0],
        high[1] + low[1] + high[0] + low[0],
        order[5] + order[1] + order[3] + order[0] + order[2] + order[0],
    ]
    pairs = [[letter, value] for letter, value in zip(LETTERS, values, strict=True)]
    return {"values": values, "pairs": pairs, "shown": shown, "seed": draws.integer(0, 10**9)}


def _parts(values: dict[str, Any], number: str) -> list[str]:
    """Return the parts of a number, each of one or two signs."""
    parts: list[str] = []
    sizes = dict(zip(LETTERS, values["values"], strict=True))
    for sign in number:
        if parts and sizes[parts[-1][-1]] < sizes[sign]:
            parts[-1] += sign
        else:
            parts.append(sign)
    return parts


def check_input(values: dict[str, Any], text: str) -> None:
    lines = text.removesuffix("\n").split("\n")
    if not 1 <= int(lines[0]) <= 100 or len(lines) != int(lines[0]) + 1:
        raise ValueError("wrong number of lists")
    for line in lines[1:]:
        numbers = line.split(" ")
        if not 1 <= len(numbers) <= 20:
            raise ValueError("wrong number of numbers")
        for number in numbers:
            if not 1 <= len(number) <= 12 or set(number) - set(LETTERS):
                raise ValueError(f"{number!a} is not a number")
            if max(map(len, _parts(values, number))) > 2:
                raise ValueError(f"{number} has three rising signs")


def _text(lists: list[list[str]]) -> str:
    return f"{len(lists)}\n" + "".join(" ".join(numbers) + "\n" for numbers in lists)


def samples(values: dict[str, Any]) -> list[str]:
    order = sorted(LETTERS, key=lambda letter: -values["values"][LETTERS.index(letter)])
    return [
        _text([[order[1] + order[2]], [order[0] * 2 + order[4], order[5]], [order[3] + order[3] + order[5]]])
    ]


def _number(values: dict[str, Any], draws: Draws, length: int) -> str:
    while True:
        number = ""
        while len(number) < length:
            sign = draws.choice(LETTERS)
            if max(map(len, _parts(values, number + sign))) <= 2:
                number += sign
        if length == 1 or max(map(len, _parts(values, number))) == 2:
            return number


def _drawn(values: dict[str, Any], name: str, counts: list[tuple[int, int, int]]) -> list[str]:
    draws = Draws("hut_numerals", values["seed"], name)
    return [
        _text(
            [[_number(values, draws, draws.integer(2, long)) for _ in range(numbers)] for _ in range(lists)]
        )
        for lists, numbers, long in counts
    ]


def typical(values: dict[str, Any]) -> list[str]:
    return _drawn(values, "typical", [(3, 2, 4), (4, 3, 5), (5, 4, 6), (2, 8, 5), (6, 2, 9), (8, 3, 4)])


def edge(values: dict[str, Any]) -> list[str]:
    order = sorted(LETTERS, key=lambda letter: values["values"][LETTERS.index(letter)])
    pairs = [a + b for a in LETTERS for b in LETTERS]
    return [
        _text([[order[0] + order[5]]]),
        _text([[letter] for letter in LETTERS]),
        _text([[pair] for pair in pairs]),
        _text([[(order[0] + order[5]) * 6, (order[5] + order[0]) * 6], pairs[:20]]).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    return _drawn(values, "large", [(14, 20, 12), (100, 2, 12)])


def _sign(canvas: Canvas, letter: str, x: float, y: float) -> None:
    """Draw a sign of about 50 px around a point."""
    if letter == "U":
        canvas.circle(x, y, 22, line=5)
    elif letter == "V":
        canvas.line((x - 22, y - 22), (x, y + 22), (x + 22, y - 22), line=5)
    elif letter == "W":
        canvas.rect(x - 20, y - 20, 40, 40, line=5)
        canvas.line((x - 20, y), (x + 20, y), line=5)
    elif letter == "X":
        canvas.line((x, y - 24), (x, y + 24), line=5)
        canvas.line((x - 22, y), (x + 22, y), line=5)
    elif letter == "Y":
        canvas.polygon([(x, y - 24), (x + 24, y + 20), (x - 24, y + 20)], line=5)
    else:
        canvas.line((x - 16, y - 24), (x - 16, y + 24), line=5)
        canvas.line((x + 16, y - 24), (x + 16, y + 24), line=5)


NAMES = {
    "U": "circle", "V": "open angle with its tip at the bottom", "W": "square with a line across",
    "X": "upright cross", "Y": "triangle", "Z": "two upright strokes",
}  # fmt: skip


def _readings(values: dict[str, Any], variant: str, number: str) -> tuple[list[str], int]:
    """Return the value of each part as it is written in the picture, and the sum."""
    sizes, texts, total = dict(zip(LETTERS, values["values"], strict=True)), [], 0
    for part in _parts(values, number):
        if len(part) == 1:
            texts.append(str(sizes[part]))
            total += sizes[part]
            continue
        low, high = sizes[part[0]], sizes[part[1]]
        text, value = (
            (f"{high} − {low}", high - low) if variant == "taken-off" else (f"{low} × {high}", low * high)
        )
        texts.append(f"({text})" if len(_parts(values, number)) > 1 else text)
        total += value
    return texts, total


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    signs = Canvas(760, 340)
    for place, letter in enumerate(LETTERS):
        x, y = 20 + place % 3 * 244.0, 20 + place // 3 * 154.0
        signs.rect(x, y, 232, 142, fill="mist", stroke="grey", line=2, radius=10)
        signs.text(x + 40, y + 71, letter, size=30, bold=True, fill="blue")
        _sign(signs, letter, x + 106, y + 71)
        signs.text(x + 180, y + 71, values["values"][LETTERS.index(letter)], size=30)
    readings = Canvas(960, 660)
    for place, number in enumerate(values["shown"]):
        y = 15 + place * 212.0
        frame(readings, 15, y, 930, 204, title=f"Reading {place + 1}")
        for step, letter in enumerate(number):
            _sign(readings, letter, 250 + step * 90, y + 62)
            readings.text(250 + step * 90, y + 112, letter, bold=True, fill="blue")
        texts, total = _readings(values, variant, number)
        readings.text(480, y + 160, f"{' + '.join(texts)} = {total}", size=28)
    return [signs, readings]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    signs = "; ".join(
        f"{letter}, {NAMES[letter]}, value {values['values'][place]}" for place, letter in enumerate(LETTERS)
    )
    parts = []
    for place, number in enumerate(values["shown"], 1):
        texts, total = _readings(values, variant, number)
        parts.append(
            f"Reading {place}: the signs {' '.join(number)}, below them {' + '.join(texts)} = {total}"
        )
    return [
        (
            "Six boxes in two rows of three. In each box are a blue letter, a sign, and a number, the value of the sign. From "
            f"left to right, the upper row first: {signs}."
        ),
        (
            "Three frames below each other, each with a row of the signs, the blue letter of each sign below it, and one line "
            f"with numbers. {'. '.join(parts)}. The letters stand for the same signs as in the first picture."
        ),
    ]
