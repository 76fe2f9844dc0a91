"""Huts on a hill with contour lines: when a walker arrives at each of them.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, Solve
from workshop.authoring.rule_space import RuleSpace
from workshop.authoring.source import fill
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame
from workshop.drawing.items import Point, point_on_circle
from workshop.suites.humaneval_v.families._hut_rules import tour_rules

VERSION = 2
KINDS = ("map",)
TASK_TYPE = "Computation"
ASPECTS = ("Mathematical Operations", "Topological Relations")
MUTATIONS = ("down", "both", "uneven", "up")

HUTS = "ABCDEFGH"
RADII = (275.0, 220.0, 166.0, 112.0, 58.0)  #: radii of the contour lines, px, from the lowest to the highest
LABELS = 165.0  #: where the heights are written on the lines, degrees

SETTLED = {"lines = {*": "the heights are written on the contour lines"}

TEXT = '''\
def solution(tour: str) -> list[int]:
    """
    On a hill there are huts. The map has contour lines with their heights in metres, and beside it there are
    three tours with the minutes at which a walker arrives. Find the minutes for any other tour.

    Parameters:
        tour (str): The letters of the huts in the order in which they are visited, such as "CAFA". It starts
            at minute 0, and there are no rests.

    Returns:
        list[int]: The minute of arrival at each hut of the tour; the first one is 0.
    """
'''

WALKING = """
def solution(tour: str) -> list[int]:
    lines = $lines
    minutes = [0]
    for start, end in zip(tour, tour[1:]):
        climb = lines[end] - lines[start]
        minutes.append(minutes[-1] + {time})
    return minutes
