"""Trains run through a yard whose switches change under them; at which exit does each one leave?

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence
from itertools import combinations, product
from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, UnfitError
from workshop.authoring.problem_families.trial import agreeing, solvers
from workshop.drawing.canvas import Canvas
from workshop.suites.mmcode.families._tangles import FINE, crossings, loose_tangle, tangle
from workshop.suites.mmcode.families._yard_picture import BACK, words, yard

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

- If tracks end at black signs: such a track goes on below the ground, and comes out where the same sign stands a second time. Of two
same signs one can be turned by any angle, but a sign and its mirror image are two different signs.
- If there is a grey card with a yellow corner: it hides a part of the yard. This part is drawn below as it is seen from behind, as it
looks through the back of the sheet. The yellow corner is the same corner of the part.

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
            f"if length >= 6 or switch not in $heavy{level}:",
            "    for other in tied[switch]:",
            "        state[other] = 1 - state[other]",
        ]
    tied = f"\n    tied = $tied{level}" if level > 1 else ""
    return f"""
def solution(cars):
    ways = $ways{level}
    state = list($state{level}){tied}
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
#: Switches that a straight line can tie; between D and F lies E.
_TIES = [pair for pair in combinations(range(6), 2) if pair != (3, 5)]
_ALL = range(1, 6)  #: levels


def _ways(orders: list[list[int]]) -> list[list[int]]:
    """Return where the two branches of each switch lead: a switch from 0 to 5, or an exit from 6 on, the upper one first."""
    ends = [ends[place] for ends, order in zip(_TRACKS, orders, strict=True) for place in order]
    return [sorted(ends[2 * switch : 2 * switch + 2]) for switch in range(6)]


def sample(draws: Draws) -> dict[str, Any]:
    for _ in range(1000):
        orders = [[0, 1], draws.shuffled(range(4)), draws.shuffled(range(6))]
        ways = _ways(orders)
        if [4, 4] in ways or crossings(orders[1]) not in (2, 3, 4) or crossings(orders[2]) not in range(4, 9):
            continue
        last = next(switch for switch in (3, 4, 5) if BACK in ways[switch])
        first, second, third, fourth, fifth = draws.shuffled(
            [switch for switch in range(6) if switch != last]
        )
        pairs = [(first, second), (third, fourth)]
        values: dict[str, Any] = {"ways": ways, "ways1": ways, "ways2": ways}
        yard = {"state": draws.integers(6, 0, 1), **_ties(pairs), "heavy": sorted([first, third, fifth])}
        values |= {f"{name}{level}": value for level in _ALL for name, value in yard.items()}
        values["seed"] = draws.integer(1, 10**9)
        for level in (3, 4, 5):
            behind, signs = tangle(draws, 4 if level < 4 else 3), _signs(draws) if level > 3 else []
            values |= {f"tangle{level}": behind, f"ways{level}": _behind(ways, signs, [behind])}
        tried = [(draws.integers(count, 1, 12),) for count in (1, 1, 2, 3) for _ in range(12)]
        shown = agreeing(tried, solvers(REFERENCE, values))
        if shown and _matter(values, _ALL):
            values["shown"] = shown[-1:]
            return values | _harder(values, 4, last) | _harder(values, 5, last)
    raise UnfitError("no trains take the same exits in all yards")


def _signs(draws: Draws) -> list[int]:
    """Return the signs where five tracks end, from top to bottom, and then those where they come out."""
    shape = 2 * draws.integer(0, 4)
    other = draws.choice([2 * n for n in range(5) if 2 * n != shape])
    third = draws.choice([n for n in range(10) if n // 2 not in (shape // 2, other // 2)])
    signs = [shape, shape + 1, other, other + 1, third]
    return [*draws.shuffled(signs), *draws.shuffled(signs)]


def _ties(pairs: list[tuple[int, int]]) -> dict[str, Any]:
    tied = [sorted({own, *sum((pair for pair in pairs if own in pair), ())}) for own in range(6)]
    return {"pairs": pairs, "tied": tied}


def _behind(ways: list[list[int]], signs: list[int], tangles: list[list[list[int]]]) -> list[list[int]]:
    """Return where branches lead at last: through tangles, below the ground before the last one, and back."""
    ends = {11: 2}
    for row in range(5):
        place = row
        for orders in tangles:
            if signs and orders is tangles[-1]:
                place = signs[5:].index(signs[place])
            place = orders[-1].index(orders[0][place])
        ends[6 + row] = 6 + place
    return [[ends.get(end, end) for end in pair] for pair in ways]


def _harder(values: dict[str, Any], level: int, last: int) -> dict[str, Any]:
    """Return other ties, signs and tangles for level 4 or 5, with which the samples stay right.

    The switch before the way back has neither a square nor a tie, or a train could go round for ever.
    """
    draws, free = Draws("shunting_yard", values["seed"], "harder", level), [n for n in range(6) if n != last]
    if level > 4:
        front, behind = loose_tangle(draws, 7, FINE), loose_tangle(draws, 10, FINE)
    else:
        front, behind = loose_tangle(draws, 3), loose_tangle(draws, 5)
    tangles = [front["orders"], behind["orders"]]
    program = {VARIANTS[level - 1]: REFERENCE[VARIANTS[level - 1]]}
    (call,) = values["shown"]
    (right,) = solvers(program, values).values()
    for _ in range(600):
        pairs = draws.sample([pair for pair in _TIES if last not in pair], 5 if level > 4 else 3)
        signs = _signs(draws)
        yard = {"state": draws.integers(6, 0, 1), **_ties(pairs), "heavy": sorted(draws.sample(free, 3))}
        yard |= {"signs": signs, "ways": _behind(values["ways"], signs, tangles)}
        yard |= {"tangle": behind, "front": front}
        found = {f"{name}{level}": value for name, value in yard.items()}
        (solve,) = solvers(program, values | found).values()
        if solve(*call) == right(*call) and _matter(values | found, [level]):
            return found
    raise UnfitError("no other yard has the same samples")


def _matter(values: dict[str, Any], levels: Sequence[int]) -> bool:
    """Whether a large input sends a train along each branch."""
    programs = {VARIANTS[level - 1]: REFERENCE[VARIANTS[level - 1]] for level in levels}
    right = solvers(programs, values)
    for switch, side in product(range(6), range(2)):
        other = dict(values)
        for level in levels:
            ways = other[f"ways{level}"] = [list(pair) for pair in values[f"ways{level}"]]
            ways[switch][side] = 7 if ways[switch][side] == 6 else 6
        wrong = solvers(programs, other)
        if any(all(right[name](*call) == wrong[name](*call) for call in large(values)) for name in programs):
            return False
    return True


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


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    return [yard(values, int(DIAL[variant]))]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    return [words(values, int(DIAL[variant]))]
