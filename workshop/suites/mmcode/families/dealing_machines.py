"""Two machines change the order of a row of cards, again and again: which card is where at the end.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.problem_families.trial import Solvers, solvers, with_changes
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas

VERSION = 1
TITLE = "Card Machines"
LEVEL = "long"
CATEGORY = "linear-data-structure"
PICTURES = (("linear-data-structure",), ("linear-data-structure",))
VARIANTS = ("under", "on-top")
COMPARE = "tokens"

MOST_CARDS, MOST_TIMES, MOST_LETTERS, MOST_PLACES = 1000, 10**18, 20, 20

STATEMENT = """
A factory checks playing cards with two machines, A and B. A row of cards goes into a machine, and the same cards come out in a row
with another order. A machine works in the same way each time, and it does not look at what is printed on the cards.

The first picture shows machine A at work. At the top is the row before, and at the bottom is the row after. The piles between
them are what the machine builds from the cards, which it takes one by one from the left end of the row. Then it takes
up one whole pile after the other, each from its top card to its bottom card, and lays the cards down in a row from the left to the
right. It always builds the same number of piles and takes them up in the same order; with few cards some piles stay empty.

![image](1.png)

Machine B takes the cards one by one too, but from both ends of the row, and lays them down in a new row from the left to the right.
From which ends it takes them follows a pattern of at most five ends, which begins anew with each row and is repeated until no card is left. The
second picture shows two rows, and below each of them the row that machine B makes of it.

![image](2.png)

A row of n cards has the numbers 1 to n from the left to the right. A program is a word of letters: the row goes through the machines
that the letters name, one after the other. The whole program is carried out t times. Find out which cards then lie
in some places of the row.

Input

The first line has three whole numbers n, t and q (1 <= n <= 1000, 1 <= t <= 10^18, 1 <= q <= 20). The second line has the program: a
word of 1 to 20 letters A and B. The third line has q whole numbers from 1 to n: places in the row, counted from the left.

Output

Print a line with q numbers, separated by spaces: the cards in these places.
"""

REFERENCE = """
from collections import deque


def solution(text: str) -> str:
    ends = $ends
    head, program, places = text.strip().split("\\n")
    cards, times, _ = map(int, head.split())
    row = list(range(cards))
    for machine in program:
        if machine == "A":
            piles = [row[first::$piles] for first in $order]
            row = [card for pile in piles for card in $change]
        else:
            rest = deque(row)
            row = []
            while rest:
                from_left = ends[len(row) % len(ends)] == "L"
                row.append(rest.popleft() if from_left else rest.pop())
    found = []
    for place in places.split():
        cycle = [int(place) - 1]
        while row[cycle[-1]] != cycle[0]:
            cycle.append(row[cycle[-1]])
        found.append(cycle[times % len(cycle)] + 1)
    return " ".join(map(str, found))
