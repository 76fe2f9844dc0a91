"""Cards dealt onto piles: which pile takes a card.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import product

from benchmark.authoring.family import Call, Solve, UnfitError
from benchmark.authoring.rivals.orders import NUMBERS, Order, choose, orders
from benchmark.authoring.source import fill
from benchmark.core.draws import Draws
from benchmark.drawing import arrows
from benchmark.drawing.canvas import Canvas
from benchmark.drawing.examples import frame

VERSION = 5
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
    The card with one of the numbers is golden; the picture shows which. Find the piles at the end, by the two
    deals in the picture.

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
        if open_piles and card != $golden:
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
#: Keys of FITS and CHOOSES, cards that fill a pile, a key of LOOKS, and one of GOLDEN.
Reading = tuple[str, str, int, str, str]


def _choose(order: Order, _dealt: Sequence[int], piles: Piles) -> list[int]:
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
CHOOSES: dict[str, Callable[[Sequence[int], Piles], list[int]]] = {
    **{name: partial(_choose, order) for name, order in orders(NUMBERS).items()},
    "nearest": lambda dealt, piles: min(piles, key=lambda pile: abs(pile[-1] - dealt[-1])),
    "farthest": lambda dealt, piles: max(piles, key=lambda pile: abs(pile[-1] - dealt[-1])),
    "oldest top": lambda dealt, piles: min(piles, key=lambda pile: dealt.index(pile[-1])),
    "newest top": lambda dealt, piles: max(piles, key=lambda pile: dealt.index(pile[-1])),
}
LOOKS: dict[str, slice] = {"all": slice(None), "the last": slice(-1, None), "but the first": slice(1)}
#: Possible readings of what is special about the golden card.
GOLDEN = (
    "begins a pile",  # the right one
    "nothing", "closes the others", "takes no card", "takes every card", "goes on the first", "goes on the last",
)  # fmt: skip
READINGS = {
    "from-the-right": ("smaller", "last"),
    "other-kind": ("other-kind", "first"),
    "larger": ("larger", "first"),
    "smaller": ("smaller", "first"),
}
NEAR = 10  #: maximum difference of two cards that a reader may call near


@dataclass(frozen=True)
class Deals:
    """Parameters: the mutation, the number of cards that fill a pile, the golden card, and the deals."""

    mutation: str
    most: int
    golden: int
    shown: tuple[tuple[int, ...], ...]
    tested: tuple[tuple[int, ...], ...]


def sample(mutation: str, draws: Draws) -> Deals:
    most = draws.integer(3, 4)
    golden = draws.integer(7, 34)
    tested = [(), (draws.integer(1, 40),), *(tuple(draws.sample(range(1, 41), 2)) for _ in range(2))]
    tested += [_with_golden(draws, golden, draws.integer(9, 15)) for _ in range(6)]
    tested.append(tuple(draws.sample([card for card in range(1, 41) if card != golden], 12)))
    tested.append(_with_golden(draws, golden, 16))
    shown = _shown_deals(most, golden, tuple(tested), draws.integer(1, 10**9))
    return Deals(mutation, most, golden, shown, tuple(dict.fromkeys(tested)))


def _with_golden(draws: Draws, golden: int, count: int) -> tuple[int, ...]:
    """Choose cards with the golden one, which is neither among the first three nor among the last three."""
    cards = draws.sample([card for card in range(1, 41) if card != golden], count - 1)
    cards.insert(draws.integer(3, count - 4), golden)
    return tuple(cards)


@lru_cache(maxsize=8)
def _shown_deals(
    most: int, golden: int, tested: tuple[tuple[int, ...], ...], seed: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Choose two deals that no wrong reading explains; the choice is the same for every mutation."""
    draws = Draws("card_piles", seed)
    wrong = {rule: _wrong_readings(tested, most, golden, *reading) for rule, reading in READINGS.items()}
    for _ in range(TRIES):
        first = _deal_to_show(draws, most, golden)
        left = {rule: _that_make(first, most, golden, rule, readings) for rule, readings in wrong.items()}
        for _ in range(SECOND_TRIES):
            second = _deal_to_show(draws, most, golden)
            if not any(_that_make(second, most, golden, rule, readings) for rule, readings in left.items()):
                return first, second
    raise UnfitError("the deals can be read in another way")


def _deal_to_show(draws: Draws, most: int, golden: int) -> tuple[int, ...]:
    """Choose a deal whose piles fit into the picture under every rule."""
    while True:
        cards = _with_golden(draws, golden, SHOWN_CARDS)
        if all(
            len(_deal(cards, golden, (*rule, most, "all", GOLDEN[0]))) <= MAX_PILES
            for rule in READINGS.values()
        ):
            return cards


def _wrong_readings(tested: Cards, most: int, golden: int, fits: str, chooses: str) -> list[Reading]:
    """Return the readings that the tests contradict; these have to include some that matter most."""
    right = [_deal(cards, golden, (fits, chooses, most, "all", GOLDEN[0])) for cards in tested]
    wrong = [other for other in _readings(most) if not _makes(tested, golden, right, other)]
    matter = {(fits, chooses, larger, "all", GOLDEN[0]) for larger in (most + 1, 99)}
    matter |= {(fits, chooses, most, "all", special) for special in GOLDEN[1:]}
    if not matter <= set(wrong):
        raise UnfitError("full piles or the golden card do not matter in the tests")
    return wrong


