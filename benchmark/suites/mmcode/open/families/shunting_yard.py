"""Trains run through a yard whose switches change under them; at which exit does each one leave?

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from itertools import pairwise, product
from typing import Any

import numpy as np

from benchmark.authoring.family import Call, UnfitError
from benchmark.authoring.problem_families.trial import agreeing, solvers
from benchmark.core.draws import Draws
from benchmark.drawing.arrows import arrow
from benchmark.drawing.canvas import Canvas
from benchmark.suites.mmcode.open.families._cards import Card
from benchmark.suites.mmcode.open.families._turned_signs import draw_sign

VERSION = 2
TITLE = "The Shunting Yard"
CATEGORY = "graph"
PICTURES = (("graph", "map"),)
VARIANTS = ("crossing-tracks", "tied-switches", "tangle", "tunnels", "card")
DIAL = dict(zip(VARIANTS, "12345", strict=True))
COMPARE = "tokens"
LOOK = "panels"
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

- A track that ends at a black sign goes on below the ground, and comes out where the same sign stands a second time. Of two same
signs one can be turned by any angle, but a sign and its mirror image are two different signs.
- A grey card with a yellow corner hides a part of the yard. This part is drawn below as it is seen from behind: so as it looks
through the back of the sheet. The yellow corner is the same corner of the part.

Write a function that returns for each train the number of the exit at which it leaves. Every exit has its number beside it. A
track without a number leads back into the yard.

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
    if level > 1:
        change = [
            "if length >= 6 or switch not in $heavy:",
            "    for other in tied[switch]:",
            "        state[other] = 1 - state[other]",
        ]
    tied = "\n    tied = $tied" if level > 1 else ""
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
_BACK = 11  #: the exit of the bottom row, from which a track leads back to switch 2 from level 3 on


def _ways(orders: list[list[int]]) -> list[list[int]]:
    """Return where the two branches of each switch lead: a switch from 0 to 5, or an exit from 6 on, the upper one first."""
    ends = [ends[place] for ends, order in zip(_TRACKS, orders, strict=True) for place in order]
    return [sorted(ends[2 * switch : 2 * switch + 2]) for switch in range(6)]


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
            "ways": ways, "ways1": ways, "ways2": ways, "state": draws.integers(6, 0, 1), "pairs": pairs,
            "heavy": sorted([first, third, fifth]),
            "tied": [sorted({own, *sum((pair for pair in pairs if own in pair), ())}) for own in range(6)],
            "seed": draws.integer(1, 10**9),
        }  # fmt: skip
        for level in (3, 4, 5):
            values[f"tangle{level}"] = tangle = _tangle(draws, 4 if level < 4 else 3)
            values[f"signs{level}"] = _signs(draws) if level > 3 else []
            out = values[f"signs{level}"][5:]
            order = [out.index(sign) for sign in values[f"signs{level}"][:5]] if out else [*range(5)]
            ends = {6 + row: 6 + tangle[-1].index(tangle[0][place]) for row, place in enumerate(order)}
            values[f"ways{level}"] = [
                [2 if end == _BACK else ends.get(end, end) for end in pair] for pair in ways
            ]
        tried = [(draws.integers(count, 1, 12),) for count in (1, 1, 2, 3) for _ in range(12)]
        shown = agreeing(tried, solvers(REFERENCE, values))
        if shown and all(_matters(values, switch, side) for switch in range(6) for side in (0, 1)):
            return values | {"shown": shown[-1:]}
    raise UnfitError("no trains take the same exits in all yards")


def _tangle(draws: Draws, count: int) -> list[list[int]]:
    """Return which of five tracks is in which row, at the beginning and after each of ``count`` columns."""
    while True:
        columns = [[*range(5)]]
        while len(columns) <= count:
            after = draws.shuffled(range(5))
            if after != columns[-1] and all(
                abs(after.index(track) - row) < 4 for row, track in enumerate(columns[-1])
            ):
                columns.append(after)
        if _is_clear(columns) and 3 * count < sum(
            _crossings([after.index(n) for n in before]) for before, after in pairwise(columns)
        ):
            return columns


def _is_clear(columns: list[list[int]]) -> bool:
    """Whether tracks that meet cross at an angle, and only two at one place."""
    for before, after in pairwise(columns):
        steps = np.arange(0.0, 1.0, 0.02)
        smooth = steps * steps * (3 - 2 * steps)
        rows = np.array([row + (after.index(track) - row) * smooth for row, track in enumerate(before)])
        apart = np.abs(rows[:, None] - rows[None]) * _ROW
        slopes = np.gradient(rows, axis=1) * _ROW / (0.02 * _WIDE)
        angles = np.abs(np.arctan(slopes)[:, None] - np.arctan(slopes)[None])
        apart[np.arange(5), np.arange(5)] = 999
        if ((apart < 13) & (angles < 0.3)).any() or ((apart < 22).sum(axis=1) > 1).any():
            return False
    return True


def _signs(draws: Draws) -> list[int]:
    """Return the signs where five tracks end, from top to bottom, and then those where they come out."""
    shape = 2 * draws.integer(0, 4)
    other = draws.choice([2 * n for n in range(5) if 2 * n != shape])
    third = draws.choice([n for n in range(10) if n // 2 not in (shape // 2, other // 2)])
    signs = [shape, shape + 1, other, other + 1, third]
    return [*draws.shuffled(signs), *draws.shuffled(signs)]


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


_FORKS = ((64, 262), (214, 150), (214, 380), (392, 92), (392, 254), (392, 420))  #: of the switches, px
_STEM = 40  #: length of the track before a switch, px
_END = 585  #: where the exits are, or the tracks on to the tangle, px
_TOP, _ROW, _WIDE = 44.0, 88.0, 80.0  #: of rows and columns behind the switches, px


def _curve(start: tuple[float, float], end: tuple[float, float], lean: float) -> list[tuple[float, float]]:
    """Return the points of a track that leaves a switch upwards or downwards and arrives level."""
    (ax, ay), (dx, dy) = start, end
    (bx, by), (cx, cy) = (ax + 44, ay + lean), (dx - 80, dy)
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
    canvas = Canvas(660 if level < 3 else 1024, 530 if level < 3 else 600 if level < 5 else 1010)
    forks = [(x + draws.integer(-9, 9) + 0.0, y + draws.integer(-9, 9) + 0.0) for x, y in _FORKS]
    ends = {switch: (x - _STEM, y) for switch, (x, y) in enumerate(forks)}
    ends |= {6 + place: (_END, _TOP + _ROW * place) for place in range(6)}
    for (x, y), stem in zip(forks, ends.values(), strict=False):
        canvas.line(stem, (x, y), line=6)
    for switch, pair in enumerate(values["ways"]):
        for side, sign in enumerate(pair):
            line = _curve(forks[switch], ends[sign], 38.0 if side else -38.0)
            line = [*line, (line[-1][0] + 9, line[-1][1])]
            canvas.line(*(line if values["state"][switch] == side else line[6:]), line=6)
    arrow(canvas, (6, ends[0][1] - 34), (58, ends[0][1] - 34), line=4)
    x = _END if level < 3 else _tangled(canvas, values, level)
    for place in range(6 - (level > 2)):
        canvas.text(x + 18, _TOP + _ROW * place, place + 1, size=26, bold=True)
    if level > 2:
        (x, y), (left, top) = ends[_BACK], ends[2]
        points = [
            (x, y),
            (x + 26, y + 10),
            (x + 36, y + 46),
            (x + 20, y + 82),
            (x - 30, y + 92),
            (left - 60, y + 92),
        ]
        points += [
            (left - 96, y + 78),
            (left - 108, y + 30),
            (left - 96, top + 40),
            (left - 56, top + 8),
            (left, top),
        ]
        canvas.line(*_smooth(points), line=6)
    if level > 1:
        for one, other in values["pairs"]:
            canvas.line(forks[one], forks[other], stroke="blue", line=4, dashed=True)
            for switch in (one, other):
                canvas.circle(forks[switch][0], forks[switch][1], 9, fill="blue", stroke=None)
    for switch in values["heavy"] if level > 1 else ():
        x, y = forks[switch]
        canvas.rect(x - 40, y + 16, 24, 24, fill="ink")
    return [canvas]


def _tangled(canvas: Canvas, values: dict[str, Any], level: int) -> float:
    """Draw the tracks behind the switches: below the ground and then through the tangle; return where they end."""
    draws, start = Draws("shunting_yard", values["seed"], "tangle", level), _END + 20.0
    if level > 3:
        for number, sign in enumerate(values[f"signs{level}"]):
            draw_sign(
                canvas,
                _END + (32 if number < 5 else 94),
                _TOP + _ROW * (number % 5),
                sign,
                draws.integer(0, 359),
                side=12,
            )
        start = _END + 140.0
    else:
        for row in range(5):
            canvas.line((_END, _TOP + _ROW * row), (start, _TOP + _ROW * row), line=6)
    columns = values[f"tangle{level}"]
    wide = (len(columns) - 1) * _WIDE
    card = Card(left=start, top=18, wide=wide, high=4 * _ROW + 52, x=400, y=597, turned=draws.chance(1, 2))
    for track in range(5):
        points = []
        for column, (before, after) in enumerate(pairwise(columns)):
            low, high = before.index(track), after.index(track)
            for step in range(26):
                share = step / 26
                y = _TOP + _ROW * (low + (high - low) * share * share * (3 - 2 * share))
                points.append((start + _WIDE * (column + share), y))
        points.append((start + wide, points[-1][1]))
        canvas.line(*([card.place(*point) for point in points] if level > 4 else points), line=6)
        y = _TOP + _ROW * columns[-1].index(track)
        canvas.line((start + wide, y), (start + wide + 12, y), line=6)
        canvas.line((start - 14, _TOP + _ROW * track), (start, _TOP + _ROW * track), line=6)
    if level > 4:
        card.cover(canvas)
        card.frame(canvas)
    return start + wide + 12


def describe(values: dict[str, Any], variant: str) -> list[str]:
    level = int(DIAL[variant])
    ways = values[f"ways{level}"]
    names = [*(f"switch {name}" for name in "ABCDEF"), *(f"exit {number}" for number in range(1, 7))]
    back = "a track that turns back around the bottom and joins the track before switch C"
    each = []
    for switch, pair in enumerate(ways):
        upper, lower = (back if sign == 2 and switch > 2 else names[sign] for sign in pair)
        joined = "lower" if values["state"][switch] else "upper"
        each.append(
            f"{'ABCDEF'[switch]}: the upper branch leads to {upper}, the lower one to {lower}; the {joined} one is joined"
        )
    text = (
        "A yard of tracks. An arrow on the left leads to switch A; behind it are switches B and C one below the other, then "
        f"D, E and F. {'. '.join(each)}."
    )
    if level > 1:
        text += "".join(
            f" A blue dashed line ties {'ABCDEF'[one]} and {'ABCDEF'[other]}."
            for one, other in values["pairs"]
        )
    if level > 1:
        text += f" Black squares are beside {', '.join('ABCDEF'[switch] for switch in values['heavy'])}."
    return [text]
