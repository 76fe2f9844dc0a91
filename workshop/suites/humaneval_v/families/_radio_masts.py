"""Villages in the ranges of radio masts: which mast each of them hears, by every rule of a space.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.rule_space import Choices, RuleSpace, choice_counts, count_rules

MASTS = "ABC"
#: Middle and radius of a mast's range, px.
Range = tuple[int, int, int]
Place = tuple[int, int]
Evening = Sequence[Sequence[int]]
Integers = npt.NDArray[np.int64]

FEATURES = ("letter", "listeners", "villages", "last", "room", "free room", "share", "radius", "distance")
ORDERS = tuple(f"{way} {feature}" for feature in FEATURES for way in ("smallest", "largest"))
#: Parts of what a reader may see in an evening → their choices.
PARTS: Mapping[str, Sequence[Any]] = {
    "order": ORDERS,  # of the masts; the first one is heard
    "then": ORDERS,  # of those that are equal
    "fills": (True, False),  # whether a village may fill a mast exactly
    "small": ("skipped", "silent", "filled up", "heard"),  # a mast without enough room
    "closed": (False, True),  # whether such a mast is never heard again
    "reach": ("in range", "everywhere"),
    "special": ("", *(f"{place} {mast}" for mast in MASTS for place in ("first", "last"))),
    "turns": (False, True),  # whether a village hears another mast than the one before, if there is one
}
MUTATIONS = ("fewest", "waiting", "tightest", "roomiest")
#: How often an evening is changed, and how often both take turns.
STEPS, ROUNDS = 300, 8


def masts_at(ranges: Sequence[Range], place: Place) -> str:
    """Return the masts in whose range a place is."""
    return "".join(
        mast for mast, (x, y, radius) in zip(MASTS, ranges, strict=True) if math.dist(place, (x, y)) < radius
    )


@dataclass(frozen=True)
class Country:
    """The masts' ranges and rooms, and the villages."""

    ranges: tuple[Range, ...]
    room: tuple[int, ...]
    places: tuple[Place, ...]

    def totals(self, rules: Choices, evening: Evening) -> Integers:
        """Return the listeners of each mast at the end by some rules."""
        count, room = count_rules(rules), np.array(self.room)
        listeners, villages, last = (np.zeros((count, 3), np.int64) for _ in range(3))
        closed, every = np.zeros((count, 3), bool), np.arange(count)
        small = rules["small"][:, None]
        for number, (village, people) in enumerate(evening, 1):
            place = self.places[village - 1]
            near = np.array([mast in self.near[village - 1] for mast in MASTS])
            near = near | (rules["reach"] == 1)[:, None]
            left = room - listeners
            fits = people + (rules["fills"] == 1)[:, None] <= left
            closed |= near & ~fits & (rules["closed"] == 1)[:, None]
            open_ = near & ~closed & (fits | (small > 0))
            distance = [(x - place[0]) ** 2 + (y - place[1]) ** 2 for x, y, _ in self.ranges]
            radius = [radius for *_, radius in self.ranges]
            features = [range(3), listeners, villages, last, room, left, listeners / room, radius, distance]
            values = np.stack([np.broadcast_to(feature, (count, 3)) for feature in features])
            key = ~open_ * 2 + (
                (last == last.max(axis=1, keepdims=True)) & (last > 0) & (rules["turns"] == 1)[:, None]
            )
            special = rules["special"][:, None] - 1
            key = 3 * key + np.where(special // 2 == range(3), special % 2 * 2 - 1, 0) + 1
            for name in ("order", "then"):
                ordered = values[rules[name] // 2, every] * (1 - 2 * (rules[name] % 2))[:, None]
                key = 3 * key + (ordered[:, :, None] > ordered[:, None, :]).sum(axis=2)
            mast = (3 * key + np.arange(3)).argmin(axis=1)
            hears = open_[every, mast] & ((rules["small"] != 1) | fits[every, mast])
            added = np.where(rules["small"] == 2, np.clip(left[every, mast], 0, people), people) * hears
            listeners[every, mast] += added
            villages[every, mast] += hears
            last[every, mast] = np.where(hears, number, last[every, mast])
        return listeners

    def masts(self, mutation: str, evening: Evening, ties: int = 1) -> list[tuple[str, int]]:
        """Return the mast that each village hears by the right rule, "" for none, and its listeners then.

        Of equal masts, the one whose letter comes last is heard if ``ties`` is -1.
        """
        listeners, last = dict.fromkeys(MASTS, 0), dict.fromkeys(MASTS, 0)
        room = dict(zip(MASTS, self.room, strict=True))
        order = {
            "fewest": lambda mast: listeners[mast],
            "waiting": lambda mast: last[mast],
            "roomiest": lambda mast: listeners[mast] - room[mast],
            "tightest": lambda mast: room[mast] - listeners[mast],
        }[mutation]
        heard = []
        for number, (village, people) in enumerate(evening, 1):
            near = self.near[village - 1][::ties]
            mast = min(
                (mast for mast in near if listeners[mast] + people <= room[mast]), key=order, default=""
            )
            if mast:
                listeners[mast] += people
                last[mast] = number
            heard.append((mast, listeners.get(mast, 0)))
        return heard

    def right(self, mutation: str, evening: Evening) -> list[int]:
        """Return the listeners of each mast at the end by the right rule."""
        listeners = dict(self.masts(mutation, evening))
        return [listeners.get(mast, 0) for mast in MASTS]

    @cached_property
    def near(self) -> list[str]:
        """The masts in whose range each village is."""
        return [masts_at(self.ranges, place) for place in self.places]


#: The masts in whose range each village is.
REGIONS = ("ABC", "ABC", "AB", "AC", "BC", "AB", "AC", "BC", "AB", "AC", "A", "B", "C", "")
MAP_WIDTH, MAP_HEIGHT = 560, 480
#: Minimum distance of a village from an edge of a range, and from another village or a mast, px.
CLEAR, APART = 22, 37


def a_country(draws: Draws) -> Country:
    """Choose a country with villages in all regions.

    Raises:
        UnfitError: if there is no place for them.
    """
    for _ in range(100):
        ranges = (
            (draws.integer(185, 210), draws.integer(160, 180), draws.integer(135, 155)),
            (draws.integer(345, 370), draws.integer(160, 180), draws.integer(135, 155)),
            (draws.integer(260, 290), draws.integer(305, 320), draws.integer(135, 155)),
        )
        if places := _places(draws, ranges):
            return Country(ranges, tuple(draws.sample(range(40, 65, 5), 3)), places)
    raise UnfitError("the villages are not in all regions")


def _places(draws: Draws, ranges: Sequence[Range]) -> tuple[Place, ...]:
    """Choose places in all regions, clearly inside or outside of every range, and apart."""
    places: list[Place] = []
    for region in REGIONS:
        for _ in range(200):
            place = draws.integer(22, MAP_WIDTH - 22), draws.integer(22, MAP_HEIGHT - 22)
            far = all(
                abs(math.dist(place, (left, top)) - radius) > CLEAR and math.dist(place, (left, top)) > APART
                for left, top, radius in ranges
            )
            far = far and all(math.dist(place, at) > APART for at in places)
            if far and masts_at(ranges, place) == region:
                places.append(place)
                break
        else:
            return ()
    return tuple(draws.shuffled(places))


@lru_cache(maxsize=4)
def radio_rules(country: Country) -> RuleSpace:
    """Return the space of a country."""
    return RuleSpace(
        parts=choice_counts(PARTS),
        results=lambda rules, call: country.totals(rules, call[0]),
        compared=2_000,
    )


def an_evening(draws: Draws, country: Country, count: int, most: int = 27) -> Evening:
    """Choose an evening on which no two masts ever have the same room left."""
    while True:
        villages = draws.sample(range(1, len(country.places) + 1), count)
        evening = tuple((village, draws.integer(6, most)) for village in villages)
        if _has_no_ties(country, evening):
            return evening


def _has_no_ties(country: Country, evening: Evening) -> bool:
    """Whether the order of the letters never matters for the masts with the most or the least room left."""
    return all(
        country.masts(name, evening) == country.masts(name, evening, -1) for name in ("roomiest", "tightest")
    )


def telling_evenings(draws: Draws, country: Country, asked: Sequence[Evening]) -> tuple[Evening, Evening]:
    """Choose two evenings that leave one rule of the space for every mutation.

    Either evening in turn is changed, as long as that leaves no more wrong rules that fit the other one.

    Raises:
        UnfitError: if none are found.
    """
    count = len(country.places)
    fixed, evening = (an_evening(draws, country, count, 18) for _ in range(2))
    tried = [*asked, *(an_evening(draws, country, count, 18) for _ in range(12))]
    for _ in range(ROUNDS):
        rules, owner = _misleading(country, fixed, asked)
        # Rules that agree on some evenings are tried as one.
        kinds = np.hstack([owner[:, None], *(country.totals(rules, other) for other in tried)])
        different = np.unique(kinds, axis=0, return_index=True)[1]
        few = {part: choice[different] for part, choice in rules.items()}
        worst = _misled(country, few, owner[different], evening).sum()
        for _ in range(STEPS):
            if not worst:
                break
            changed = list(evening)
            here, there = draws.sample(range(count), 2)
            changed[here], changed[there] = changed[there], (changed[here][0], draws.integer(6, 18))
            now = _misled(country, few, owner[different], changed).sum()
            if now <= worst and _has_no_ties(country, changed):
                evening, worst = tuple(changed), now
        left = _misled(country, rules, owner, evening).sum()
        if not left:
            return fixed, evening
        fixed, evening = evening, fixed
    raise UnfitError(f"{left} rules fit two evenings")


def _misled(country: Country, rules: Choices, owner: Integers, evening: Evening) -> npt.NDArray[np.bool_]:
    """Return which rules give the result of their mutations for an evening."""
    right = np.array([country.right(name, evening) for name in MUTATIONS])
    same: npt.NDArray[np.bool_] = (country.totals(rules, evening) == right[owner]).all(axis=1)
    return same


def _misleading(country: Country, evening: Evening, asked: Sequence[Evening]) -> tuple[Choices, Integers]:
    """Return the wrong rules that fit an evening, and which mutation's result each of them gives."""
    every = radio_rules(country).rules()
    totals, found = country.totals(every, evening), []
    for number, name in enumerate(MUTATIONS):
        fits = np.flatnonzero((totals == country.right(name, evening)).all(axis=1))
        some, owner = {part: choice[fits] for part, choice in every.items()}, np.full(len(fits), number)
        right = np.logical_and.reduce([_misled(country, some, owner, other) for other in asked])
        found.append((fits[~right], owner[~right]))
    wrong, owners = (np.concatenate(part) for part in zip(*found, strict=True))
    return {part: choice[wrong] for part, choice in every.items()}, owners
