"""Cards dealt onto piles: which pile takes a card.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, Solve, UnfitError
from workshop.authoring.rule_space import RuleSpace, count_rules, telling_examples
from workshop.authoring.source import fill
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame
from workshop.suites.humaneval_v.families._card_rules import pile_rules, right_rule

VERSION = 6
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
    The card with one of the numbers is golden; the picture shows which. Find the piles at the end, by the three
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
SPECIAL = ("full", "golden", "after it")  #: parts of a rule that the tests have to try


@dataclass(frozen=True)
class Deals:
    """Parameters: the mutation, the number of cards that fill a pile, the golden card, and the deals."""

    mutation: str
    most: int
    golden: int
    seed: str  #: of the deals in the picture
    tested: tuple[tuple[int, ...], ...]


def sample(mutation: str, draws: Draws) -> Deals:
    most = draws.integer(3, 4)
    golden = draws.integer(7, 34)
    tested = [(), (draws.integer(1, 40),), *(tuple(draws.sample(range(1, 41), 2)) for _ in range(2))]
    tested += [_with_golden(draws, golden, draws.integer(9, 15)) for _ in range(6)]
    tested.append(tuple(draws.sample([card for card in range(1, 41) if card != golden], 12)))
    tested.append(_with_golden(draws, golden, 16))
    return Deals(mutation, most, golden, draws.text("abcdefgh", 16), tuple(dict.fromkeys(tested)))


def _with_golden(draws: Draws, golden: int, count: int) -> tuple[int, ...]:
    """Choose cards with the golden one, which is neither among the first three nor among the last three."""
    cards = draws.sample([card for card in range(1, 41) if card != golden], count - 1)
    cards.insert(draws.integer(3, count - 4), golden)
    return tuple(cards)


def rule_space(deals: Deals) -> RuleSpace:
    return pile_rules(deals.most, deals.golden)


def calls(deals: Deals) -> list[Call]:
    return [(list(cards),) for cards in deals.tested]


def examples(deals: Deals) -> list[Call]:
    return _shown(replace(deals, mutation=""))


@lru_cache(maxsize=4)
def _shown(deals: Deals) -> list[Call]:
    """Choose three deals that leave one rule of the space for every mutation, and whose piles fit into the picture.

    Raises:
        UnfitError: if there are none, or full piles or the golden card do not matter in the tests.
    """
    draws, space, asked = Draws(deals.seed, "shown"), rule_space(deals), calls(deals)
    rules = [right_rule(mutation) for mutation in MUTATIONS]
    for rule in rules:
        others = [{**rule, part: choice} for part in SPECIAL for choice in range(1, space.parts[part])]
        changed = {part: np.array([other[part] for other in others]) for part in space.parts}
        if count_rules(space.agreeing(rule, asked, changed)):
            raise UnfitError("full piles or the golden card do not matter in the tests")
    right = {part: np.array([rule[part] for rule in rules]) for part in space.parts}

    def candidate() -> Call:
        while True:
            call = (list(_with_golden(draws, deals.golden, SHOWN_CARDS)),)
            if space.results(right, call).max() < MAX_PILES:
                return call

    return telling_examples(
        space, rules=rules, asked=asked, shown=[], candidate=candidate, numbers=range(3, 4)
    )


def reference(deals: Deals) -> str:
    place, fits = RULES[deals.mutation]
    return fill(DEAL.replace("{place}", place).replace("{fits}", fits), most=deals.most, golden=deals.golden)


def picture(deals: Deals, solve: Solve) -> Canvas:
    canvas = Canvas(1000, 1002)
    for number, (cards,) in enumerate(examples(deals)):
        y = 8 + number * 331
        frame(canvas, 15, y, 970, 324, title=f"Deal {number + 1}")
        canvas.text(36, y + 76, "dealt", anchor="start")
        for place, card in enumerate(cards):
            _card(canvas, 122 + place * 71, y + 54, card, place + 1, 43, golden=card == deals.golden)
        arrows.arrow(canvas, (60, y + 98), (60, y + 142), stroke="grey", line=4, head=18)
        canvas.text(36, y + 162, "piles", anchor="start")
        for column, pile in enumerate(solve(cards)):
            x = 122 + column * 122
            for level, card in enumerate(pile):
                order = cards.index(card) + 1
                _card(canvas, x, y + 112 + level * 40, card, order, 62, golden=card == deals.golden)
            if len(pile) == deals.most:
                foot = y + 112 + (len(pile) - 1) * 40 + 78
                canvas.line((x - 4, foot - 8), (x + 72, foot - 8), stroke="red", line=6)
                canvas.text(x + 34, foot + 12, "full", fill="red", bold=True, size=20)
    return canvas


def _card(canvas: Canvas, x: float, y: float, card: int, order: int, height: float, *, golden: bool) -> None:
    canvas.rect(x, y, 68, height, fill="yellow" if golden else "white", radius=8)
    canvas.text(x + 22, y + 21, card, bold=True, size=25)
    canvas.text(x + 53, y + 26, order, size=17, fill="blue")


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
        "The picture shows three deals. At the top of each lie the dealt cards in a row, with a large number and a "
        "small blue one that gives their order, here in brackets. The card "
        f"{deals.golden} is golden, the others are white. An arrow leads down to the piles, where the "
        "cards lie on one another, the later ones lower in the picture and on top. A pile with "
        f"{deals.most} cards has a red bar and the word full. {' '.join(parts)}"
    )
