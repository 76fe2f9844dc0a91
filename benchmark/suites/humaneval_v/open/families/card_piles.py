"""Cards dealt onto piles: which pile takes a card.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import product

from benchmark.authoring.drawing import arrows
from benchmark.authoring.drawing.canvas import Canvas
from benchmark.authoring.drawing.examples import frame
from benchmark.authoring.draws import Draws
from benchmark.authoring.family import Call, Solve, UnfitError
from benchmark.authoring.rivals.orders import NUMBERS, Order, choose, orders
from benchmark.authoring.source import fill

VERSION = 4
KINDS = ("cards",)
TASK_TYPE = "Aggregation"
ASPECTS = ("Mathematical Operations", "Spatial Transformations")
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

MAX_PILES = 7  #: maximum number of piles that fit into the picture
SHOWN_CARDS = 12  #: number of cards of a deal in the picture
TRIES, SECOND_TRIES = 8, 400

Cards = Sequence[tuple[int, ...]]
Piles = list[list[int]]
Reading = tuple[str, str, int, str]  #: keys of FITS and CHOOSES, cards that fill a pile, and a key of LOOKS


def _choose(order: Order, _card: int, piles: Piles) -> list[int]:
    return choose(order, piles)


#: Possible readings of when a card fits on the top of a pile (FITS), of which fitting pile it takes (CHOOSES),
#: and of which piles with room are considered at all (LOOKS).
FITS: dict[str, Callable[[int, int], bool]] = {
    "smaller": lambda card, top: card < top,
    "larger": lambda card, top: card > top,
    "other-kind": lambda card, top: (card + top) % 2 == 1,
    "like-kind": lambda card, top: (card + top) % 2 == 0,
    "near": lambda card, top: abs(card - top) <= NEAR,
    "far": lambda card, top: abs(card - top) > NEAR,
    "anything": lambda _card, _top: True,
}
CHOOSES: dict[str, Callable[[int, Piles], list[int]]] = {
    **{name: partial(_choose, order) for name, order in orders(NUMBERS).items()},
    "nearest": lambda card, piles: min(piles, key=lambda pile: abs(pile[-1] - card)),
    "farthest": lambda card, piles: max(piles, key=lambda pile: abs(pile[-1] - card)),
}
LOOKS: dict[str, slice] = {"all": slice(None), "the last": slice(-1, None), "but the first": slice(1)}
READINGS = {
    "from-the-right": ("smaller", "last"),
    "other-kind": ("other-kind", "first"),
    "larger": ("larger", "first"),
    "smaller": ("smaller", "first"),
}
NEAR = 10  #: maximum difference of two cards that a reader may call near


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
    shown = _shown_deals(most, tuple(tested), draws.integer(1, 10**9))
    return Deals(mutation, most, shown, tuple(dict.fromkeys(tested)))


@lru_cache(maxsize=8)
def _shown_deals(
    most: int, tested: tuple[tuple[int, ...], ...], seed: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Choose two deals that no wrong reading explains; the choice is the same for every mutation."""
    draws = Draws("card_piles", seed)
    wrong = {rule: _wrong_readings(tested, most, *reading) for rule, reading in READINGS.items()}
    for _ in range(TRIES):
        first = _deal_to_show(draws, most)
        left = {rule: _that_make(first, most, rule, readings) for rule, readings in wrong.items()}
        for _ in range(SECOND_TRIES):
            second = _deal_to_show(draws, most)
            if not any(_that_make(second, most, rule, readings) for rule, readings in left.items()):
                return first, second
    raise UnfitError("the deals can be read in another way")


def _deal_to_show(draws: Draws, most: int) -> tuple[int, ...]:
    """Choose a deal whose piles fit into the picture under every rule."""
    while True:
        cards = tuple(draws.sample(range(1, 41), SHOWN_CARDS))
        if all(len(_deal(cards, *reading, most)) <= MAX_PILES for reading in READINGS.values()):
            return cards


def _wrong_readings(tested: Cards, most: int, fits: str, chooses: str) -> list[Reading]:
    """Return the readings that the tests contradict; these have to include all that let piles grow further."""
    right = [_deal(cards, fits, chooses, most) for cards in tested]
    wrong = [other for other in _readings(most) if not _makes(tested, right, other)]
    if not {(fits, chooses, larger, "all") for larger in (most + 1, 99)} <= set(wrong):
        raise UnfitError("full piles do not matter in the tests")
    return wrong


def _that_make(cards: tuple[int, ...], most: int, rule: str, readings: Sequence[Reading]) -> list[Reading]:
    """Return the readings that make the same piles of a deal as a rule."""
    piles = _deal(cards, *READINGS[rule], most)
    return [reading for reading in readings if _makes([cards], [piles], reading)]


def _readings(most: int) -> Iterator[Reading]:
    for looks, chooses in (("all", CHOOSES), ("the last", ["first"]), ("but the first", ["first", "last"])):
        yield from product(FITS, chooses, (most, most + 1, 99), [looks])


def _makes(deals: Cards, results: Sequence[Piles], reading: Reading) -> bool:
    """Whether a reading makes these piles of the deals; it is left at the first card on another pile."""
    for cards, result in zip(deals, results, strict=True):
        place = {card: number for number, pile in enumerate(result) for card in pile}
        piles: Piles = []
        for card in cards:
            _put(card, piles, reading)
            if place[card] >= len(piles) or piles[place[card]][-1] != card:
                return False
    return True


def _deal(cards: Sequence[int], fits: str, chooses: str, most: int, looks: str = "all") -> Piles:
    piles: Piles = []
    for card in cards:
        _put(card, piles, (fits, chooses, most, looks))
    return piles


def _put(card: int, piles: Piles, reading: Reading) -> None:
    fits, chooses, most, looks = reading
    open_piles = [pile for pile in piles if len(pile) < most][LOOKS[looks]]
    fitting = [pile for pile in open_piles if FITS[fits](card, pile[-1])]
    if fitting:
        CHOOSES[chooses](card, fitting).append(card)
    else:
        piles.append([card])


def rivals(deals: Deals) -> dict[str, Solve]:
    return {" ".join(map(str, other)): partial(_dealt, other) for other in _readings(deals.most)}


def _dealt(reading: Reading, cards: Sequence[int]) -> Piles:
    return _deal(cards, *reading)


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
            _card(canvas, 122 + place * 71, y + 62, card, place + 1, 48)
        arrows.arrow(canvas, (60, y + 116), (60, y + 176), stroke="grey", line=4, head=18)
        canvas.text(36, y + 206, "piles", anchor="start")
        for column, pile in enumerate(solve(cards)):
            x = 122 + column * 122
            for level, card in enumerate(pile):
                _card(canvas, x, y + 150 + level * 48, card, cards.index(card) + 1, 80)
            if len(pile) == deals.most:
                foot = y + 150 + (len(pile) - 1) * 48 + 98
                canvas.line((x - 4, foot - 8), (x + 72, foot - 8), stroke="red", line=6)
                canvas.text(x + 34, foot + 14, "full", fill="red", bold=True, size=20)
    return canvas


def _card(canvas: Canvas, x: float, y: float, card: int, order: int, height: float) -> None:
    canvas.rect(x, y, 68, height, fill="white", radius=8)
    canvas.text(x + 22, y + 24, card, bold=True, size=25)
    canvas.text(x + 53, y + 32, order, size=17, fill="blue")


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
