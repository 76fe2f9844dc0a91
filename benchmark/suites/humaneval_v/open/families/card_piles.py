"""Cards dealt onto piles: which pile takes a card.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product

from benchmark.authoring.drawing import arrows
from benchmark.authoring.drawing.canvas import Canvas
from benchmark.authoring.drawing.examples import frame
from benchmark.authoring.draws import Draws
from benchmark.authoring.family import Call, Solve, UnfitError
from benchmark.authoring.source import fill

VERSION = 2
KINDS = ("cards",)
MUTATIONS = ("from-the-right", "other-kind", "larger", "smaller")
EQUIVALENT = {
    "card < pile[-1] → card <= pile[-1]": "all cards are different",
    "card > pile[-1] → card >= pile[-1]": "all cards are different",
}

TEXT = '''\
def solution(cards: list[int]) -> list[list[int]]:
    """
    Cards are dealt one after the other, and each is put on one of the piles on the table or begins a new pile.
    Find the piles at the end, by the two deals in the picture.

    Parameters:
        cards (list[int]): The cards in the order in which they are dealt, each from 1 to 40, all different.

    Returns:
        list[list[int]]: The piles from left to right, each with its cards in the order in which they came.
    """
'''

DEAL = """
def solution(cards: list[int]) -> list[list[int]]:
    piles = []
    for card in cards:
        open_piles = [pile for pile in piles if len(pile) < $most and {fits}]
        if open_piles:
            open_piles[{place}].append(card)
        else:
            piles.append([card])
    return piles
