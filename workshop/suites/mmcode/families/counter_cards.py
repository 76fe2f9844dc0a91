"""Cards lie across each other on a counter of glass; letters are seen from above, numbers from below.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.drawing.canvas import Canvas
from workshop.drawing.items import Point
from workshop.suites.mmcode.families import _magpie as magpie
from workshop.suites.mmcode.families import _magpie_pictures as drawn
from workshop.suites.mmcode.families._card_heap import Heap, heap_of
from workshop.suites.mmcode.families._magpie_programs import program

VERSION = 1
TITLE = "Cards on the Glass Counter"
CATEGORY = "2d-geometry"
PICTURES = (("2d-geometry",), ("2d-geometry",))
VARIANTS = ("mirrored", "turned-over", "quarter-turn", "half-size", "any-angle")
DIAL = dict(zip(VARIANTS, "12345", strict=True))
COMPARE = "tokens"
LOOK = "panels"
RENUMBERED = {"half-size": 6, "any-angle": 7}  #: those before them had no signs

STATEMENT = """
Cards of paper lie on a counter of glass, many of them across each other. Each card has a letter on its front, which looks up, and a
number on its back, which looks down. A magpie takes cards away, one after the other.

The first picture shows the counter from above, before the first card is taken.

![image](1.png)

The second picture shows the same cards at the same moment from below, through the glass. It can have another size, and it can be turned.
A yellow corner of the counter is the same corner in both pictures. If there is none, only the cards show how the picture is turned.
Letters and numbers are always written upright.

![image](2.png)

A card is free if no other card lies on it, not even on a small part of it. A card can lie on another one where the pictures do
not show it only if this follows from what they show: if A lies on B and B lies on C, then A counts as lying on C, also when B is gone.

The magpie has a list of all letters from A to R, in the order in which it likes them. It always takes the free card whose letter
stands first in its list. A letter of the list that is on no card is skipped.

If there are rings or squares around letters or numbers, they change this. A ring on the front, a square on the front, a ring on
the back and a square on the back each do one thing, whatever the other side shows. Either it holds at any time: the place of the card
among free ones or in the list, whether it is free also under others, or whether it keeps others from being free. Or it happens when the
card is taken, each time, only the first time, or every second time: how the list is read, where reading begins, or whether the
cards that lay under it come first or last, for one choice or from then on; or the magpie drops the card, which it has taken but does
not keep. Then small heaps in frames show what each does: the first picture shows them from above, the second one from below, each
turned, maybe in another order, with the numbers of all cards that the magpie keeps, in order. There its list is the alphabet.

Input

One line with an integer k (1 <= k <= 18) and, after a space, the list: the letters from A to R, each of them once, without
spaces between them.

Output

