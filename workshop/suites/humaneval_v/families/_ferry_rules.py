"""Ferries between islands, and rules by which a ticket may cost more or less than the fares.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from itertools import pairwise
from typing import Any

from workshop.authoring.rule_space import RuleSpace, program_space, rule_of
from workshop.drawing.items import Point

LETTERS = "ABCDEFGH"
SHIPS = ("Gull", "Seal", "Crab")
#: The places of the islands in the picture, and for each ship the islands that it calls at, in order.
PLACES: tuple[Point, ...] = (
    (80, 135), (320, 110), (540, 190), (180, 350), (425, 330), (585, 425), (75, 560), (350, 575),
)  # fmt: skip
VOYAGES = ((0, 1, 4, 7, 6), (6, 3, 4, 2, 1), (0, 3, 7, 5, 2))


@dataclass(frozen=True)
class Ferries:
    """Parameters: the mutation, the extra charge of its rule, the islands, ships and fares, and the routes."""

    mutation: str
    extra: int
    names: tuple[str, ...]  #: names of the islands at ``PLACES``
    ships: tuple[str, ...]  #: the ships of ``VOYAGES``
    prices: tuple[int, ...]  #: fares of the stretches, voyage by voyage
    seed: str  #: of the tickets in the picture
    tested: tuple[str, ...]

    @cached_property
    def place(self) -> Mapping[str, Point]:
        """Island → its place."""
        return dict(zip(self.names, PLACES, strict=True))

    @cached_property
    def ship(self) -> Mapping[str, str]:
        """Stretch → its ship; a stretch is written as its two islands in alphabetical order."""
        pairs = zip(self.ships, VOYAGES, strict=True)
        return {
            between(self.names[start], self.names[end]): ship
            for ship, voyage in pairs
            for start, end in pairwise(voyage)
        }

    @cached_property
    def fares(self) -> Mapping[str, int]:
        """Stretch → its fare."""
        return dict(zip(self.ship, self.prices, strict=True))


def between(start: str, end: str) -> str:
    """Return the stretch between two islands."""
    return min(start, end) + max(start, end)


@dataclass(frozen=True)
class Leg:
    """A stretch of a route: the ferries, the route up to its end, and the stretches of the route up to it."""

    ferries: Ferries
    route: str
    sailed: tuple[str, ...]

    @cached_property
    def ships(self) -> list[str]:
        """The ships of the stretches."""
        return [self.ferries.ship[stretch] for stretch in self.sailed]

    @cached_property
    def fares(self) -> list[int]:
        """The fares of the stretches."""
        return [self.ferries.fares[stretch] for stretch in self.sailed]

    @cached_property
    def way(self) -> Point:
        """How far it leads to the east and to the south."""
        (x, y), (to_x, to_y) = (self.ferries.place[island] for island in self.route[-2:])
        return to_x - x, to_y - y

    def is_junction(self, island: str) -> bool:
        """Whether more than two stretches meet at an island."""
        return sum(island in stretch for stretch in self.ferries.ship) > 2


def _is_by(ship: str, leg: Leg) -> bool:
    return leg.ships[-1] == ship


def _is_at(ends: slice, name: str, leg: Leg) -> bool:
    return name in leg.route[ends]


#: When a stretch may cost something else.
REASONS: Mapping[str, Callable[[Leg], object]] = {
    "another ship": lambda leg: leg.ships[-2:] != leg.ships[-1:] * 2 and leg.ships[1:],
    "same ship": lambda leg: leg.ships[-2:] == leg.ships[-1:] * 2,
    "new ship": lambda leg: leg.ships[1:] and leg.ships[-1] not in leg.ships[:-1],
    "ship again": lambda leg: leg.ships[-1] in leg.ships[:-1],
    "first": lambda leg: not leg.ships[1:],
    "later": lambda leg: leg.ships[1:],
    "third or later": lambda leg: leg.ships[2:],
    "every second": lambda leg: len(leg.ships) % 2 == 0,
    "west": lambda leg: leg.way[0] < 0,
    "east": lambda leg: leg.way[0] > 0,
    "north": lambda leg: leg.way[1] < 0,
    "south": lambda leg: leg.way[1] > 0,
    "letters forward": lambda leg: leg.route[-2] < leg.route[-1],
    "letters backward": lambda leg: leg.route[-2] > leg.route[-1],
    "straight back": lambda leg: leg.sailed[-2:] == leg.sailed[-1:] * 2,
    "stretch again": lambda leg: leg.sailed[-1] in leg.sailed[:-1],
    "island again": lambda leg: leg.route[-1] in leg.route[:-1],
    "dear": lambda leg: leg.fares[-1] >= 12,
    "dearer": lambda leg: leg.fares[-1] > leg.fares[-2:][0],
    "cheaper": lambda leg: leg.fares[-1] < leg.fares[-2:][0],
    "from a junction": lambda leg: leg.is_junction(leg.route[-2]),
    "to a junction": lambda leg: leg.is_junction(leg.route[-1]),
    **{ship: partial(_is_by, ship) for ship in SHIPS},
}
ISLANDS: Mapping[str, Callable[[Leg], object]] = {
    **{f"from {name}": partial(_is_at, slice(-2, -1), name) for name in LETTERS},
    **{f"to {name}": partial(_is_at, slice(-1, None), name) for name in LETTERS},
    **{f"at {name}": partial(_is_at, slice(-2, None), name) for name in LETTERS},
}
#: Parts of what a reader may see in the tickets → their choices.
PARTS: dict[str, Sequence[Any]] = {
    "when": (*REASONS, *ISLANDS),
    "joined": ("and", "or", "and not"),
    "with": ("nothing", *REASONS),
    "paid": (*range(2, 9), "half", "double"),  # more than the fare, or instead of it
    "often": ("each time", "once", "not twice in a row", "more each time in a row"),
}


def price(
    choices: Sequence[Any],
    route: str,
    rows: bool = False,
    *,
    read: Callable[[str], tuple[tuple[int, ...], Mapping[str, int]]],
) -> int | list[int]:
    """Return the price of a ticket by a rule of the space, or those of its rows."""
    when, joined, other, paid, often = choices
    fares, met = read(route)
    meeting = met[when]
    if other != "nothing":
        more = met[other]
        meeting = meeting & more if joined == "and" else meeting | more if joined == "or" else meeting & ~more
    prices = _prices(fares, meeting, paid, often)
    return list(prices) if rows else sum(prices)


@lru_cache(maxsize=10_000)
def _prices(fares: tuple[int, ...], meeting: int, paid: int | str, often: str) -> tuple[int, ...]:
    """Return the price of each row; ``meeting`` has a bit for each one that costs something else."""
    prices, times, run = [], 0, 0
    for number, fare in enumerate(fares):
        meets = meeting >> number & 1
        times, run = times + meets, (run + 1) * meets
        count = {
            "once": meets if times == 1 else 0,
            "not twice in a row": run % 2,
            "more each time in a row": run,
        }.get(often, meets)
        prices.append(
            fare // 2**count
            if paid == "half"
            else fare * (1 + count)
            if paid == "double"
            else fare + int(paid) * count
        )
    return tuple(prices)


def _read(ferries: Ferries, route: str) -> tuple[tuple[int, ...], Mapping[str, int]]:
    """Return the fares of a route, and for each reason a number with a bit for each stretch that meets it."""
    sailed = tuple(between(*ends) for ends in pairwise(route))
    legs = [Leg(ferries, route[: end + 1], sailed[:end]) for end in range(1, len(route))]
    met = {
        name: sum(1 << number for number, leg in enumerate(legs) if meets(leg))
        for name, meets in {**REASONS, **ISLANDS}.items()
    }
    return tuple(ferries.fares[stretch] for stretch in sailed), met


def right_rule(mutation: str, ferries: Ferries) -> Mapping[str, int]:
    """Return the rule of a mutation by the choice of each part."""
    when = {"change": "another ship", "west": "west", "stay": "same ship", "dear-ship": ferries.ships[0]}
    paid = "half" if mutation == "stay" else ferries.extra
    return rule_of(PARTS, (when[mutation], "and", "nothing", paid, "each time"))


@lru_cache(maxsize=4)
def ticket_rules(ferries: Ferries) -> RuleSpace:
    """Return the space of tickets; a call with ``True`` has the prices of the rows as its result."""
    return program_space(PARTS, partial(price, read=lru_cache(maxsize=64)(partial(_read, ferries))))
