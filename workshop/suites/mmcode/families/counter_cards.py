"""Cards lie across each other on a counter of glass; letters are seen from above, numbers from below.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from typing import Any

from benchmark.core.draws import Draws
from workshop.drawing.canvas import Canvas
from workshop.drawing.items import Point
from workshop.suites.mmcode.families._card_heap import Heap, heap_of

VERSION = 1
TITLE = "Cards on the Glass Counter"
CATEGORY = "2d-geometry"
PICTURES = (("2d-geometry",), ("2d-geometry",))
VARIANTS = ("mirrored", "turned-over", "quarter-turn", "half-size", "any-angle")
DIAL = dict(zip(VARIANTS, "12345", strict=True))
COMPARE = "tokens"
LOOK = "panels"

STATEMENT = """
Cards of paper lie on a counter of glass, many of them across each other. Each card has a letter on its front, which looks up, and a
number on its back, which looks down. A magpie takes cards away, one after the other.

The first picture shows the counter from above, before the first card is taken.

![image](1.png)

The second picture shows the same cards at the same moment from below, through the glass, by somebody who looks up. It can have another
size, and it can be turned. A yellow corner of the counter is the same corner in both pictures. If there is none, only the cards
show how the picture is turned. Letters and numbers are always written upright.

![image](2.png)

A card is free if no other card lies on it, not even on a small part of it. A card can lie on another one where the pictures do
not show it only if this follows from what they show: if A lies on B and B lies on C, then A counts as lying on C.

The magpie has a list of all letters from A to R, in the order in which it likes them. It always takes the free card whose letter
stands first in its list. A letter of the list that is on no card is skipped.

Input

One line with an integer k (1 <= k <= 18) and, after a space, the list: the letters from A to R, each of them once, without
spaces between them.

Output

Print the numbers of the first k cards that the magpie takes, in the order in which it takes them, with a space between them. If there
are fewer than k cards, print the numbers of all of them.
"""

_PROGRAM = """
def solution(text):
    count, liked = text.split()
    backs = $backs
    left = [letter for letter in liked if letter in backs]
    taken = []
    while left and len(taken) < int(count):
        free = [letter for letter in left if not any(other + letter in $above.split() for other in left)]
        left.remove(free[0])
        taken.append(backs[free[0]])
    return " ".join(taken)
