"""Trains run through a yard whose switches change under them; at which exit does each one leave?

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from itertools import pairwise, product
from typing import Any

from benchmark.authoring.family import Call, UnfitError
from benchmark.authoring.problem_families.trial import agreeing, solvers
from benchmark.core.draws import Draws
from benchmark.drawing.arrows import arrow
from benchmark.drawing.canvas import Canvas

VERSION = 1
TITLE = "The Shunting Yard"
CATEGORY = "graph"
PICTURES = (("graph", "map"),)
VARIANTS = ("side-by-side", "crossing-tracks", "weights", "tied-switches", "loop")
DIAL = dict(zip(VARIANTS, "12345", strict=True))
COMPARE = "tokens"
LOOK = "hand-drawn"
STARTER = "def solution(cars: list[int]) -> list[int]:\n"

STATEMENT = """
Trains enter a yard one after the other at the arrow on the left. Each train runs along the tracks, and the next one enters when
it has left. Where one track becomes two there is a switch, at which the train takes one of them. Where two tracks become one, and
where tracks cross each other, there is no switch: every track goes on smoothly, without a sharp bend. The picture at the end
shows the yard as it is before the first train.

- At a switch one branch is joined to the track before it, and the other branch begins behind a gap. The train takes the branch
that is joined.
- When a train has passed a switch, the switch changes: now the other branch is joined.
- A switch with a black square beside it changes only when the train that passes it has six cars or more.
- A dashed line ties two switches. When one of them changes because of a train that passes it, the other one changes at the same
moment, with a square or without.

Write a function that returns for each train the number of the exit at which it leaves. Every exit has its number beside it in
the picture. A track without a number leads back into the yard.

Parameters

cars: the number of cars of each train, in the order in which they enter: 1 to 60 integers from 1 to 12.

Returns

A list with the number of an exit for each train, in the same order.

$samples

![image](1.png)
"""


def _program(level: int) -> str:
    """Write the right program of a level, from 1 to 5."""
    change = ["state[switch] = 1 - state[switch]"]
    if level > 3:
        change = ["for other in tied[switch]:", "    state[other] = 1 - state[other]"]
    if level > 2:
        change = ["if length >= 6 or switch not in $heavy:", *(f"    {line}" for line in change)]
    tied = "\n    tied = $tied" if level > 3 else ""
    return f"""
def solution(cars):
    ways = $ways{level}
    state = list($state){tied}
    exits = []
    for length in cars:
        place = 0
        while place < 6:
            switch = place
            place = ways[switch][state[switch]]
            {(chr(10) + " " * 12).join(change)}
        exits.append(place - 5)
    return exits
