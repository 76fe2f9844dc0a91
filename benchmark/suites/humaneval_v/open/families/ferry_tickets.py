"""Ferries between islands: what a ticket for a voyage costs.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from benchmark.authoring.family import Call, Solve, UnfitError
from benchmark.authoring.source import fill
from benchmark.core.draws import Draws
from benchmark.drawing import arrows
from benchmark.drawing.canvas import Canvas
from benchmark.drawing.examples import frame
from benchmark.drawing.items import Point

VERSION = 3
KINDS = ("graph",)
TASK_TYPE = "Computation"
ASPECTS = ("Data Structures", "Mathematical Operations")
MUTATIONS = ("change", "west", "stay", "dear-ship")

LETTERS = "ABCDEFGH"
SHIPS = ("Gull", "Seal", "Crab")
LOOKS = {"Gull": "thick blue", "Seal": "dashed red", "Crab": "double"}
#: The places of the islands in the picture, and for each ship the islands that it calls at, in order.
PLACES: tuple[Point, ...] = (
    (80, 135), (320, 110), (540, 190), (180, 350), (425, 330), (585, 425), (75, 560), (350, 575),
)  # fmt: skip
VOYAGES = ((0, 1, 4, 7, 6), (6, 3, 4, 2, 1), (0, 3, 7, 5, 2))
#: Readings that the examples alone do not contradict, and what does.
SETTLED = {
    "FARES* = *": "the fares are on the map",
    "SHIPS = *": "the map has a line of its own for each ship",
    "if stretch in *: *": "the map has a line of its own for each ship",
}

TEXT = '''\
def solution(route: str) -> int:
    """
    Ferries sail between the islands of the picture. Find the price of a ticket. The picture has the fares on
    the map, and three tickets with the price of every stretch.

    Parameters:
        route (str): The letters of the islands on the way, in order, such as "ABD". Between each two that
            follow one another there is a ferry, and it sails in both directions.

    Returns:
        int: The price of the ticket.
    """
'''

LINES = """
FARES = $fares
SHIPS = $ships


def solution(route: str) -> int:
    price = 0
    before = None
    for start, end in zip(route, route[1:]):
        stretch = min(start, end) + max(start, end)
        ship = SHIPS[stretch]
        {pay}
        before = ship
    return price
"""
PAY = {
    "change": "price += FARES[stretch]\n        if before not in (None, ship):\n            price += $extra",
    "stay": "price += FARES[stretch] // 2 if ship == before else FARES[stretch]",
}
REFERENCES = {
    **{name: LINES.replace("{pay}", pay) for name, pay in PAY.items()},
    "west": """
FARES_EAST = $eastward


def solution(route: str) -> int:
    price = 0
    for start, end in zip(route, route[1:]):
        if start + end in FARES_EAST:
            price += FARES_EAST[start + end]
        else:
            price += FARES_EAST[end + start] + $extra
    return price
""",
    "dear-ship": """
FARES = $fares


def solution(route: str) -> int:
    price = 0
    for start, end in zip(route, route[1:]):
        stretch = min(start, end) + max(start, end)
        price += FARES[stretch]
        if stretch in $dear:
            price += $extra
    return price
