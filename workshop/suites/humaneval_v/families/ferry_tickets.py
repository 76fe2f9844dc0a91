"""Ferries between islands: what a ticket for a voyage costs.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, Solve
from workshop.authoring.rule_space import RuleSpace, telling_examples
from workshop.authoring.source import fill
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame
from workshop.suites.humaneval_v.families._ferry_drawings import draw_map, draw_ship
from workshop.suites.humaneval_v.families._ferry_rules import (
    LETTERS,
    SHIPS,
    VOYAGES,
    Ferries,
    between,
    right_rule,
    ticket_rules,
)

VERSION = 4
KINDS = ("graph",)
TASK_TYPE = "Computation"
ASPECTS = ("Data Structures", "Mathematical Operations")
MUTATIONS = ("change", "west", "stay", "dear-ship")

LOOKS = {"Gull": "thick blue", "Seal": "dashed red", "Crab": "double"}
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
    the map, and six tickets with the price of every stretch.

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


def sample(mutation: str, draws: Draws) -> Ferries:
    extra = draws.choice((3, 5, 7))
    names, ships = tuple(draws.shuffled(LETTERS)), tuple(draws.shuffled(SHIPS))
    prices = tuple(2 * half for half in draws.shuffled([3, 4, 5, 6, 7, 8, 9, 10, *draws.integers(4, 4, 9)]))
    plain = Ferries(mutation, extra, names, ships, prices, draws.text("abcdefgh", 16), ())
    whole = ["".join(names[island] for island in voyage) for voyage in VOYAGES]
    tested: list[str] = []
    while not _is_thorough(plain, tested):
        routes = [_route(draws, plain, length) for length in (2, 4, 5, 6, 6, 7, 8, 9, 10)]
        tested = list(dict.fromkeys([names[0], *whole, *routes]))
    return replace(plain, tested=tuple(tested))


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


def _is_thorough(ferries: Ferries, tested: Sequence[str]) -> bool:
    """Whether the tests sail each stretch after a change of ships, and next to another stretch of its ship."""
    after, beside = set(), set()
    for route in tested:
        before = ""
        for stretch in (between(*ends) for ends in pairwise(route)):
            if before and ferries.ship[before] == ferries.ship[stretch]:
                beside |= {before, stretch} if before != stretch else set()
            else:
                after.add(stretch)
            before = stretch
    return len(after) == len(beside) == len(ferries.ship)


def calls(ferries: Ferries) -> list[Call]:
    return [(route,) for route in ferries.tested]


def examples(ferries: Ferries) -> list[Call]:
    return [(route,) for route, _ in _shown(replace(ferries, mutation=""))]


@lru_cache(maxsize=4)
def _shown(ferries: Ferries) -> list[Call]:
    """Choose tickets whose rows leave one rule of the space for every mutation."""
    draws = Draws(ferries.seed, "shown")

    def candidate() -> Call:
        while (route := _route(draws, ferries, 5)) in ferries.tested:
            pass
        return route, True

    return telling_examples(
        ticket_rules(ferries),
        rules=[right_rule(mutation, ferries) for mutation in MUTATIONS],
        asked=calls(ferries),
        shown=[],
        candidate=candidate,
        numbers=range(6, 7),
    )


def rule_space(ferries: Ferries) -> RuleSpace:
    """Return the space of the tickets, with the prices of their rows."""
    plain = replace(ferries, mutation="")
    space = ticket_rules(plain)
    return replace(space, drawn=space.given(right_rule(ferries.mutation, plain), _shown(plain)))


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
    canvas = Canvas(1000, 982)
    frame(canvas, 12, 12, 640, 716, title="Fares")
    draw_map(canvas, ferries)
    for number, route in enumerate(route for (route,) in examples(ferries)):
        _ticket(canvas, ferries, route, solve, number)
    return canvas


def _ticket(canvas: Canvas, ferries: Ferries, route: str, solve: Solve, number: int) -> None:
    x, y = (664.0, 12 + 241.0 * number) if number < 3 else (12 + 326.0 * (number - 3), 735.0)
    frame(canvas, x, y, 324, 234, title=f"Ticket {number + 1}")
    for row, (start, end) in enumerate(pairwise(route)):
        top = y + 62 + 28 * row
        canvas.text(x + 36, top, start, bold=True, size=21)
        draw_ship(canvas, ferries.ship[between(start, end)], (x + 62, top), (x + 122, top))
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
    for number, route in enumerate((route for (route,) in examples(ferries)), 1):
        rows = [
            f"{start} to {end} by {ferries.ship[between(start, end)]} {_price(solve, route, row)}"
            for row, (start, end) in enumerate(pairwise(route))
        ]
        parts.append(f"Ticket {number}: {', '.join(rows)}; below the line {solve(route)}.")
    return (
        "The picture shows a map of eight islands with the title Fares, a key of the three ships and an arrow to the "
        "north (N) that points upwards. Lines between islands are ferries, their look says which ship sails there, "
        f"and each has its fare. {'; '.join(fares)}. From west to east the islands are {', '.join(where)}. At the "
        f"right and below are six tickets, with a row for each stretch: two islands, the line of the ship, a price. "
        f"{' '.join(parts)}"
    )
