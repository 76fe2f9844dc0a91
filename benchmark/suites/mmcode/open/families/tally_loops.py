"""A clerk adds numbers by a plan of two loops, for ranges that no clerk can finish.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws
from benchmark.drawing.canvas import Canvas

VERSION = 1
TITLE = "Tally Loops"
LEVEL = "medium"
CATEGORY = "pseudocode"
PICTURES = (("pseudocode",),)
VARIANTS = ("inner", "outer")
COMPARE = "tokens"

HIGHEST = 10**9

STATEMENT = """
A clerk works by a plan that hangs on the wall of the office. For three numbers a, b and n on a slip of paper, the clerk
goes through the plan line by line and writes the result on the back of the slip. The picture shows the plan. A box holds
everything that belongs to the line above it. An arrow to the left means that the value on its right is written to the name on
its left, and the old value is lost. The names i and j are two more numbers on the clerk's desk.

![image](1.png)

The plan worked well as long as the numbers were small. Today there is a heap of slips with numbers so large that the clerk
would sit there for years. Find the results for all slips, exactly as the plan would give them. A result can have many digits.

Input

The first line has a whole number s, the number of slips (1 <= s <= 4). Each of the next s lines has three whole numbers a, b
and n with spaces between them (1 <= a <= b <= n <= 10^9).

Output

For each slip, print a line with the result of the plan.
"""

REFERENCE = """
def solution(text: str) -> str:
    numbers = [int(word) for word in text.split()]
    answers = []
    for place in range(1, len(numbers), 3):
        first, last, most = numbers[place:place + 3]
        total = 0
        start = first
        while start <= last:
            times = most // start
            end = min(last, most // times)
            count = (times - 1) // $stride + 1
            total += (start + end) * (end - start + 1) // 2 * ($change)
            start = end + 1
        answers.append(total)
    return "\\n".join(map(str, answers))
"""
CHANGE = {"inner": "count + $stride * count * (count - 1) // 2", "outer": "count"}
WRONG = {
    "stride-one": REFERENCE.replace("(times - 1) // $stride + 1", "times").replace(
        "* count * (count", "* times * (times"
    ),
    "one-value-for-each-block": REFERENCE.replace(
        "(start + end) * (end - start + 1) // 2", "start * (end - start + 1)"
    ),
    "last-round-is-lost": REFERENCE.replace("// $stride + 1", "// $stride"),
    "all-from-one": REFERENCE.replace("start = first", "start = 1"),
}
EQUIVALENT = {"3 → 4": "a fourth number is an error or not looked at"}


def sample(draws: Draws) -> dict[str, Any]:
    return {"stride": draws.integer(2, 7), "seed": draws.integer(1, 10**9)}


def _slips(slips: list[tuple[int, int, int]]) -> str:
    return f"{len(slips)}\n" + "".join(f"{first} {last} {most}\n" for first, last, most in slips)


def check_input(values: dict[str, Any], text: str) -> None:
    head, *lines = text.removesuffix("\n").split("\n")
    if not 1 <= int(head) <= 4 or len(lines) != int(head):
        raise ValueError("another number of slips")
    for line in lines:
        first, last, most = map(int, line.split(" "))
        if not 1 <= first <= last <= most <= HIGHEST:
            raise ValueError(f"{line} is not a slip")


def samples(values: dict[str, Any]) -> list[str]:
    draws = Draws("tally-samples", values["seed"])
    slips = []
    for high in (12, 30, 90):
        most = draws.integer(high // 2, high)
        first = draws.integer(most // 2 + 1, most)
        slips.append((first, draws.integer(first, most), most))
    return [_slips(slips)]


def _slip(draws: Draws, high: int) -> tuple[int, int, int]:
    most = draws.integer(high // 2, high)
    first = draws.integer(1, max(1, most // 20))
    return first, draws.integer(most // 3, most), most


def typical(values: dict[str, Any]) -> list[str]:
    draws = Draws("tally-typical", values["seed"])
    kinds = ((1, 30), (2, 100), (3, 1000), (3, 10**4), (2, 10**5), (4, 10**6))
    return [_slips([_slip(draws, high) for _ in range(count)]) for count, high in kinds]


def edge(values: dict[str, Any]) -> list[str]:
    stride = values["stride"]
    return [
        _slips([(1, 1, 1), (1, 2, 2), (2, 2, 2)]),
        _slips([(1, 1, stride), (1, 1, stride + 1), (1, 1, stride + 2), (1, 1, 2 * stride + 1)]),
        _slips([(1, 60, 60), (5, 5, 60), (20, 30, 61)]),
        _slips([(1, 1, HIGHEST)]),
        _slips([(3, 8, 8 * (stride + 1)), (7, 7, 7 * stride + 6), (1, 50, 97)]).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    draws = Draws("tally-large", values["seed"])
    most = draws.integer(HIGHEST - 1000, HIGHEST)
    return [
        _slips([(1, HIGHEST, HIGHEST)]),
        _slips([(draws.integer(1, 1000), most - 5, most), (draws.integer(10**6, 10**7), most, most)]),
    ]


def _plan(values: dict[str, Any], variant: str) -> list[tuple[int, str]]:
    """Return the lines of the plan with the number of boxes around each."""
    arrow, most = "\N{LEFTWARDS ARROW}", "\N{LESS-THAN OR EQUAL TO}"
    return [
        (0, f"total {arrow} 0"),
        (0, "for i from a to b, in steps of 1:"),
        (1, f"j {arrow} i"),
        (1, f"as long as j {most} n:"),
        (2, f"total {arrow} total + {'j' if variant == 'inner' else 'i'}"),
        (2, f"j {arrow} j + {values['stride']} \N{MULTIPLICATION SIGN} i"),
        (0, "the result is total"),
    ]


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    canvas = Canvas(720, 520)
    canvas.rect(20, 20, 680, 480, line=4)
    canvas.rect(56, 146, 610, 276, fill="mist", guide=True)
    canvas.rect(110, 270, 526, 132, fill="white")
    heights = (62, 116, 180, 240, 304, 364, 462)
    for (depth, line), y in zip(_plan(values, variant), heights, strict=True):
        canvas.text(50 + (0, 30, 88)[depth], y, line, anchor="start", size=27)
    return [canvas]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    lines = [line for _, line in _plan(values, variant)]
    return [
        (
            f'A plan of seven lines in a frame. Line 1: "{lines[0]}". Line 2: "{lines[1]}". Below it is a grey box, which holds the line '
            f'"{lines[2]}", the line "{lines[3]}" and a white box with the two lines "{lines[4]}" and "{lines[5]}". Below the grey box '
            f'is the last line: "{lines[6]}".'
        )
    ]