"""
REFERENCE = {
    name: _PROGRAM.replace("$backs", f"$backs{level}").replace("$above", f"$above{level}")
    for name, level in DIAL.items()
}
WRONG = {
    "takes-any-card": {
        name: text.replace("not any(", "any([]) or not any([]) or (") for name, text in REFERENCE.items()
    },
    "from-below": {
        name: text.replace("other + letter", "letter + other") for name, text in REFERENCE.items()
    },
}
EQUIVALENT = {"for letter in liked if letter in backs → *": "at level 5 each letter of the list is on a card"}
LETTERS = "ABCDEFGHIJKLMNOPQR"
#: Of each level: cards, the length of all cards or 0 if they differ, px, scale of the view from below, and the angles by
#: which it may be turned.
_LEVELS = {
    1: (6, 0, 1.0, (0,)),
    2: (9, 0, 0.9, (180,)),
    3: (12, 200, 0.9, (90, 270)),
    4: (16, 184, 0.75, (30, 60, 120, 150, 210, 240, 300, 330)),
    5: (18, 172, 0.78, tuple(angle for angle in range(15, 360, 10) if angle % 90 > 20)),
}
WIDE, HIGH = 920, 700  #: of the counter, px
_EDGE = 20  #: around the counter, px


def sample(draws: Draws) -> dict[str, Any]:
    values: dict[str, Any] = {"seed": draws.integer(1, 10**9)}
    numbers = draws.sample(range(10, 100), 20)
    for level, (count, long, _, angles) in _LEVELS.items():
        heap = heap_of(draws, count, (WIDE, HIGH), long)
        letters = [*draws.shuffled(LETTERS[1:count]), "A"]
        backs = dict(zip(letters, [*draws.shuffled(numbers[1:])[: count - 1], numbers[0]], strict=True))
        above = [letters[upper] + letters[lower] for upper, lower in heap.straight]
        values |= {
            f"heap{level}": heap, f"letters{level}": letters, f"angle{level}": draws.choice(angles),
            f"backs{level}": {letter: str(backs[letter]) for letter in sorted(backs)}, f"above{level}": " ".join(sorted(above)),
        }  # fmt: skip
    return values


def check_input(_values: dict[str, Any], text: str) -> None:
    count, liked = text.removesuffix("\n").split(" ")
    if not 1 <= int(count) <= len(LETTERS) or sorted(liked) != [*LETTERS]:
        raise ValueError("not a number from 1 to 18 and all letters")


def _line(count: int, liked: list[str]) -> str:
    return f"{count} {''.join(liked)}\n"


def samples(_values: dict[str, Any]) -> list[str]:
    return [_line(1, [*LETTERS])]


def _drawn(values: dict[str, Any], name: str, counts: list[int]) -> list[str]:
    draws = Draws("counter_cards", values["seed"], name)
    return [_line(count, draws.shuffled(LETTERS)) for count in counts]


def typical(values: dict[str, Any]) -> list[str]:
    return _drawn(values, "typical", [5, 6, 6, 7, 8, 9, 10, 12, 14, 16])


def edge(values: dict[str, Any]) -> list[str]:
    return [
        *_drawn(values, "edge", [1, 2, 3]),
        _line(17, [*reversed(LETTERS)]),
        _line(18, [*LETTERS[7:], *LETTERS[:7]]).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    return _drawn(values, "large", [18, 18, 18, 18, 18, 18, 18, 17])


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    level = int(DIAL[variant])
    heap: Heap = values[f"heap{level}"]
    _, _, scale, _ = _LEVELS[level]
    top = Canvas(WIDE + 2 * _EDGE, HIGH + 2 * _EDGE)
    angle = math.radians(values[f"angle{level}"])
    cos, sin = math.cos(angle), math.sin(angle)
    across = scale * (abs(WIDE * cos) + abs(HIGH * sin)) + 2 * _EDGE
    down = scale * (abs(WIDE * sin) + abs(HIGH * cos)) + 2 * _EDGE
    low = Canvas(math.ceil(across), math.ceil(down))

    def above(x: float, y: float) -> Point:
        return x + _EDGE, y + _EDGE

    def below(x: float, y: float) -> Point:
        dx, dy = scale * (WIDE / 2 - x), scale * (y - HIGH / 2)
        return across / 2 + dx * cos - dy * sin, down / 2 + dx * sin + dy * cos

    order, letters, backs = range(len(heap.cards)), values[f"letters{level}"], values[f"backs{level}"]
    for canvas, place, cards in ((top, above, order), (low, below, order[::-1])):
        if level < 5:
            canvas.polygon(
                [place(x, y) for x, y in ((0, 0), (WIDE, 0), (WIDE, HIGH), (0, HIGH))], fill="mist", line=3
            )
        if level < 4:
            canvas.polygon([place(x, y) for x, y in ((0, 0), (54, 0), (0, 54))], fill="yellow", line=3)
        for card in cards:
            canvas.polygon([place(x, y) for x, y in heap.cards[card]], fill="white", line=3)
        for card in cards:
            text = letters[card] if canvas is top else backs[letters[card]]
            canvas.text(
                *place(*(heap.tops if canvas is top else heap.lows)[card]),
                text,
                size=23 if canvas is top else 22,
                bold=True,
            )
    return [top, low]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    level = int(DIAL[variant])
    heap: Heap = values[f"heap{level}"]
    letters, backs = values[f"letters{level}"], values[f"backs{level}"]
    pairs = ", ".join(f"{letters[upper]} on {letters[lower]}" for upper, lower in heap.above)
    cards = ", ".join(f"{backs[letter]} on the back of {letter}" for letter in sorted(letters))
    count, angle = len(letters), values[f"angle{level}"]
    view = f"A counter, seen from above, and {count} white cards with letters that lie across each other"
    other = f"The same counter and cards, seen from below, so in a mirror, and turned by {angle} degrees"
    return [
        f"{view}. What lies on what, straight or with others between, is: {pairs}.",
        f"{other}. Now the numbers on the backs are seen, each where its card is: {cards}.",
    ]
