"""Islands with vanes that turn when a ferry leaves them, and the space of the rules for how they turn.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations

import numpy as np
import numpy.typing as npt

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, UnfitError
from workshop.authoring.rule_space import Choices, RuleSpace, one_rule
from workshop.drawing.items import Point

MARKS = "sdy"  #: a square island, one with a double shore, a yellow one
#: What a mark can change.
EFFECTS = (
    "none", "opposite", "still", "double", "first times", "second times", "on arrival", "next", "before", "all", "ahead",
    "behind", "uncounted",
)  # fmt: skip
#: Kind → the effects that are right in some picture: how far a vane turns, the line that a ferry takes, another vane, what counts.
KINDS = {
    "turn": ("opposite", "double"), "aside": ("ahead", "behind"), "next": ("next",), "uncounted": ("uncounted",),
}  # fmt: skip
(
    _, _OPPOSITE, _STILL, _DOUBLE, _FIRST, _SECOND, _ON_ARRIVAL, _NEXT, _BEFORE, _ALL, _AHEAD, _BEHIND, _UNCOUNTED,
) = range(len(EFFECTS))  # fmt: skip
#: By how many lines a vane turns clockwise. A rule also says whether it turns before the ferry leaves (``early``), and whether
#: marks act where a trip begins (``start``).
TURNS = (1, -1, 0, 2)


@dataclass(frozen=True, slots=True)
class Lake:
    """Islands, and the lines between them."""

    places: list[Point]  #: px
    ways: list[list[int]]  #: the other ends of each island's lines, clockwise
    hands: list[int]  #: the line to which each vane points, counted along ``ways``
    marks: list[str]  #: the mark of each island, or an empty text


def call_of(lake: Lake, start: int, steps: int) -> Call:
    """Return a trip as a call: marks of the islands, their lines and vanes, where it starts, and its crossings."""
    return tuple(lake.marks), tuple(map(tuple, lake.ways)), tuple(lake.hands), start, steps


def _results(rules: Choices, call: Call) -> npt.NDArray[np.int64]:
    """Return under each rule where the ferry ends, -1 if nowhere, and all vanes then."""
    marks, ways, given, start, steps = call
    count, every = len(rules["turn"]), np.arange(len(rules["turn"]))
    of_mark = np.stack([np.zeros(count, int), *(rules[mark] for mark in MARKS if mark in rules)])
    worn = np.array([1 + MARKS.index(mark) if mark else 0 for mark in marks])
    sizes = np.array(list(map(len, ways)))
    ends = np.array([[*way, *[0] * (5 - len(way))] for way in ways])
    turn, early = np.array(TURNS)[rules["turn"]], rules["early"]
    hands, times = np.tile(np.array(given), (count, 1)), np.zeros((count, len(ways)), int)
    at, came, left = np.full(count, start), np.full(count, -1), np.full(count, steps)
    for number in range(4 * steps + 8):
        live = left > 0
        if not live.any():
            break
        effect = of_mark[worn[at], every] * (rules["start"] == 0 if number == 0 else 1)
        times[every, at] += 1
        odd = times[every, at] % 2 == 1
        idle = (effect == _STILL) | ((effect == _ON_ARRIVAL) & (number > 0))
        idle |= ((effect == _FIRST) & ~odd) | ((effect == _SECOND) & odd)
        own = np.where(idle, 0, turn * np.where(effect == _OPPOSITE, -1, np.where(effect == _DOUBLE, 2, 1)))
        aside = (effect == _AHEAD).astype(int) - (effect == _BEHIND)
        target = ends[at, (hands[every, at] + own * early + aside) % sizes[at]]
        hands[every, at] += own * live
        hands[every, target] += turn * live * (effect == _NEXT)
        hands[every, came] += turn * live * ((effect == _BEFORE) & (came >= 0))
        for place in range(5) if (effect == _ALL).any() else ():
            around = live & (effect == _ALL) & (place < sizes[at])
            hands[every, ends[at, place]] += turn * around
        left -= live * (effect != _UNCOUNTED)
        came, at = np.where(live, at, came), np.where(live, target, at)
        hands[every, at] += turn * live * (of_mark[worn[at], every] == _ON_ARRIVAL)
    return np.column_stack([np.where(left > 0, -1, at), hands % sizes])


def sail(rule: Mapping[str, int], call: Call) -> tuple[int, list[int]]:
    """Return where a ferry ends, and all vanes then.

    Raises:
        UnfitError: if it never ends.
    """
    end, *hands = _results(one_rule(rule), call)[0].tolist()
    if end < 0:
        raise UnfitError("the ferry never ends")
    return end, hands


@cache
def space(marks: str) -> RuleSpace:
    """Return the rules for lakes with some marks."""
    parts = {"turn": len(TURNS), "early": 2, "start": 2, **dict.fromkeys(marks, len(EFFECTS))}
    return RuleSpace(parts=parts, results=_results, compared=1_000)


def drawn_rule(draws: Draws, marks: str, kinds: tuple[str, ...]) -> dict[str, int]:
    """Return a rule whose marks each change something of another kind."""
    effects = [EFFECTS.index(draws.choice(KINDS[kind])) for kind in draws.shuffled(kinds)]
    rule = {"turn": draws.integer(0, 1), "early": draws.integer(0, 1), "start": 0}
    return {**rule, **dict(zip(marks, effects, strict=True))}


def _turn(places: list[Point], one: int, other: int) -> float:
    (ax, ay), (bx, by) = places[one], places[other]
    return math.degrees(math.atan2(by - ay, bx - ax)) % 360


def _crosses(places: list[Point], one: tuple[int, int], other: tuple[int, int]) -> bool:
    def side(p: Point, q: Point, r: Point) -> bool:
        return (q[0] - p[0]) * (r[1] - p[1]) > (q[1] - p[1]) * (r[0] - p[0])

    if {*one} & {*other}:
        return False
    a, b, c, d = (places[end] for end in (*one, *other))
    return side(a, b, c) != side(a, b, d) and side(c, d, a) != side(c, d, b)


def _beside(places: list[Point], line: tuple[int, int], room: float) -> bool:
    """Whether a line passes near an island that is not one of its ends."""
    (ax, ay), (bx, by) = (places[end] for end in line)
    long = math.dist((ax, ay), (bx, by))
    for number, (x, y) in enumerate(places):
        along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / long
        across = abs((x - ax) * (by - ay) - (y - ay) * (bx - ax)) / long
        if number not in line and across < room and -room < along < long + room:
            return True
    return False


def lake_of(
    draws: Draws, places: list[Point], lines: int, room: float, apart: float, longest: float, crossed: bool
) -> Lake:
    """Return a lake without marks, in which a ferry can reach each island.

    Args:
        draws: the choices.
        places: of the islands, px.
        lines: number of lines.
        room: between a line and the middle of an island that it passes, px.
        apart: between two lines of an island, degrees.
        longest: of all lines, px.
        crossed: whether lines may cross each other.

    Raises:
        UnfitError: if no lines were found.
    """
    count = len(places)
    every = [
        pair for pair in combinations(range(count), 2)
        if math.dist(places[pair[0]], places[pair[1]]) < longest and not _beside(places, pair, room)
    ]  # fmt: skip
    for _ in range(30):
        chosen: list[tuple[int, int]] = []
        for pair in draws.shuffled(every):
            near = [
                (end, *(other for other in line if other != end))
                for line in chosen
                for end in pair
                if end in line
            ]
            gaps = [
                abs((_turn(places, end, other) - _turn(places, end, sum(pair) - end) + 180) % 360 - 180)
                for end, other in near
            ]
            full = any(sum(end in line for line in chosen) > 3 + crossed for end in pair)
            if (
                full
                or any(gap < apart for gap in gaps)
                or any(_crosses(places, pair, line) for line in chosen)
            ):
                continue
            chosen.append(pair)
            if len(chosen) == lines:
                break
        ways = [_around(places, chosen, own) for own in range(count)]
        if len(chosen) == lines and min(map(len, ways)) > 1 and _is_whole(ways):
            hands = [draws.integer(0, len(way) - 1) for way in ways]
            return Lake(places, ways, hands, [""] * count)
    raise UnfitError("no lines join all islands")


def _around(places: list[Point], lines: list[tuple[int, int]], own: int) -> list[int]:
    """Return the other ends of an island's lines, clockwise."""
    turns = {sum(line) - own: _turn(places, own, sum(line) - own) for line in lines if own in line}
    return sorted(turns, key=turns.__getitem__)


