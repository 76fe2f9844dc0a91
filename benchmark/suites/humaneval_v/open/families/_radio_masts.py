"""Villages in the ranges of radio masts: which mast each of them hears, by many readings.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from benchmark.authoring.rivals.orders import Feature, Order, choose, orders
from benchmark.core.draws import Draws

MASTS = "ABC"
#: Middle and radius of a mast's range, px.
Range = tuple[int, int, int]
Place = tuple[int, int]
Evening = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Radio:
    """Parameters: the mutation, the masts with their rooms, the villages, and the evenings."""

    mutation: str
    ranges: tuple[Range, ...]
    room: tuple[int, ...]
    places: tuple[tuple[int, int], ...]
    shown: tuple[Evening, ...]
    tested: tuple[Evening, ...]


def masts_at(ranges: Sequence[Range], place: Place) -> str:
    """Return the masts in whose range a place is."""
    return "".join(
        mast for mast, (x, y, radius) in zip(MASTS, ranges, strict=True) if math.dist(place, (x, y)) < radius
    )


@dataclass(frozen=True)
class Mast:
    """A mast in whose range a village is, when the village switches on."""

    letter: str
    listeners: int
    villages: int
    last: int  #: which village heard it last: 1 for the first that was heard; 0 for none
    room: int
    radius: int
    distance: float


#: Mutation → the order of the masts in range; the first with enough room is heard.
FIRST = {
    "fewest": "smallest listeners",
    "waiting": "smallest last",
    "roomiest": "largest free room",
    "tightest": "smallest free room",
}
FEATURES: dict[str, Feature] = {
    "listeners": lambda mast: mast.listeners,
    "villages": lambda mast: mast.villages,
    "last": lambda mast: mast.last,
    "room": lambda mast: mast.room,
    "free room": lambda mast: mast.room - mast.listeners,
    "filled share": lambda mast: mast.listeners / mast.room,
    "radius": lambda mast: mast.radius,
    "distance": lambda mast: mast.distance,
}
#: Every order that a reader may see in the evenings.
READINGS = orders(FEATURES)
#: What a reader may think of a mast without enough room: skipped, none, left out after the choice, filled up;
#: or that it is skipped if the village would fill it exactly.
LIMITS = ("skip", "none", "silent", "part", "strict")


def heard_masts(
    radio: Radio, order: Order, limit: str, evening: Sequence[Sequence[int]]
) -> list[tuple[str, int]]:
    """Return which mast each village hears, "" for none, and by how many people."""
    listeners, villages, last = (dict.fromkeys(MASTS, 0) for _ in range(3))
    heard: list[tuple[str, int]] = []
    for village, people in evening:
        place = radio.places[village - 1]
        near = []
        for mast in masts_at(radio.ranges, place):
            x, y, radius = radio.ranges[MASTS.index(mast)]
            room = radio.room[MASTS.index(mast)]
            distance = math.dist(place, (x, y))
            near.append(Mast(mast, listeners[mast], villages[mast], last[mast], room, radius, distance))
        if limit == "skip":
            near = [mast for mast in near if mast.listeners + people <= mast.room]
        if limit == "strict":
            near = [mast for mast in near if mast.listeners + people < mast.room]
        chosen = choose(order, near) if near else None
        count = people
        if chosen and limit == "silent" and chosen.listeners + people > chosen.room:
            chosen = None
        if chosen and limit == "part":
            count = min(people, chosen.room - chosen.listeners)
        if chosen:
            listeners[chosen.letter] += count
            villages[chosen.letter] += 1
            last[chosen.letter] = max(last.values()) + 1
        heard.append((chosen.letter if chosen else "", count))
    return heard


def totals(radio: Radio, order: Order, limit: str, evening: Sequence[Sequence[int]]) -> list[int]:
    heard = heard_masts(radio, order, limit, evening)
    return [sum(people for mast, people in heard if mast == letter) for letter in MASTS]


def every_reading() -> dict[tuple[str, str], tuple[Order, str]]:
    """Return the orders of masts with what a mast without room does, by their names.

    Equal masts come in the order of their letters. For the rules under which masts are often equal there are
    also readings in which these come in reverse, the highest tower first, or the nearest mast first.
    """
    found = {(name, limit): (READINGS[name], limit) for name, limit in product(READINGS, LIMITS)}
    for name in (FIRST["fewest"], FIRST["waiting"]):
        found[f"{name}, then the last letter", "skip"] = _then(READINGS[name], READINGS["last"]), "skip"
        for other in ("largest room", "smallest distance"):
            found[f"{name}, then {other}", "skip"] = _then(READINGS[name], READINGS[other]), "skip"
    return found


def _then(order: Order, other: Order) -> Order:
    """Return an order in which equal masts come in another order."""
    return lambda place, mast: (order(0, mast), other(place, mast))


def an_evening(draws: Draws, radio: Radio, count: int) -> Evening:
    """Choose an evening on which no two masts ever have the same room left."""
    while True:
        villages = draws.sample(range(1, len(radio.places) + 1), count)
        evening = tuple((village, draws.integer(6, 27)) for village in villages)
        if _has_no_ties(radio, evening):
            return evening


def _has_no_ties(radio: Radio, evening: Evening) -> bool:
    """Whether the order of the letters never matters for the masts with the most or the least room left."""
    rules = [READINGS[FIRST[name]] for name in ("roomiest", "tightest")]
    return all(
        totals(radio, rule, "skip", evening) == totals(radio, _then(rule, READINGS["last"]), "skip", evening)
        for rule in rules
    )


def filling_evening(draws: Draws, radio: Radio, mutations: Sequence[str]) -> Evening:
    """Choose an evening with all villages on which, by each of some rules, a village fills a mast exactly.

    It is empty if none is found.
    """
    for _ in range(30):
        evening = list(an_evening(draws, radio, len(radio.places)))
        missing = list(mutations)
        for number in range(3, len(evening)):
            for name in missing:
                if people := _filling_people(radio, READINGS[FIRST[name]], evening[: number + 1]):
                    evening[number] = evening[number][0], people
                    missing.remove(name)
                    break
        if not missing and _has_no_ties(radio, tuple(evening)):
            return tuple(evening)
    return ()


def _filling_people(radio: Radio, order: Order, evening: Sequence[tuple[int, int]]) -> int:
    """Return how many people of the last village fill the mast that it hears; 0 if no usual number does."""
    before, (village, _) = evening[:-1], evening[-1]
    for mast, used in zip(MASTS, totals(radio, order, "skip", before), strict=True):
        people = radio.room[MASTS.index(mast)] - used
        if (
            6 <= people <= 27
            and heard_masts(radio, order, "skip", [*before, (village, people)])[-1][0] == mast
        ):
            return people
    return 0