"""
TIMES = {
    "down": "$walk + $slow * max(0, -climb)",
    "both": "$walk + $slow * abs(climb)",
    "up": "$walk + $slow * max(0, climb)",
    "uneven": "$walk + $slow * max(0, climb) + $quick * max(0, -climb)",
}


@dataclass(frozen=True)
class Hill:
    """Parameters: the mutation, the minutes of its rule, and the hill with its huts and tours."""

    mutation: str
    walk: int  #: minutes between any two huts
    slow: int  #: further minutes per contour line
    quick: int
    lowest: int  #: height of the lowest line, metres
    interval: int  #: height between two lines, metres
    turns: tuple[int, int, int]  #: directions of two bulges, and of the shift of the top, degrees
    huts: tuple[tuple[int, int], ...]  #: number of the line, from 0 for the lowest, and degrees on it
    shown: tuple[str, ...]
    tested: tuple[str, ...]

    @property
    def lines(self) -> Mapping[str, int]:
        return {name: line for name, (line, _) in zip(HUTS, self.huts, strict=True)}

    def at(self, line: int, degrees: float) -> Point:
        """Return a point of a contour line; the middle of the map is (0, 0)."""
        first, second, shift = self.turns
        bulge = 0.08 * math.cos(math.radians(2 * (degrees - first))) + 0.05 * math.cos(
            math.radians(3 * (degrees - second))
        )
        x, y = point_on_circle(0, 0, 0.16 * (RADII[0] - RADII[line]), shift)
        return point_on_circle(x, y, RADII[line] * (0.98 + bulge), degrees)


def sample(mutation: str, draws: Draws) -> Hill:
    walk, slow = draws.choice((10, 15, 20)), draws.choice((4, 6, 7))
    quick = slow - draws.integer(1, 2)
    lowest, interval = 100 * draws.integer(2, 12), draws.choice((20, 50, 100))
    turns = (draws.integer(0, 359), draws.integer(0, 359), draws.integer(0, 359))
    hill = Hill(mutation, walk, slow, quick, lowest, interval, turns, (), (), ())
    huts: tuple[tuple[int, int], ...] = ()
    while not huts or not _are_apart(hill, huts):
        lines = draws.shuffled([0, 1, 2, 3, 4, *draws.integers(3, 0, 3)])
        huts = tuple((line, 5 * draws.integer(0, 71)) for line in lines)
    height = [line for line, _ in huts]
    shown: tuple[str, ...] = ()
    while not shown or not _is_telling(dict(zip(HUTS, height, strict=True)), shown):
        shown = tuple("".join(draws.sample(HUTS, 5)) for _ in range(3))
    tested = [draws.choice(HUTS), *("".join(draws.shuffled(HUTS)) for _ in range(3))]
    tested += ["".join(draws.sample(HUTS, length)) for length in (2, 3, 4, 6)]
    tested += [tour + tour[-2::-1] for tour in ("".join(draws.sample(HUTS, 4)) for _ in range(2))]
    return Hill(mutation, walk, slow, quick, lowest, interval, turns, huts, shown, tuple(tested))


def _are_apart(hill: Hill, huts: Sequence[tuple[int, int]]) -> bool:
    """Whether no two huts, and no hut and height, overlap."""
    places = [hill.at(*hut) for hut in huts]
    labels = [hill.at(line, LABELS) for line in range(len(RADII))]
    return all(math.dist(*pair) > 62 for pair in combinations(places, 2)) and all(
        math.dist(place, label) > 55 for place in places for label in labels
    )


def _is_telling(height: Mapping[str, int], shown: Sequence[str]) -> bool:
    """Whether the tours visit all huts and climb every number of lines from -3 to 3."""
    climbs = [height[end] - height[start] for tour in shown for start, end in pairwise(tour)]
    return set(range(-3, 4)) <= set(climbs) and len({*shown[0], *shown[1], *shown[2]}) == len(HUTS)


def calls(hill: Hill) -> list[Call]:
    return [(tour,) for tour in hill.tested]


def examples(hill: Hill) -> list[Call]:
    return [(tour,) for tour in hill.shown]


def rule_space(hill: Hill) -> RuleSpace:
    huts = tuple((name, hut[0], hill.at(*hut)) for name, hut in zip(HUTS, hill.huts, strict=True))
    return tour_rules(huts, tuple(_outline(hill, line) for line in range(len(RADII))))


def _outline(hill: Hill, line: int) -> tuple[Point, ...]:
    return tuple(hill.at(line, degrees) for degrees in range(0, 360, 5))


def reference(hill: Hill) -> str:
    program = WALKING.replace("{time}", TIMES[hill.mutation])
    return fill(program, lines=hill.lines, walk=hill.walk, slow=hill.slow, quick=hill.quick)


def picture(hill: Hill, solve: Solve) -> Canvas:
    canvas = Canvas(1000, 720)
    frame(canvas, 12, 12, 640, 696, title="Heights in m")
    canvas.rect(30, 56, 604, 634, fill="white", stroke="silver", line=2, guide=True)
    for line in range(len(RADII)):
        canvas.polygon(list(map(_on_map, _outline(hill, line))), fill="white", stroke="green", line=3)
    for line in range(len(RADII)):
        x, y = _on_map(hill.at(line, LABELS))
        text = str(hill.lowest + line * hill.interval)
        canvas.rect(x - 30, y - 14, 60, 28, fill="white", stroke=None)
        canvas.text(x, y, text, fill="green", size=20, bold=True)
    for name, hut in zip(HUTS, hill.huts, strict=True):
        x, y = _on_map(hill.at(*hut))
        canvas.circle(x, y, 19, fill="yellow")
        canvas.text(x, y, name, bold=True)
    for number, tour in enumerate(hill.shown):
        _tour(canvas, hill, tour, solve(tour), number)
    return canvas


def _on_map(point: Point) -> Point:
    return point[0] + 332, point[1] + 378


def _tour(canvas: Canvas, hill: Hill, tour: str, minutes: Sequence[int], number: int) -> None:
    x, y = 664.0, 12 + 234.0 * number
    frame(canvas, x, y, 324, 228, title=f"Tour {number + 1}")
    places = [(x + 34 + 64 * stop, y + 150 - 21 * hill.lines[hut]) for stop, hut in enumerate(tour)]
    canvas.line(*places, stroke="grey", line=3)
    for place, hut, minute in zip(places, tour, minutes, strict=True):
        canvas.circle(*place, 17, fill="yellow")
        canvas.text(*place, hut, size=20, bold=True)
        canvas.text(place[0], y + 187, minute, size=21)
    canvas.text(x + 18, y + 211, "minutes", size=18, anchor="start")


def describe(hill: Hill, solve: Solve) -> str:
    heights = {hut: hill.lowest + line * hill.interval for hut, line in hill.lines.items()}
    lines = ", ".join(str(hill.lowest + line * hill.interval) for line in range(len(RADII)))
    where = ", ".join(f"{hut} on the line {height}" for hut, height in heights.items())
    parts = []
    for number, tour in enumerate(hill.shown, 1):
        stops = ", ".join(
            f"{hut} ({heights[hut]} m) {minute}" for hut, minute in zip(tour, solve(tour), strict=True)
        )
        parts.append(f"Tour {number}: {stops}.")
    return (
        "The picture shows a map of a hill, named Heights in m, with five closed contour lines, one inside the other. "
        f"From the outermost to the innermost they are marked {lines}. Eight huts are yellow discs with a letter, and "
        f"each stands on a line: {where}. At the right there are three tours; each is drawn from the side as a line "
        "from hut to hut, higher huts higher up, and under each hut is the minute of arrival, in a row named minutes. The huts, their "
        f"heights and the minutes are, {' '.join(parts)}"
    )