def _is_whole(ways: list[list[int]]) -> bool:
    reached = [0]
    for own in reached:
        reached += [other for other in ways[own] if other not in reached]
    return len(reached) == len(ways)


def marked(draws: Draws, lake: Lake, marks: str, share: int) -> Lake:
    """Return a lake with other vanes, of whose islands ``share`` of ten have a mark, each mark at least one."""
    count = len(lake.places)
    worn = [
        *marks,
        *(
            draws.choice(marks) if marks and draws.chance(share, 10) else ""
            for _ in range(count - len(marks))
        ),
    ]
    return replace(
        lake, marks=draws.shuffled(worn), hands=[draws.integer(0, len(way) - 1) for way in lake.ways]
    )


def small_lake(draws: Draws) -> Lake:
    """Return a small lake of four or five islands."""
    count = draws.integer(4, 5)
    spots = draws.sample([(x, y) for x in (38, 114, 190) for y in (34, 102, 170)], count)
    places: list[Point] = [(x + draws.integer(-9, 9), y + draws.integer(-9, 9)) for x, y in spots]
    if any(math.dist(one, other) < 66 for one, other in combinations(places, 2)):
        return small_lake(draws)
    try:
        return lake_of(draws, places, count + draws.integer(0, 2), 30, 40, 190, False)
    except UnfitError:
        return small_lake(draws)


def large_lake(draws: Draws, marks: str, lines: int) -> Lake:
    """Return a large lake of twelve islands."""
    while True:
        spots = [(125 + 250 * (place % 4), 120 + 230 * (place // 4)) for place in range(12)]
        places: list[Point] = [(x + draws.integer(-55, 55), y + draws.integer(-48, 48)) for x, y in spots]
        try:
            lake = lake_of(draws, places, lines, 46, 22, 520, lines > 18)
        except UnfitError:
            continue
        return marked(draws, lake, marks, 6)
