"""Rules by which dealt cards may be put on piles.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache, partial
from typing import Any

import numpy as np
import numpy.typing as npt

from workshop.authoring.family import Call
from workshop.authoring.rule_space import Choices, RuleSpace, choice_counts, count_rules, rule_of

HIGHEST = 40  #: highest card
#: Parts of what a reader may see in the deals → their choices.
PARTS: dict[str, Sequence[Any]] = {
    "compared": ("smaller", "larger", "any"),  # the card that a pile takes
    "kind": ("any", "other", "same"),  # odd or even
    "distance": (99, 5, 10, 20),  # at most
    "with": ("top", "bottom", "highest card"),  # of the pile
    "chooses": (
        "first", "last", "nearest top", "farthest top", "smallest top", "largest top", "fewest cards",
        "most cards", "oldest top", "newest top",
    ),
    "piles": ("all", "the last", "but the first", "that of the card before", "others than that"),
    "full": (True, False),  # whether full piles take no card
    "golden": ("begins a pile", "as others", "on the first", "on the last"),
    "after it": ("nothing", "piles before are closed", "it takes no card", "it takes any card", "turned around"),
}  # fmt: skip
#: Mutation → choices that are not the first of their part.
RIGHT: Mapping[str, Mapping[str, str]] = {
    "from-the-right": {"chooses": "last"},
    "other-kind": {"compared": "any", "kind": "other"},
    "larger": {"compared": "larger"},
    "smaller": {},
}


def right_rule(mutation: str) -> Mapping[str, int]:
    """Return the rule of a mutation by the choice of each part."""
    return rule_of(PARTS, (RIGHT[mutation].get(name, choices[0]) for name, choices in PARTS.items()))


@lru_cache(maxsize=4)
def pile_rules(most: int, golden: int) -> RuleSpace:
    """Return the space of piles that are full with a number of cards, and one golden card."""
    return RuleSpace(
        parts=choice_counts(PARTS),
        results=partial(_dealt, most, golden),
        coded=_places,
        compared=2_000,
    )


def _places(piles: Sequence[Sequence[int]]) -> list[int]:
    """Return the number of the pile of each card from 0 to the highest, and -1 for those that were not dealt."""
    place = {card: number for number, pile in enumerate(piles) for card in pile}
    return [place.get(card, -1) for card in range(HIGHEST + 1)]


def _dealt(most: int, golden: int, rules: Choices, call: Call) -> npt.NDArray[np.int64]:
    """Return the place of each card by each rule, as :func:`_places` does."""
    (cards,) = call
    count = count_rules(rules)

    @cache
    def chosen(part: str, name: object) -> npt.NDArray[np.bool_]:
        found: npt.NDArray[np.bool_] = rules[part] == PARTS[part].index(name)
        return found

    every = np.arange(count)
    top, compared, size, came = np.zeros((4, max(1, len(cards)), count), np.int16)  # of each place for a pile
    #: Number of piles; places of the last and of the golden card.
    piles, before, gold = np.zeros((3, count), np.int64)
    placed = np.full((count, HIGHEST + 1), -1)
    sign = np.array((-1, 1, 0), np.int16)[rules["compared"]]  # in the order of the choices
    odd = chosen("kind", "other").astype(np.int16)
    farthest = np.array(PARTS["distance"], np.int16)[rules["distance"]]
    room = np.where(chosen("full", True), most, 99).astype(np.int16)
    for dealt, card in enumerate(cards):
        wide = max(1, dealt)
        tops, place = top[:wide], np.arange(wide, dtype=np.int16)[:, None]
        difference = card - compared[:wide]
        fits = (difference * sign >= 0) & (abs(difference) <= farthest)
        fits &= (difference & 1 == odd) | chosen("kind", "any")
        fits &= ~chosen("piles", "the last") | (place == piles - 1)
        fits &= ~chosen("piles", "but the first") | (place > 0)
        fits &= ~chosen("piles", "that of the card before") | (place == before)
        fits &= ~chosen("piles", "others than that") | (place != before)
        is_open = (place < piles) & (size[:wide] < room)
        if golden in cards[:dealt]:
            fits |= chosen("after it", "it takes any card") & (tops == golden)
            is_open &= ~chosen("after it", "it takes no card") | (tops != golden)
            is_open &= ~chosen("after it", "piles before are closed") | (place >= gold)
        chooses = rules["chooses"]
        if card == golden:
            fits = np.where(chosen("golden", "as others"), fits, ~chosen("golden", "begins a pile"))
            chooses = np.where(chosen("golden", "on the first"), PARTS["chooses"].index("first"), chooses)
            chooses = np.where(chosen("golden", "on the last"), PARTS["chooses"].index("last"), chooses)
        features = np.stack(
            [np.broadcast_to(place, tops.shape), abs(tops - card), tops, size[:wide], came[:wide]]
        )
        key = features[chooses // 2, :, every].T * np.where(chooses % 2, -1, 1).astype(np.int16)
        taking = is_open & fits
        begins = ~taking.any(axis=0)
        pile = np.where(begins, piles, np.where(taking, key, np.int16(999)).argmin(axis=0))
        piles = piles + begins
        old = compared[pile, every]
        higher = np.where(chosen("with", "highest card"), np.maximum(old, card), old)
        compared[pile, every] = np.where(chosen("with", "top") | begins, card, higher)
        top[pile, every], came[pile, every] = card, dealt
        size[pile, every] += 1
        before, placed[:, card] = pile, pile
        if card == golden:
            gold, turned = pile, chosen("after it", "turned around")
            sign, odd = np.where(turned, -sign, sign), np.where(turned, 1 - odd, odd)
    return placed