""",
}


@dataclass(frozen=True)
class Ferries:
    """Parameters: the mutation, the extra charge of its rule, the islands, ships and fares, and the routes."""

    mutation: str
    extra: int
    names: tuple[str, ...]  #: names of the islands at ``PLACES``
    ships: tuple[str, ...]  #: the ships of ``VOYAGES``
    prices: tuple[int, ...]  #: fares of the stretches, voyage by voyage
    shown: tuple[str, ...]
    tested: tuple[str, ...]

    @cached_property
    def place(self) -> Mapping[str, Point]:
        return dict(zip(self.names, PLACES, strict=True))

    @cached_property
    def ship(self) -> Mapping[str, str]:
        """Stretch → its ship; a stretch is written as its two islands in alphabetical order."""
        pairs = zip(self.ships, VOYAGES, strict=True)
        return {_stretch(*end): ship for ship, voyage in pairs for end in self._ends(voyage)}

    @cached_property
    def fares(self) -> Mapping[str, int]:
        return dict(zip(self.ship, self.prices, strict=True))

    def _ends(self, voyage: Sequence[int]) -> list[tuple[str, str]]:
        islands = [self.names[island] for island in voyage]
        return list(pairwise(islands))


def _stretch(start: str, end: str) -> str:
    return min(start, end) + max(start, end)


def sample(mutation: str, draws: Draws) -> Ferries:
    extra = draws.choice((3, 5, 7))
    names, ships = tuple(draws.shuffled(LETTERS)), tuple(draws.shuffled(SHIPS))
    prices = tuple(2 * half for half in draws.shuffled([3, 4, 5, 6, 7, 8, 9, 10, *draws.integers(4, 4, 9)]))
    plain = Ferries(mutation, extra, names, ships, prices, (), ())
    for _ in range(400):
        shown = tuple(_route(draws, plain, 5) for _ in range(3))
        if _is_telling(plain, shown):
            break
    else:
        raise UnfitError("no three tickets that tell the rules apart")
    whole = ["".join(names[island] for island in voyage) for voyage in VOYAGES]
    tested: list[str] = []
    while not _is_thorough(plain, tested):
        routes = [_route(draws, plain, length) for length in (2, 4, 5, 6, 6, 7, 8, 9, 10)]
        tested = [route for route in dict.fromkeys([names[0], *whole, *routes]) if route not in shown]
    return Ferries(mutation, extra, names, ships, prices, shown, tuple(tested))


def _route(draws: Draws, ferries: Ferries, length: int) -> str:
    """Choose a route of ``length`` stretches, which may go straight back to the previous island."""
    route = draws.choice(ferries.names)
    while len(route) <= length:
        onward = [(stretch.replace(route[-1], "")) for stretch in ferries.ship if route[-1] in stretch]
        island = draws.choice(onward)
        if len(route) > 1 and island == route[-2] and draws.chance(2, 3):
            continue
        route += island
    return route


def _is_telling(ferries: Ferries, shown: Sequence[str]) -> bool:
    """Whether the tickets show each ship boarded, kept, and sailing both east and west.

    No reader can explain the prices by sailing north or by the alphabetical order of the islands instead.
    """
    ships: dict[str, set[str]] = {"boarded": set(), "kept": set(), "west": set(), "east": set()}
    met: list[tuple[str, bool, bool]] = []
    kept_twice = back = 0
    for route in shown:
        sailed = [""]
        for start, end in pairwise(route):
            ship, (x, y), (to_x, to_y) = (
                ferries.ship[_stretch(start, end)],
                ferries.place[start],
                ferries.place[end],
            )
            ships["west" if to_x < x else "east"].add(ship)
            if sailed[-1]:
                ships["kept" if ship == sailed[-1] else "boarded"].add(ship)
                met += [("kept", ship == sailed[-1], to_x < x)]
            met += [("north", to_y < y, to_x < x), ("letters", start < end, to_x < x)]
            kept_twice += sailed[-2:] == [ship, ship]
            sailed.append(ship)
        back += sum(route[at] == route[at + 2] for at in range(len(route) - 2))
    all_ships = all(len(found) == len(SHIPS) for found in ships.values())
    return (
        all_ships
        and kept_twice > 0
        and 1 <= back <= 3
        and len(set(met)) == 12
        and min(met.count(("kept", kept, west)) for kept in (True, False) for west in (True, False)) >= 2
    )


def _is_thorough(ferries: Ferries, tested: Sequence[str]) -> bool:
    """Whether the tests sail each stretch after a change of ships, and next to another stretch of its ship."""
    after, beside = set(), set()
    for route in tested:
        before = ""
        for stretch in (_stretch(*ends) for ends in pairwise(route)):
            if before and ferries.ship[before] == ferries.ship[stretch]:
                beside |= {before, stretch} if before != stretch else set()
            else:
                after.add(stretch)
            before = stretch
    return len(after) == len(beside) == len(ferries.ship)


def calls(ferries: Ferries) -> list[Call]:
    return [(route,) for route in ferries.tested]


def examples(ferries: Ferries) -> list[Call]:
    return [(route,) for route in ferries.shown]


def reference(ferries: Ferries) -> str:
    fares, place = ferries.fares, ferries.place
    eastward = {
        "".join(sorted(stretch, key=lambda island: place[island][0])): fare for stretch, fare in fares.items()
    }
    constants = {"fares": dict(sorted(fares.items())), "ships": dict(sorted(ferries.ship.items()))}
    return fill(
        REFERENCES[ferries.mutation],
        **constants,
        eastward=dict(sorted(eastward.items())),
        dear=sorted(stretch for stretch, ship in ferries.ship.items() if ship == ferries.ships[0]),
        extra=ferries.extra,
    )


def picture(ferries: Ferries, solve: Solve) -> Canvas:
    canvas = Canvas(1000, 740)
    frame(canvas, 12, 12, 640, 716, title="Fares")
    place = ferries.place
    for stretch, ship in ferries.ship.items():
        _ship(canvas, ship, place[stretch[0]], place[stretch[1]])
    for stretch, fare in ferries.fares.items():
        start, end = place[stretch[0]], place[stretch[1]]
        x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        canvas.circle(x, y, 20, fill="white", line=2)
        canvas.text(x, y, fare, size=21)
    for name, (x, y) in place.items():
        canvas.circle(x, y, 27, fill="yellow")
        canvas.text(x, y, name, size=27, bold=True)
    for number, ship in enumerate(SHIPS):
        x = 52 + 190 * number
        _ship(canvas, ship, (x, 690), (x + 60, 690))
        canvas.text(x + 74, 690, ship, anchor="start")
    arrows.arrow(canvas, (600, 615), (600, 535), line=3, head=18)
    canvas.text(600, 518, "N", bold=True)
    for number, route in enumerate(ferries.shown):
        _ticket(canvas, ferries, route, solve, number)
    return canvas


def _ship(canvas: Canvas, ship: str, start: Point, end: Point) -> None:
    if ship == "Gull":
        canvas.line(start, end, stroke="blue", line=8)
    elif ship == "Seal":
        canvas.line(start, end, stroke="red", line=5, dashed=True)
    else:
        canvas.line(start, end, line=9)
        canvas.line(start, end, stroke="white", line=4, guide=True)


def _ticket(canvas: Canvas, ferries: Ferries, route: str, solve: Solve, number: int) -> None:
    x, y = 664.0, 12 + 241.0 * number
    frame(canvas, x, y, 324, 234, title=f"Ticket {number + 1}")
    for row, (start, end) in enumerate(pairwise(route)):
        top = y + 62 + 28 * row
        canvas.text(x + 36, top, start, bold=True, size=21)
        _ship(canvas, ferries.ship[_stretch(start, end)], (x + 62, top), (x + 122, top))
        canvas.polygon([(x + 146, top), (x + 130, top - 8), (x + 130, top + 8)], fill="ink", stroke=None)
        canvas.text(x + 168, top, end, bold=True, size=21)
        canvas.text(x + 290, top, _price(solve, route, row), anchor="end", size=21)
    canvas.line((x + 236, y + 194), (x + 300, y + 194), line=2)
    canvas.text(x + 290, y + 214, solve(route), anchor="end", size=22, bold=True)


def _price(solve: Solve, route: str, stretch: int) -> int:
    """Return what one stretch of a route adds to the price."""
    return int(solve(route[: stretch + 2]) - solve(route[: stretch + 1]))


def describe(ferries: Ferries, solve: Solve) -> str:
    where = sorted(ferries.names, key=lambda name: ferries.place[name][0])
    fares = []
    for ship in SHIPS:
        own = [
            f"{stretch[0]} {stretch[1]} {fare}"
            for stretch, fare in ferries.fares.items()
            if ferries.ship[stretch] == ship
        ]
        fares.append(f"{ship} ({LOOKS[ship]}): {', '.join(own)}")
    parts = []
    for number, route in enumerate(ferries.shown, 1):
        rows = [
            f"{start} to {end} by {ferries.ship[_stretch(start, end)]} {_price(solve, route, row)}"
            for row, (start, end) in enumerate(pairwise(route))
        ]
        parts.append(f"Ticket {number}: {', '.join(rows)}; below the line {solve(route)}.")
    return (
        "The picture shows a map of eight islands with the title Fares, a key of the three ships and an arrow to the "
        "north (N) that points upwards. Lines between islands are ferries, their look says which ship sails there, "
        f"and each has its fare. {'; '.join(fares)}. From west to east the islands are {', '.join(where)}. At the "
        f"right are three tickets, with a row for each stretch: two islands, the line of the ship, a price. "
        f"{' '.join(parts)}"
    )