"""
RULES = {
    "from-the-right": ("-1", "card < pile[-1]"),
    "other-kind": ("0", "card % 2 != pile[-1] % 2"),
    "larger": ("0", "card > pile[-1]"),
    "smaller": ("0", "card < pile[-1]"),
}

MAX_PILES = 6  #: maximum number of piles that fit into the picture
TRIES = 60

Cards = Sequence[tuple[int, ...]]
#: Possible readings of when a card fits on the top of a pile (FITS), and of which fitting pile it takes
#: (CHOOSES).
FITS: dict[str, Callable[[int, int], bool]] = {
    "smaller": lambda card, top: card < top,
    "larger": lambda card, top: card > top,
    "other-kind": lambda card, top: (card + top) % 2 == 1,
    "like-kind": lambda card, top: (card + top) % 2 == 0,
    "anything": lambda _card, _top: True,
}
CHOOSES: dict[str, Callable[[int, list[list[int]]], list[int]]] = {
    "leftmost": lambda _card, piles: piles[0],
    "rightmost": lambda _card, piles: piles[-1],
    "lowest": lambda _card, piles: min(piles, key=lambda pile: pile[-1]),
    "highest": lambda _card, piles: max(piles, key=lambda pile: pile[-1]),
    "nearest": lambda card, piles: min(piles, key=lambda pile: abs(pile[-1] - card)),
    "shortest": lambda _card, piles: min(piles, key=len),
    "tallest": lambda _card, piles: max(piles, key=len),
}
#: Possible readings of which piles with room are considered at all.
LOOKS: dict[str, slice] = {"all": slice(None), "the last": slice(-1, None), "the first": slice(1)}
READINGS = {
    "from-the-right": ("smaller", "rightmost"),
    "other-kind": ("other-kind", "leftmost"),
    "larger": ("larger", "leftmost"),
    "smaller": ("smaller", "leftmost"),
}


@dataclass(frozen=True)
class Deals:
    """Parameters: the mutation, the number of cards that fill a pile, and the deals."""

    mutation: str
    most: int
    shown: tuple[tuple[int, ...], ...]
    tested: tuple[tuple[int, ...], ...]


def sample(mutation: str, draws: Draws) -> Deals:
    most = draws.integer(3, 4)
    tested = [(), (draws.integer(1, 40),), *(tuple(draws.sample(range(1, 41), 2)) for _ in range(2))]
    tested += [tuple(draws.sample(range(1, 41), draws.integer(9, 15))) for _ in range(7)]
    tested.append(tuple(draws.sample(range(1, 41), 16)))
    for _ in range(TRIES):
        shown = tuple(tuple(draws.sample(range(1, 41), 10)) for _ in range(2))
        if all(_is_clear(shown, tested, most, *reading) for reading in READINGS.values()):
            return Deals(mutation, most, shown, tuple(dict.fromkeys(tested)))
    raise UnfitError("the deals can be read in another way, or make too many piles to draw")


def _is_clear(shown: Cards, tested: Cards, most: int, fits: str, chooses: str) -> bool:
    """Whether every reading that fits the examples also fits all tests, and full piles matter in both."""
    seen = [_deal(cards, fits, chooses, most) for cards in shown]
    if max(map(len, seen)) > MAX_PILES:
        return False
    right = [_deal(cards, fits, chooses, most) for cards in tested]
    for other in product(FITS, CHOOSES, (most, most + 1, 99), LOOKS):
        shows_it = all(_deal(cards, *other) == piles for cards, piles in zip(shown, seen, strict=True))
        is_right = all(_deal(cards, *other) == piles for cards, piles in zip(tested, right, strict=True))
        larger = other[:2] == (fits, chooses) and other[2] > most and other[3] == "all"
        if (shows_it and not is_right) or (larger and (shows_it or is_right)):
            return False
    return True


def _deal(cards: tuple[int, ...], fits: str, chooses: str, most: int, looks: str = "all") -> list[list[int]]:
    piles: list[list[int]] = []
    for card in cards:
        open_piles = [pile for pile in piles if len(pile) < most][LOOKS[looks]]
        fitting = [pile for pile in open_piles if FITS[fits](card, pile[-1])]
        if fitting:
            CHOOSES[chooses](card, fitting).append(card)
        else:
            piles.append([card])
    return piles


def calls(deals: Deals) -> list[Call]:
    return [(list(cards),) for cards in deals.tested]


def examples(deals: Deals) -> list[Call]:
    return [(list(cards),) for cards in deals.shown]


def reference(deals: Deals) -> str:
    place, fits = RULES[deals.mutation]
    return fill(DEAL.replace("{place}", place).replace("{fits}", fits), most=deals.most)


def picture(deals: Deals, solve: Solve) -> Canvas:
    canvas = Canvas(1000, 900)
    for number, (cards,) in enumerate(examples(deals)):
        y = 15 + number * 440
        frame(canvas, 15, y, 970, 430, title=f"Deal {number + 1}")
        canvas.text(36, y + 86, "dealt", anchor="start")
        for place, card in enumerate(cards):
            _card(canvas, 130 + place * 84, y + 62, card, place + 1, 48)
        arrows.arrow(canvas, (60, y + 116), (60, y + 176), stroke="grey", line=4, head=18)
        canvas.text(36, y + 206, "piles", anchor="start")
        for column, pile in enumerate(solve(cards)):
            x = 130 + column * 142
            for level, card in enumerate(pile):
                _card(canvas, x, y + 150 + level * 48, card, cards.index(card) + 1, 80)
            if len(pile) == deals.most:
                foot = y + 150 + (len(pile) - 1) * 48 + 98
                canvas.line((x - 4, foot - 8), (x + 82, foot - 8), stroke="red", line=6)
                canvas.text(x + 39, foot + 14, "full", fill="red", bold=True, size=20)
    return canvas


def _card(canvas: Canvas, x: float, y: float, card: int, order: int, height: float) -> None:
    canvas.rect(x, y, 78, height, fill="white", radius=8)
    canvas.text(x + 26, y + 24, card, bold=True, size=26)
    canvas.text(x + 63, y + 32, order, size=17, fill="blue")


def describe(deals: Deals, solve: Solve) -> str:
    parts = []
    for number, (cards,) in enumerate(examples(deals), 1):
        order = ", ".join(f"{card} ({place})" for place, card in enumerate(cards, 1))
        piles = "; ".join(
            " ".join(map(str, pile)) + (" with the mark full" if len(pile) == deals.most else "")
            for pile in solve(cards)
        )
        parts.append(f"Deal {number}: dealt {order}. Piles from left to right: {piles}.")
    return (
        "The picture shows two deals. At the top of each lie the dealt cards in a row, with a large number and a "
        "small blue one that gives their order, here in brackets. An arrow leads down to the piles, where the "
        "cards lie on one another, the later ones lower in the picture and on top. A pile with "
        f"{deals.most} cards has a red bar and the word full. {' '.join(parts)}"
    )
