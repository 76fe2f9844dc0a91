"""Trams on lines that are told by their texture: how long a trip takes, with bridges, bends and changes.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, product
from typing import Any

import numpy as np

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, Solve
from workshop.authoring.rule_space import Choices, RuleSpace, telling_examples
from workshop.drawing.canvas import Canvas
from workshop.suites.humaneval_v.families._tram_maps import HEIGHT, LINES, TramMap, draw_map, tram_map

VERSION = 1
KINDS = ("map", "graph")
TASK_TYPE = "Computation"
ASPECTS = ("Data Structures", "Mathematical Operations", "Topological Relations")
MUTATIONS = ("alone", "with-one", "with-two", "with-three", "with-four")
DIAL = dict(zip(MUTATIONS, "12345", strict=True))
PHOTO = True
SETTLED = {
    "lines = *": "the map shows the line of each hop",
    "if hop in *": "the map shows the hops above and below bridges",
    "if stop + to in *": "the map shows how each hop bends",
    "*squares*": "the map shows which stops are squares",
}

TEXT = '''\
def solution(trip: str) -> float:
    """
    The picture shows a map of four tram lines and some trips with their minutes. A line keeps its texture, and
    ends or goes on at a stop; where one line is on a bridge over another, nobody can change. Find the minutes
    of another trip.

    Parameters:
        trip (str): The letters of the stops in the order of the trip, two to seven. Between two of them the trip
            takes the only line that joins them directly.

    Returns:
        float: The minutes of the trip.
    """
'''

#: Minutes of a hop by its line; what a change, a bridge, a bend and a square stop add.
SPEEDS = (1.0, 1.5, 2.5, 3.0, 4.5)
CHANGES = (None, 1.0, 2.0, 3.5, "minutes")
BRIDGES: list[tuple[str, Any]] = [("", 0), *product(("above", "below"), (1.0, 2.0, "twice"))]
BENDS = [None, "left", "right"]
SQUARES = (None, 0.5, 2.0, "no wait", "waits twice")
BEND = 1.5  #: minutes that a bend adds
PARTS = {
    **{f"line{line}": len(SPEEDS) for line in range(LINES)}, "change": len(CHANGES), "bridge": len(BRIDGES),
    "bend": len(BENDS), "square": len(SQUARES), "swapped": 2,
}  # fmt: skip
CONTEXTS = ("change", "bridge", "bend", "square")


@dataclass(frozen=True)
class Trips:
    """Parameters: the mutation, the seed of the map and the trips, and the rule of each mutation by its parts."""

    mutation: str
    seed: str
    rules: tuple[tuple[tuple[str, int], ...], ...]


def sample(mutation: str, draws: Draws) -> Trips:
    rules = []
    for level in range(len(MUTATIONS)):
        speeds = draws.sample(range(len(SPEEDS)), LINES)
        rule = {f"line{line}": speed for line, speed in enumerate(speeds)}
        active = {name: draws.integer(1, PARTS[name] - 1) for name in CONTEXTS}
        rule |= {name: active[name] * (CONTEXTS.index(name) < level) for name in CONTEXTS} | {"swapped": 0}
        rules.append(tuple(rule.items()))
    return Trips(mutation, draws.text("ABCDEFGH", 16), tuple(rules))


def reference(trips: Trips) -> str:
    return program(dict(trips.rules[MUTATIONS.index(trips.mutation)]), tram_map(trips.seed))


def program(rule: dict[str, int], shown: TramMap) -> str:
    """Write any rule of the space as a program for a map."""
    change, bridge = CHANGES[rule["change"]], BRIDGES[rule["bridge"]]
    bend, square = BENDS[rule["bend"]], SQUARES[rule["square"]]
    lines = ["def solution(trip: str) -> float:", f"    lines = {dict(shown.hops)!r}"]
    lines += [f"    speeds = {[SPEEDS[rule[f'line{line}']] for line in range(LINES)]}", "    total = 0.0"]
    lines += ["    last = None"] * bool(change)
    lined = {stop: {line for hop, line in shown.hops.items() if stop in hop} for stop in shown.squares}
    met = [stop for stop, found in lined.items() if len(found) > isinstance(square, str)]
    lines += [f"    squares = {met}"] * bool(square)
    lines += ["    for stop, to in zip(trip, trip[1:]):", "        hop = min(stop, to) + max(stop, to)"]
    lines += ["        line = lines[hop]", "        minutes = speeds[line]"]
    steps = []
    if bridge[0]:
        effect = "minutes *= 2" if bridge[1] == "twice" else f"minutes += {bridge[1]}"
        steps += [[f"        if hop in {shown.names(bridge[0] == 'below')}:", f"            {effect}"]]
    if bend:
        sides = [ride for hop in shown.hops for ride in (hop, hop[::-1]) if shown.side(ride) == bend]
        steps += [[f"        if stop + to in {sides}:", f"            minutes += {BEND}"]]
    if change:
        wait = "speeds[line]" if change == "minutes" else str(change)
        asked = "last not in (None, line)" + " and stop not in squares" * (square == "no wait")
        waits = [f"        if {asked}:", f"            total += {wait}"]
        if square == "waits twice":
            waits += ["            if stop in squares:", f"                total += {wait}"]
        waits += ["        last = line"]
        steps += [waits]
    for step in [*steps[:2][::-1], *steps[2:]] if rule["swapped"] and bridge[0] and bend else steps:
        lines += step
    if isinstance(square, float):
        lines += ["        if to in squares:", f"            total += {square}"]
    return "\n".join([*lines, "        total += minutes", "    return total"])


def _minutes(shown: TramMap, rules: Choices, call: Call) -> Any:
    """Return the minutes of a trip by each rule."""
    speeds = np.array([np.array(SPEEDS)[rules[f"line{line}"]] for line in range(LINES)])
    names = {"above": shown.names(0), "below": shown.names(1)}
    waits, at_squares = np.array([0, 1, 2, 3.5, 0])[rules["change"]], np.array([0, 0.5, 2, 0, 0])
    factor = np.array([1, 1, 1, 0, 2])[rules["square"]]
    total, last = np.zeros(len(rules["bend"])), None
    for stop, to in pairwise(call[0]):
        hop = "".join(sorted(stop + to))
        line = shown.hops[hop]
        hit = [(hop in names.get(bridge[0], ()), bridge) for bridge in BRIDGES]
        twice = np.array([1 + (on and bridge[1] == "twice") for on, bridge in hit])[rules["bridge"]]
        more = np.array([bridge[1] if on and bridge[1] != "twice" else 0 for on, bridge in hit])
        bent = np.array([BEND * (bend is not None and bend == shown.side(stop + to)) for bend in BENDS])[
            rules["bend"]
        ]
        total += speeds[line] * twice + more[rules["bridge"]] + np.where(rules["swapped"], bent * twice, bent)
        if last not in (None, line):
            wait = np.where(rules["change"] == CHANGES.index("minutes"), speeds[line], waits)
            total += wait * factor if stop in shown.squares else wait
        if to in shown.squares:
            total += at_squares[rules["square"]]
        last = line
    return total


def rule_space(trips: Trips) -> RuleSpace:
    shown = tram_map(trips.seed)
    return RuleSpace(parts=PARTS, results=lambda rules, call: _minutes(shown, rules, call))


def _trip(shown: TramMap, draws: Draws, hops: int) -> str:
    """Draw a trip that never turns back at once."""
    trip = draws.choice("".join(shown.hops))
    while len(trip) <= hops:
        near = ["".join(set(hop) - {trip[-1]}) for hop in shown.hops if trip[-1] in hop]
        trip += draws.choice([stop for stop in near if stop != trip[-2:-1]] or near)
    return trip


def calls(trips: Trips) -> list[Call]:
    """Return trips that ride every hop both ways."""
    shown, draws, made = tram_map(trips.seed), Draws(trips.seed, "calls"), list[str]()
    ridden: set[str] = set()
    while len(made) < 16:
        tried = [_trip(shown, draws, draws.integer(5, 6)) for _ in range(40)]
        rides = [{a + b for a, b in pairwise(trip)} - ridden for trip in tried]
        best = max(range(40), key=lambda number: len(rides[number]))
        made.append(tried[best])
        ridden |= rides[best]
    return [(trip,) for trip in made]


def examples(trips: Trips) -> list[Call]:
    return _shown(trips.seed, trips.rules)


@lru_cache(maxsize=8)
def _shown(seed: str, rules: tuple[tuple[tuple[str, int], ...], ...]) -> list[Call]:
    """Return trips that leave one rule of the space for each mutation, short ones first."""
    trips, shown, draws = Trips("", seed, rules), tram_map(seed), Draws(seed, "examples")

    def candidate() -> Call:
        return (_trip(shown, draws, draws.integer(2, 4)),)

    chosen = telling_examples(
        rule_space(trips), rules=[dict(rule) for rule in rules], asked=calls(trips),
        shown=[candidate() for _ in range(4)], candidate=candidate, numbers=range(12, 19),
    )  # fmt: skip
    return sorted(chosen, key=lambda call: (len(call[0]), call))


def picture(trips: Trips, solve: Solve) -> Canvas:
    shown = examples(trips)
    canvas = Canvas(964, HEIGHT + 18 + 52 * -(-len(shown) // 4))
    draw_map(canvas, tram_map(trips.seed))
    for number, (trip,) in enumerate(shown):
        x, y = 10 + 237 * (number % 4), HEIGHT + 6 + 52 * (number // 4)
        canvas.rect(x, y, 230, 44, fill="white", line=2)
        canvas.line((x + 152, y + 4), (x + 152, y + 40), line=2, dashed=True)
        canvas.text(x + 12, y + 22, " ".join(trip), size=20, anchor="start")
        canvas.text(x + 191, y + 22, f"{solve(trip):g}", size=22, bold=True)
    return canvas


def describe(trips: Trips, solve: Solve) -> str:
    shown = tram_map(trips.seed)
    textures = ("a broad band", "two thin lines", "dots", "a thin line with ties")
    hops = "; ".join(
        f"{hop[0]} to {hop[1]} as {textures[line]}, {(shown.side(hop) and 'bent to the ' + shown.side(hop)) or 'straight'}"
        for hop, line in shown.hops.items()
    )
    bridges = "; ".join(f"{a[0]} to {a[1]} above {b[0]} to {b[1]}" for a, b, _ in shown.bridges)
    tickets = "; ".join(f"{' '.join(trip)}: {solve(trip):g}" for (trip,) in examples(trips))
    return (
        "The picture shows a map of tram stops with letters, joined by black lines of four textures. Stops are rings, "
        f"{', '.join(shown.squares)} are squares. The lines, seen by who rides from the first stop: {hops}. On bridges: {bridges}. "
        f"Below the map are tickets with a trip and its minutes: {tickets}."
    )