"""
CHANGE = {"under": "pile", "on-top": "pile[::-1]"}

WRONG = {
    "places-of-cards": REFERENCE.replace("cycle[times % len(cycle)]", "cycle[-times % len(cycle)]"),
    "piles-from-the-left": REFERENCE.replace("for first in $order]", "for first in sorted($order)]"),
    "program-once": REFERENCE.replace("cycle[times % len(cycle)]", "cycle[1 % len(cycle)]"),
    "program-backwards": REFERENCE.replace("for machine in program:", "for machine in program[::-1]:"),
    "ends-in-turn": REFERENCE.replace("ends = $ends", 'ends = {"L": "LR", "R": "RL"}[$ends[0]]'),
    "blocks-of-cards": REFERENCE.replace(
        "row[first::$piles] for first in $order",
        "row[first * (cards // $piles + 1):(first + 1) * (cards // $piles + 1)] for first in $order",
    ),
}  # fmt: skip


PATTERNS = (
    "LLR",
    "LRR",
    "RRL",
    "RLL",
    "LLLR",
    "LRRR",
    "RRRL",
    "RLLL",
    "LRRL",
    "RLLR",
    "LLRLR",
    "RRLRL",
    "LRLLR",
)


def sample(draws: Draws) -> dict[str, Any]:
    piles = draws.integer(3, 5)
    order = draws.shuffled(range(piles))
    if order in (sorted(order), sorted(order)[::-1]):
        raise UnfitError("the order of the piles is too simple")
    values = {"piles": piles, "order": order, "ends": draws.choice(PATTERNS)}
    solve = solvers(with_changes(REFERENCE, CHANGE), values)
    shown: list[str] = []
    for low, high, letters, most in ((piles + 3, 12, 2, 1), (8, 16, 3, 5), (30, 50, 6, 10**6)):
        for _ in range(200):
            cards, times = draws.integer(low, high), draws.integer(most // 2 + 1, most)
            program = draws.text("AB", draws.integer(2, letters))
            if set(program) == {"A", "B"} and len(same := _same(solve, cards, times, program, draws)) >= 2:
                shown.append(_input(cards, times, program, same))
                break
    if len(shown) < 3:
        raise UnfitError("no rows for the samples")
    return {**values, "shown": shown, "seed": draws.integer(1, 10**9)}


def _same(solve: Solvers, cards: int, times: int, program: str, draws: Draws) -> list[int]:
    """Return some places in which the same card lies under both variants."""
    text = _input(cards, times, program, list(range(1, cards + 1)))
    rows = [function(text).split() for function in solve.values()]
    places = [place for place, found in enumerate(zip(*rows, strict=True), 1) if len(set(found)) == 1]
    return draws.shuffled(places)[:4]


def _input(cards: int, times: int, program: str, places: list[int]) -> str:
    return f"{cards} {times} {len(places)}\n{program}\n{' '.join(map(str, places))}\n"


def check_input(values: dict[str, Any], text: str) -> None:
    head, program, line = text.removesuffix("\n").split("\n")
    cards, times, count = map(int, head.split(" "))
    places = [int(word) for word in line.split(" ")]
    if head != f"{cards} {times} {count}" or line != " ".join(map(str, places)):
        raise ValueError("a number is not written in the usual way")
    if not (
        1 <= cards <= MOST_CARDS and 1 <= times <= MOST_TIMES and 1 <= count == len(places) <= MOST_PLACES
    ):
        raise ValueError("a number is out of range")
    if not 1 <= len(program) <= MOST_LETTERS or set(program) - set("AB"):
        raise ValueError("a wrong program")
    if not all(1 <= place <= cards for place in places):
        raise ValueError("a place outside of the row")


def samples(values: dict[str, Any]) -> list[str]:
    return list(values["shown"])


def _drawn(values: dict[str, Any], name: str, shapes: tuple[tuple[int, int, int], ...]) -> list[str]:
    draws = Draws("dealing_machines", values["seed"], name)
    inputs = []
    for cards, times, letters in shapes:
        program = "".join(draws.shuffled("AB" + draws.text("AB", letters - 2)))
        places = draws.sample(range(1, cards + 1), min(cards, MOST_PLACES))
        inputs.append(_input(cards, draws.integer(times // 2, times), program, places))
    return inputs


def typical(values: dict[str, Any]) -> list[str]:
    shapes = ((7, 2, 2), (10, 4, 3), (15, 20, 4), (26, 100, 5), (52, 10**6, 7), (100, 10**9, 10))
    return _drawn(values, "typical", shapes)


def edge(values: dict[str, Any]) -> list[str]:
    """Return one card; each machine once; fewer cards than piles; the most cards, and no last newline."""
    piles = values["piles"]
    some = list(range(1, 21))
    return [
        _input(1, MOST_TIMES, "AB", [1]),
        _input(20, 1, "A", some),
        _input(20, 1, "B", some),
        _input(piles - 1, 1, "A", some[: piles - 1]),
        _input(piles + 1, 3, "AAB", some[: piles + 1]),
        _input(17, MOST_TIMES, "BA", [3, 3, 17, 1, 3]).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    shapes = ((MOST_CARDS, MOST_TIMES, 20), (MOST_CARDS - 1, MOST_TIMES, 19), (768, MOST_TIMES, 3))
    return _drawn(values, "large", shapes)


CARD, STEP = 54.0, 62.0


def _card(canvas: Canvas, x: float, y: float, number: int, height: float = 70) -> None:
    """Draw a card with its middle at a point."""
    canvas.rect(x - CARD / 2, y - height / 2, CARD, height, fill="white", line=3, radius=7)
    canvas.text(x, y, number, bold=True, size=25)


def _row(canvas: Canvas, left: float, y: float, row: list[int]) -> None:
    for place, number in enumerate(row):
        _card(canvas, left + STEP * (place + 0.5), y, number)


def _piles(values: dict[str, Any], variant: str) -> list[list[int]]:
    """Return the cards of each pile of the first picture, from the top card to the bottom card."""
    numbers = list(range(1, 3 * values["piles"]))
    piles = [numbers[first :: values["piles"]] for first in range(values["piles"])]
    return piles if variant == "under" else [pile[::-1] for pile in piles]


def _taken(values: dict[str, Any], cards: int) -> list[int]:
    """Return the row that machine B makes of a row."""
    rest, row = list(range(1, cards + 1)), list[int]()
    while rest:
        row.append(rest.pop(0 if values["ends"][len(row) % len(values["ends"])] == "L" else -1))
    return row


#: Cards in the two rows of the second picture.
SIZES = (13, 8)


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    piles = _piles(values, variant)
    cards = 3 * len(piles) - 1
    width = round(STEP * cards) + 40
    first = Canvas(width, 620)
    _row(first, 20, 55, list(range(1, cards + 1)))
    for number, pile in enumerate(piles):
        x = width / 2 + 130 * (number - (len(piles) - 1) / 2)
        for place, card in enumerate(pile):
            _card(first, x, 342 - 56.0 * (len(pile) - 1 - place), card, 50)
        first.line((x - 44, 380), (x + 44, 380), line=5)
    arrows.arrow(first, (width / 2, 105), (width / 2, 185), line=6, head=26)
    arrows.arrow(first, (width / 2, 400), (width / 2, 500), line=6, head=26)
    _row(first, 20, 560, [card for number in values["order"] for card in piles[number]])
    second = Canvas(round(STEP * SIZES[0]) + 40, 570)
    for number, size in enumerate(SIZES):
        left, top = 20 + STEP * (SIZES[0] - size) / 2, 55 + 300.0 * number
        _row(second, left, top, list(range(1, size + 1)))
        arrows.arrow(second, (second.width / 2, top + 45), (second.width / 2, top + 115), line=6, head=26)
        _row(second, left, top + 160, _taken(values, size))
    return [first, second]


def _words(row: list[int]) -> str:
    return " ".join(map(str, row))


def describe(values: dict[str, Any], variant: str) -> list[str]:
    piles = _piles(values, variant)
    cards = 3 * len(piles) - 1
    after = [card for number in values["order"] for card in piles[number]]
    rows = [
        f"a row of cards with the numbers {_words(list(range(1, size + 1)))} from left to right, an arrow down, and a row with the "
        f"numbers {_words(_taken(values, size))}"
        for size in SIZES
    ]
    return [
        (
            f"At the top lies a row of cards with the numbers {_words(list(range(1, cards + 1)))} from left to right. An arrow leads down to "
            f"{len(piles)} piles of cards that stand side by side, each on a line. From left to right, and each from its top card to "
            f"its bottom card, the piles are: {'; '.join(_words(pile) for pile in piles)}. Another arrow leads down to a row of cards "
            f"with the numbers {_words(after)} from left to right."
        ),
        (
            "Two examples, one below the other. Each has a row of cards, and an arrow from it to another row. "
            f"At the top: {rows[0]}. At the bottom: {rows[1]}."
        ),
    ]