"""


REFERENCE = {name: _program(level) for level, name in enumerate(VARIANTS, 1)}
WRONG = {
    "never-changes": {name: text.replace("= 1 - state", "= state") for name, text in REFERENCE.items()},
    "joined-is-closed": {name: text.replace("[state[", "[1 - state[") for name, text in REFERENCE.items()},
}
_TRACKS = (
    (1, 2),
    (3, 4, 4, 5),
    tuple(range(6, 12)),
)  #: where the tracks of a column of switches end, side by side
_BACK = 11  #: the exit of the bottom row, from which a track leads back to switch 2 at level 5


def _ways(orders: list[list[int]]) -> list[list[int]]:
    """Return where the two branches of each switch lead: a switch from 0 to 5, or an exit from 6 on."""
    ends = [ends[place] for ends, order in zip(_TRACKS, orders, strict=True) for place in order]
    return [ends[2 * switch : 2 * switch + 2] for switch in range(6)]


def sample(draws: Draws) -> dict[str, Any]:
    for _ in range(1000):
        orders = [[0, 1], draws.shuffled(range(4)), draws.shuffled(range(6))]
        ways = _ways(orders)
        if (
            [4, 4] in ways
            or _crossings(orders[1]) not in (2, 3, 4)
            or _crossings(orders[2]) not in range(4, 9)
        ):
            continue
        last = next(switch for switch in (3, 4, 5) if _BACK in ways[switch])
        first, second, third, fourth, fifth = draws.shuffled(
            [switch for switch in range(6) if switch != last]
        )
        pairs = [(first, second), (third, fourth)]
        values: dict[str, Any] = {
            "ways1": _ways([[*range(len(ends))] for ends in _TRACKS]), "ways2": ways, "ways3": ways, "ways4": ways,
            "ways5": [[2 if end == _BACK else end for end in pair] for pair in ways],
            "state": draws.integers(6, 0, 1), "pairs": pairs, "heavy": sorted([first, third, fifth]),
            "tied": [sorted({own, *sum((pair for pair in pairs if own in pair), ())}) for own in range(6)],
            "seed": draws.integer(1, 10**9),
        }  # fmt: skip
        tried = [(draws.integers(count, 1, 12),) for count in (2, 3, 3, 4, 4) for _ in range(6)]
        shown = agreeing(tried, solvers(REFERENCE, values))
        if shown and all(_matters(values, switch, side) for switch in range(6) for side in (0, 1)):
            return values | {"shown": shown[-1:]}
    raise UnfitError("no trains take the same exits in all yards")


def _matters(values: dict[str, Any], switch: int, side: int) -> bool:
    """Whether a large input sends a train along a branch, at every level."""
    other = dict(values)
    for level in range(1, 6):
        ways = [list(pair) for pair in values[f"ways{level}"]]
        ways[switch][side] = 7 if ways[switch][side] == 6 else 6
        other[f"ways{level}"] = ways
    pairs = zip(solvers(REFERENCE, values).values(), solvers(REFERENCE, other).values(), strict=True)
    return all(any(right(*call) != wrong(*call) for call in large(values)) for right, wrong in pairs)


def _crossings(order: list[int]) -> int:
    return sum(order[a] > order[b] for a, b in product(range(len(order)), repeat=2) if a < b)


def check_input(_values: dict[str, Any], arguments: tuple[Any, ...]) -> None:
    (cars,) = arguments
    if not 1 <= len(cars) <= 60 or not all(1 <= length <= 12 for length in cars):
        raise ValueError("not 1 to 60 trains of 1 to 12 cars")


def samples(values: dict[str, Any]) -> list[Call]:
    return list(values["shown"])


def _drawn(values: dict[str, Any], name: str, counts: list[int]) -> list[Call]:
    draws = Draws("shunting_yard", values["seed"], name)
    return [(draws.integers(count, 1, 12),) for count in counts]


def typical(values: dict[str, Any]) -> list[Call]:
    return _drawn(values, "typical", [6, 7, 8, 9, 10, 12])


def edge(_values: dict[str, Any]) -> list[Call]:
    return [([5] * 16,), ([6] * 16,), ([1, 12] * 8,), ([12, 5, 5] * 5,)]


def large(values: dict[str, Any]) -> list[Call]:
    return _drawn(values, "large", [60, 59])


_FORKS = ((96, 310), (322, 180), (322, 450), (600, 110), (600, 300), (600, 500))  #: of the switches, px
_STEM = 56  #: length of the track before a switch, px
_END = 940  #: where the exits are, px


def _curve(start: tuple[float, float], end: tuple[float, float], lean: float) -> list[tuple[float, float]]:
    """Return the points of a track that leaves a switch upwards or downwards and arrives level."""
    (ax, ay), (dx, dy) = start, end
    (bx, by), (cx, cy) = (ax + 62, ay + lean), (dx - 110, dy)
    points = []
    for step in range(41):
        t = step / 40
        u = 1 - t
        x = u**3 * ax + 3 * u * u * t * bx + 3 * u * t * t * cx + t**3 * dx
        y = u**3 * ay + 3 * u * u * t * by + 3 * u * t * t * cy + t**3 * dy
        points.append((x, y))
    return points


def _smooth(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return a line with its corners cut three times."""
    for _ in range(3):
        cut = [
            (near * ax + (1 - near) * bx, near * ay + (1 - near) * by)
            for (ax, ay), (bx, by) in pairwise(points)
            for near in (0.75, 0.25)
        ]
        points = [points[0], *cut, points[-1]]
    return points


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    level, draws = int(DIAL[variant]), Draws("shunting_yard", values["seed"], "shape")
    canvas = Canvas(1010, 700 if level > 4 else 640)
    forks = [(x + draws.integer(-14, 14) + 0.0, y + draws.integer(-14, 14) + 0.0) for x, y in _FORKS]
    ends = {switch: (x - _STEM, y) for switch, (x, y) in enumerate(forks)}
    ends |= {6 + place: (_END, 50 + 106.0 * place) for place in range(6)}
    ways = values["ways1" if level == 1 else "ways2"]
    for (x, y), stem in zip(forks, ends.values(), strict=False):
        canvas.line(stem, (x, y), line=6)
    for switch, pair in enumerate(ways):
        for side, sign in enumerate(pair):
            line = _curve(forks[switch], ends[sign], 46.0 if side else -46.0)
            line = [*line, (line[-1][0] + 9, line[-1][1])]
            canvas.line(*(line if values["state"][switch] == side else line[6:]), line=6)
    arrow(canvas, (6, ends[0][1] - 34), (58, ends[0][1] - 34), line=4)
    for place in range(6 - (level > 4)):
        canvas.text(_END + 32, 50 + 106 * place, place + 1, size=30, bold=True)
    if level > 4:
        (x, y), (left, top) = ends[_BACK], ends[2]
        points = [
            (x, y),
            (x + 26, y + 10),
            (x + 36, y + 46),
            (x + 20, y + 82),
            (x - 30, y + 92),
            (left - 70, y + 92),
        ]
        points += [
            (left - 120, y + 78),
            (left - 140, y + 30),
            (left - 120, top + 40),
            (left - 70, top + 8),
            (left, top),
        ]
        canvas.line(*_smooth(points), line=6)
    if level > 3:
        for one, other in values["pairs"]:
            canvas.line(forks[one], forks[other], stroke="blue", line=3, dashed=True)
            for switch in (one, other):
                canvas.circle(forks[switch][0], forks[switch][1], 9, fill="blue", stroke=None)
    for switch in values["heavy"] if level > 2 else ():
        x, y = forks[switch]
        canvas.rect(x - 40, y + 16, 24, 24, fill="ink")
    return [canvas]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    level = int(DIAL[variant])
    ways = values["ways1" if level == 1 else "ways2"]
    names = [*(f"switch {name}" for name in "ABCDEF"), *(f"exit {number}" for number in range(1, 7))]
    if level > 4:
        names[_BACK] = "a track that turns back around the bottom and joins the track before switch C"
    each = []
    for switch, pair in enumerate(ways):
        upper, lower = (names[sign] for sign in pair)
        joined = "lower" if values["state"][switch] else "upper"
        each.append(
            f"{'ABCDEF'[switch]}: the upper branch leads to {upper}, the lower one to {lower}; the {joined} one is joined"
        )
    text = (
        "A yard of tracks. An arrow on the left leads to switch A; behind it are switches B and C one below the other, then "
        f"D, E and F. {'. '.join(each)}."
    )
    if level > 3:
        text += "".join(
            f" A blue dashed line ties {'ABCDEF'[one]} and {'ABCDEF'[other]}."
            for one, other in values["pairs"]
        )
    if level > 2:
        text += f" Black squares are beside {', '.join('ABCDEF'[switch] for switch in values['heavy'])}."
    return [text]