Print the numbers of the first k cards that the magpie takes and keeps, in this order, with a space between them. If there are fewer, print
the numbers of all of them.
"""

REFERENCE = {name: program(int(level)) for name, level in DIAL.items()}
WRONG = {
    "takes-any-card": {
        name: text.replace("not any(", "any([]) or not any([]) or (").replace("len(on) <=", "0 * len(on) <=")
        for name, text in REFERENCE.items()
    },
    "from-below": {
        name: text.replace("other + letter", "letter + other") for name, text in REFERENCE.items()
    },
}
EQUIVALENT = {
    "for letter in liked if letter in backs → *": "at level 5 each letter of the list is on a card",
    "'* * * *' → '*~'": "the last pair follows from others, or the last card with a sign is of no matter",
    "drops += card in * → drops -= card in *": "the number is odd in both",
    "turns += card in * → turns -= card in *": "if each card with the sign turns the list, the number is odd in both",
}
LETTERS = "ABCDEFGHIJKLMNOPQR"
#: Of each level: cards, the length of all cards or 0 if they differ, px, scale of the view from below, and the angles by
#: which it may be turned.
_LEVELS = {
    1: (6, 0, 1.0, (0,)),
    2: (9, 0, 0.9, (180,)),
    3: (12, 200, 0.9, (90, 270)),
    4: (16, 184, 0.65, (30, 60, 120, 150, 210, 240, 300, 330)),
    5: (18, 172, 0.65, tuple(angle for angle in range(15, 360, 10) if angle % 90 > 20)),
}
_ABOVE = 0.73  #: scale of the view from above where small heaps are below it
WIDE, HIGH = 920, 700  #: of the counter, px
_EDGE = 20  #: around the counter, px


def sample(draws: Draws) -> dict[str, Any]:
    values: dict[str, Any] = {"seed": draws.integer(1, 10**9)}
    numbers = draws.sample(range(10, 100), 20)
    for level, (count, long, scale, angles) in _LEVELS.items():
        own = draws if level < 4 else Draws("counter_cards", values["seed"], level)
        heap = heap_of(own, count, (WIDE, HIGH), long, 5 + (level > 3))
        letters = [*own.shuffled(LETTERS[1:count]), "A"]
        backs = dict(zip(letters, [*own.shuffled(numbers[1:])[: count - 1], numbers[0]], strict=True))
        pairs = heap.above if level > 3 else heap.straight
        values |= {
            f"heap{level}": heap, f"letters{level}": letters, f"angle{level}": own.choice(angles if level < 4 else drawn.low_angles(heap, scale, angles)),
            f"above{level}": " ".join(sorted(letters[upper] + letters[lower] for upper, lower in pairs)),
        }  # fmt: skip
        if level > 3:
            values |= _signs(own, level, heap, letters)
            first = values[f"first{level}"]
            backs = {letter: backs[{first: "A", "A": first}.get(letter, letter)] for letter in letters}
        values[f"backs{level}"] = {letter: str(backs[letter]) for letter in sorted(backs)}
    values["unique_among"] = {
        name: magpie.space(int(level) - 1).size for name, level in DIAL.items() if level > "3"
    }
    values["unique_among"] |= dict.fromkeys(VARIANTS[:3], 0)
    return values


def _signs(draws: Draws, level: int, heap: Heap, letters: list[str]) -> dict[str, Any]:
    """Return signs of the cards, each of which changes most results, and small heaps that show what they do."""
    lists = [[*map(LETTERS.index, letters)], *(draws.shuffled(range(len(letters))) for _ in range(12))]
    heaps: list[Heap] = []
    while len(heaps) < 8:
        heaps += [some for some in [heap_of(draws, 6, magpie.SMALL, 150, 6)] if drawn.angles_of(some)]
    for _ in range(100):
        rule, worn = magpie.drawn_rule(draws, level), magpie.signs_of(draws, len(letters), level - 1)
        asked = [magpie.call_of(heap, ranks, worn) for ranks in lists]
        rules = [rule, *({**rule, sign: 0} for sign in rule)]
        right, *others = zip(*(magpie.kept_by(rules, call) for call in asked), strict=True)
        if any(
            sum(one[:9] == own[:9] for one, own in zip(other, right, strict=True)) > 7 for other in others
        ):
            continue
        if min(sum(card in kept for kept in right) for card in range(len(letters))) < 4:
            continue
        try:
            smalls = magpie.small_heaps(draws, heaps, rule, asked)
        except UnfitError:
            continue
        order = [(place, draws.choice(drawn.angles_of(heap))) for place, heap in enumerate(heaps)]
        found = {
            "first": letters[right[0][0]],
            "rule": rule,
            "worn": worn,
            "smalls": smalls,
            "order": draws.shuffled(order) if level == 5 else order,
            **magpie.tables(rule, letters, worn),
        }
        return {f"{key}{level}": value for key, value in found.items()}
    raise UnfitError("no signs that all matter")


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


def _counters(scale: float, angle: int) -> list[tuple[Canvas, drawn.Place]]:
    """Return the pictures of an empty counter from above and from below, and the functions of their places."""
    cos, sin = (part(math.radians(angle)) for part in (math.cos, math.sin))
    across = scale * (abs(WIDE * cos) + abs(HIGH * sin)) + 2 * _EDGE
    down = scale * (abs(WIDE * sin) + abs(HIGH * cos)) + 2 * _EDGE

    def above(x: float, y: float) -> Point:
        return x + _EDGE, y + _EDGE

    def below(x: float, y: float) -> Point:
        dx, dy = scale * (WIDE / 2 - x), scale * (y - HIGH / 2)
        return across / 2 + dx * cos - dy * sin, down / 2 + dx * sin + dy * cos

    views: list[tuple[Canvas, drawn.Place]] = [
        (Canvas(WIDE + 2 * _EDGE, HIGH + 2 * _EDGE), above),
        (Canvas(math.ceil(across), math.ceil(down)), below),
    ]
    for canvas, place in views:
        corners = [place(x, y) for x, y in ((0, 0), (WIDE, 0), (WIDE, HIGH), (0, HIGH))]
        canvas.polygon(corners, fill="mist", line=3)
        canvas.polygon([place(x, y) for x, y in ((0, 0), (54, 0), (0, 54))], fill="yellow", line=3)
    return views


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    level = int(DIAL[variant])
    heap: Heap = values[f"heap{level}"]
    letters, backs = values[f"letters{level}"], values[f"backs{level}"]
    scale, angle = _LEVELS[level][2], values[f"angle{level}"]
    if level > 3:
        turned = drawn.turned(_ABOVE, 0, mirrored=False), drawn.turned(scale, angle, mirrored=True)
        views = drawn.with_small_heaps(heap, values[f"smalls{level}"], values[f"order{level}"], turned)
    else:
        views = _counters(scale, angle)
    worn = values.get(f"worn{level}", [0] * len(letters))
    for number, (canvas, place) in enumerate(views):
        texts = [backs[letter] for letter in letters] if number else letters
        drawn.draw_cards(canvas, heap, place, texts, worn, 23 - number - 2 * (level > 3), below=bool(number))
    return [canvas for canvas, _ in views]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    level = int(DIAL[variant])
    heap: Heap = values[f"heap{level}"]
    letters, backs = values[f"letters{level}"], values[f"backs{level}"]
    pairs = ", ".join(f"{letters[upper]} on {letters[lower]}" for upper, lower in heap.above)
    cards = ", ".join(f"{backs[letter]} on the back of {letter}" for letter in sorted(letters))
    count, angle = len(letters), values[f"angle{level}"]
    view = f"A counter, seen from above, and {count} white cards with letters that lie across each other"
    other = f"The same counter and cards, seen from below, so in a mirror, and turned by {angle} degrees"
    more = ["", ""]
    if level > 3:
        texts = letters, [backs[letter] for letter in letters]
        parts = values[f"worn{level}"], values[f"smalls{level}"], values[f"order{level}"]
        more = [drawn.words(texts[below], *parts, below=bool(below)) for below in (0, 1)]
    return [
        f"{view}. What lies on what, straight or with others between, is: {pairs}.{more[0]}",
        f"{other}. Now the numbers on the backs are seen, each where its card is: {cards}.{more[1]}",
    ]