def _that_make(
    cards: tuple[int, ...], most: int, golden: int, rule: str, readings: Sequence[Reading]
) -> list[Reading]:
    """Return the readings that make the same piles of a deal as a rule."""
    piles = _deal(cards, golden, (*READINGS[rule], most, "all", GOLDEN[0]))
    return [reading for reading in readings if _makes([cards], golden, [piles], reading)]


def _readings(most: int) -> Iterator[Reading]:
    for looks, chooses in (("all", CHOOSES), ("the last", ["first"]), ("but the first", ["first", "last"])):
        yield from product(FITS, chooses, (most, most + 1, 99), [looks], GOLDEN[:1])
    yield from product(("smaller", "larger", "other-kind"), ("first", "last"), [most], ["all"], GOLDEN[1:])


def _makes(deals: Cards, golden: int, results: Sequence[Piles], reading: Reading) -> bool:
    """Whether a reading makes these piles of the deals; it is left at the first card on another pile."""
    for cards, result in zip(deals, results, strict=True):
        place = {card: number for number, pile in enumerate(result) for card in pile}
        piles: Piles = []
        for dealt, card in enumerate(cards, 1):
            _put(cards[:dealt], golden, piles, reading)
            if place[card] >= len(piles) or piles[place[card]][-1] != card:
                return False
    return True


def _deal(cards: Sequence[int], golden: int, reading: Reading) -> Piles:
    piles: Piles = []
    for dealt in range(1, len(cards) + 1):
        _put(cards[:dealt], golden, piles, reading)
    return piles


def _put(dealt: Sequence[int], golden: int, piles: Piles, reading: Reading) -> None:
    """Put the card that was dealt last on a pile."""
    fits, chooses, most, looks, special = reading
    card = dealt[-1]
    open_piles = [pile for pile in piles if len(pile) < most]
    if card == golden and special != "nothing":
        taking = {"goes on the first": open_piles[:1], "goes on the last": open_piles[-1:]}.get(special, [])
    else:
        fit = FITS[fits]
        taking = [pile for pile in open_piles[LOOKS[looks]] if fit(card, pile[-1])]
        if special == "closes the others":
            begun = next((place for place, pile in enumerate(piles) if pile[0] == golden), 0)
            taking = [pile for pile in taking if pile in piles[begun:]]
        elif special == "takes no card":
            taking = [pile for pile in taking if pile[-1] != golden]
        elif special == "takes every card":
            taking = [pile for pile in open_piles if pile in taking or pile[-1] == golden]
    if taking:
        CHOOSES[chooses](dealt, taking).append(card)
    else:
        piles.append([card])


def rivals(deals: Deals) -> dict[str, Solve]:
    return {
        " ".join(map(str, other)): partial(_dealt, other, deals.golden) for other in _readings(deals.most)
    }


def _dealt(reading: Reading, golden: int, cards: Sequence[int]) -> Piles:
    return _deal(cards, golden, reading)


def calls(deals: Deals) -> list[Call]:
    return [(list(cards),) for cards in deals.tested]


def examples(deals: Deals) -> list[Call]:
    return [(list(cards),) for cards in deals.shown]


def reference(deals: Deals) -> str:
    place, fits = RULES[deals.mutation]
    return fill(DEAL.replace("{place}", place).replace("{fits}", fits), most=deals.most, golden=deals.golden)


def picture(deals: Deals, solve: Solve) -> Canvas:
    canvas = Canvas(1000, 900)
    for number, (cards,) in enumerate(examples(deals)):
        y = 15 + number * 440
        frame(canvas, 15, y, 970, 430, title=f"Deal {number + 1}")
        canvas.text(36, y + 86, "dealt", anchor="start")
        for place, card in enumerate(cards):
            _card(canvas, 122 + place * 71, y + 62, card, place + 1, 48, golden=card == deals.golden)
        arrows.arrow(canvas, (60, y + 116), (60, y + 176), stroke="grey", line=4, head=18)
        canvas.text(36, y + 206, "piles", anchor="start")
        for column, pile in enumerate(solve(cards)):
            x = 122 + column * 122
            for level, card in enumerate(pile):
                order = cards.index(card) + 1
                _card(canvas, x, y + 150 + level * 48, card, order, 80, golden=card == deals.golden)
            if len(pile) == deals.most:
                foot = y + 150 + (len(pile) - 1) * 48 + 98
                canvas.line((x - 4, foot - 8), (x + 72, foot - 8), stroke="red", line=6)
                canvas.text(x + 34, foot + 14, "full", fill="red", bold=True, size=20)
    return canvas


def _card(canvas: Canvas, x: float, y: float, card: int, order: int, height: float, *, golden: bool) -> None:
    canvas.rect(x, y, 68, height, fill="yellow" if golden else "white", radius=8)
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
        "small blue one that gives their order, here in brackets. The card "
        f"{deals.golden} is golden, the others are white. An arrow leads down to the piles, where the "
        "cards lie on one another, the later ones lower in the picture and on top. A pile with "
        f"{deals.most} cards has a red bar and the word full. {' '.join(parts)}"
    )
