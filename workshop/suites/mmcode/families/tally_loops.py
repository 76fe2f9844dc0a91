"""A clerk lays rods and cuts strips in two loops, for ranges that no clerk can finish.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws
from workshop.drawing.canvas import Canvas

VERSION = 2
TITLE = "Tally Loops"
LEVEL = "medium"
CATEGORY = "pseudocode"
PICTURES = (("pseudocode",),)
VARIANTS = ("inner", "outer")
COMPARE = "tokens"

HIGHEST = 10**9

STATEMENT = """
A clerk works with rods. Their lengths are 1, 2, 3 and so on, and there are as many of each as are wanted. For three numbers a, b and n on a
slip of paper, the clerk takes every length from a to b, one after the other. For each he lays rods of this length end to end on a
board, which is n long and begins at its left end. He sets red pegs where rods end, and cuts a blue strip for each peg. He goes on to the right
as long as there is a place for the next peg on the board; its right end is such a place, too. The result for the slip is the length of all strips
together.

![image](1.png)

The picture shows the work for two lengths on boards of two lengths. The strip for a peg lies below it, at the end of the dashed line.

The work went well as long as the numbers were small. Today there is a heap of slips with numbers so large that the clerk
would sit there for years. Find the results for all slips. A result can have many digits.

Input

The first line has a whole number s, the number of slips (1 <= s <= 4). Each of the next s lines has three whole numbers a, b
and n with spaces between them (1 <= a <= b <= n <= 10^9).

Output

For each slip, print a line with the length of all its strips together.
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


_LEFT = 50.0  #: left end of both boards, px


def _boards(values: dict[str, Any]) -> list[tuple[float, float]]:
    """Return the length of a rod in px, and of its board in rods: the next peg is beyond it, or the last at its end."""
    stride = values["stride"]
    rod = min(64.0, 900 / (3 * stride + 0.5))
    return [(rod, 3 * stride + 0.5), (1.5 * rod, stride + 1.0)]


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    canvas = Canvas(1000, 510)
    y = 50.0
    for rod, board in _boards(values):
        canvas.rect(_LEFT, y, rod * board, 44, fill="mist", line=4)
        for place in range(int(board)):
            canvas.rect(_LEFT + rod * place, y + 8, rod, 28, fill="yellow")
        for row, place in enumerate(range(1, int(board) + 1, values["stride"])):
            x, low = _LEFT + rod * place, y + 76 + 46 * row
            canvas.line((x, y), (x, low), dashed=True)
            canvas.circle(x, y, 11, fill="red")
            long = rod * (place if variant == "inner" else 1)
            canvas.rect(x - long, low, long, 28, fill="sky")
        y = 320.0
    return [canvas]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    stride = values["stride"]
    strip = (
        "from the left end of the board to below the peg"
        if variant == "inner"
        else "below the one rod that ends at the peg"
    )
    return [
        (
            f"Two boards. On the first one lie {3 * stride} short yellow rods, end to end from its left end, and half the length of a rod stays free. There are red "
            f"pegs at the right ends of the rods 1, {stride + 1} and {2 * stride + 1}, from the left. On the second board lie {stride + 1} longer rods, which fill it, and "
            f"the pegs are at the right ends of rod 1 and of the last rod. Below a board is a blue strip for each peg, each in a line of its own, and each lies {strip}. "
            "Dashed lines lead from the pegs down to the right ends of the strips."
        )
    ]
