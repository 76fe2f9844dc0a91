"""Charts whose boxes are joined by cords with clips, drawn at random.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, UnfitError
from workshop.suites.code_vision.families import _cord_panels as panels
from workshop.suites.code_vision.families._cord_panels import CHOICES, END, LIMIT, Cord, Panel, sockets
from workshop.suites.code_vision.families._settled_rules import Rule
from workshop.suites.humaneval_v.families._tangles import Form, Tangle, tangle

_TRIES = 12_000  #: drawings of a panel, of the order of its boxes, or of where its cords lead
_OFTEN = 8  #: a cord is passed in one of so many calls at least
_COMPARED = 16  #: calls by which misread panels are tried
_LONG, _TIMED = 3, 3  #: cords of a walk, on average, at least, in so many first calls
_ALIKE = {"8": "+ 4", "10": "+ 5", "12": "+ 6", "14": "+ 7"}  #: limit → what is the same as taking so much
_TOTALS = ("t + n", "t - n")
STEPS = ("n + 1", "n + 2", "n + 3", "n - 1", "n - 2", "n - 3")
#: Steps whose numbers are drawn as dots.
DOTTED = (*(f"n + {number}" for number in range(4, 9)), *(f"n - {number}" for number in range(4, 10)))
ASKED = ("n > 2 ?", "n > 3 ?", "n > 4 ?", "n > 5 ?", "n > 6 ?", "n even ?")
CHARGED = ("c > 2 ?", "c > 3 ?", "c > 4 ?", "c > 5 ?", "c even ?")


class Plan(NamedTuple):
    """What a panel has."""

    bundles: tuple[int, ...]  #: sockets of each
    asks: int  #: boxes that ask
    charged: int  #: how many of them ask about the charge
    form: tuple[int, int]  #: columns of crossings, and crossings in each at least
    clips: tuple[int, ...]  #: numbers of clips on cords, of which one is drawn
    hidden: bool = False  #: whether the limit is not told
    dots: bool = False
    pitch: tuple[int, int] = (46, 38)  #: px between two sockets, and of a column of crossings


def draw_tangles(draws: Draws, plan: Plan) -> tuple[Tangle, ...]:
    """Draw the bundles of a panel; without crossings their cords are level."""
    columns, crossings = plan.form
    far = 220 if crossings else 0
    return tuple(
        tangle(
            draws,
            Form(strands=count, columns=columns, row=plan.pitch[0], column=plan.pitch[1], crossings=crossings, far=far),
            lambda made: not crossings or sum(row != end for row, end in enumerate(made.ends)) > 1,
        )
        for count in plan.bundles
    )  # fmt: skip


def _order(draws: Draws, asks: Sequence[bool], bundles: Sequence[int]) -> tuple[int, ...]:
    """Draw the order of boxes from top to bottom, so that the sockets of each bundle are those of whole boxes."""
    for _ in range(_TRIES):
        order = draws.shuffled(range(len(asks)))
        ends, total = set(), 0
        for box in order:
            total += 1 + asks[box]
            ends.add(total)
        if all(sum(bundles[: number + 1]) in ends for number in range(len(bundles))):
            return tuple(order)
    raise UnfitError("no order of boxes fits the bundles")


def _ends(draws: Draws, asks: Sequence[bool]) -> list[list[int]]:
    """Draw the box to which each socket leads; every box is reached, none from itself or twice from another one."""
    boxes = range(len(asks))
    more = len(asks) // 4
    for _ in range(_TRIES):
        free = [draws.choice(boxes) for _ in range(sum(asks) - more)] + [END] * more
        drawn = draws.shuffled([*boxes[1:], END, *free, 0][: len(asks) + sum(asks)])
        ends = [[drawn.pop() for _ in range(1 + ask)] for ask in asks]
        if all(box not in each and len({*each}) == len(each) for box, each in enumerate(ends)):
            return ends
    raise UnfitError("cords lead to their own boxes")


def draw_panel(
    draws: Draws, plan: Plan, signs: Sequence[str], limit: int, bundles: tuple[Tangle, ...]
) -> Panel:
    """Draw a panel; walks need not end.

    Args:
        draws: choices.
        plan: what it has.
        signs: kinds of clips, each of which occurs.
        limit: of the charge; 0 if it is not told.
        bundles: its tangles.
    """
    sockets = sum(plan.bundles)
    count = sockets - plan.asks
    asks = draws.shuffled([box < plan.asks for box in range(count)])
    asked = [*draws.sample(CHARGED, plan.charged), *draws.sample(ASKED, plan.asks - plan.charged)]
    changes = draws.shuffled(DOTTED if plan.dots else STEPS)[: count - plan.asks - 1]
    steps = draws.shuffled([*draws.sample(_TOTALS, 1 + (count > 6)), *changes])[: count - plan.asks]
    asked = draws.shuffled(asked)
    sizes = draws.shuffled([plan.clips[place % len(plan.clips)] for place in range(sockets)])
    kinds = draws.shuffled([signs[place % len(signs)] for place in range(sum(sizes))])
    cords = []
    for ends in _ends(draws, asks):
        ways = []
        for end in ends:
            size = sizes.pop()
            ways.append(Cord(end, tuple(kinds[:size])))
            kinds = kinds[size:]
        cords.append(tuple(ways))
    return Panel(
        tuple(asked.pop() if ask else steps.pop() for ask in asks),
        tuple(cords),
        limit,
        _order(draws, asks, plan.bundles),
        tuple(box for box in range(count) if asks[box] and draws.chance(1, 2)),
        bundles,
        plan.dots,
    )


def _is_lively(panel: Panel, rule: Rule, calls: Sequence[Call]) -> bool:
    """Whether all walks end and often pass each cord; those of the first calls are long."""
    passed: Counter[tuple[int, int]] = Counter()
    for place, (numbers,) in enumerate(calls):
        state, seen = {"t": 0, "c": 0}, set()
        long = 0
        for number in numbers:
            state["n"] = number
            ways = panels.walk(panel, rule, state)
            if ways is None:
                return False
            seen |= {*ways}
            long += len(ways)
        if numbers and long < _LONG * len(numbers) and place < _TIMED:
            return False
        passed.update(seen)
    return all(
        _OFTEN * passed[box, way] >= len(calls) for box, ways in enumerate(panel.cords) for way in range(len(ways))
    )  # fmt: skip


def drawn_rule(draws: Draws, signs: Sequence[str]) -> dict[str, str]:
    """Draw what the kinds of clips do, no two the same, and the limit."""
    limit = draws.choice(CHOICES[LIMIT][1:])
    clips = [clip for clip in panels.CLIPS if clip != _ALIKE.get(limit)]
    return {**dict(zip(signs, draws.sample(clips, len(signs)), strict=True)), LIMIT: limit}


def misread(panel: Panel) -> Iterator[Panel]:
    """Yield panels in which the ends of two neighbouring cords of a bundle are changed for each other."""
    exits, first = [*sockets(panel)], 0
    for bundle in panel.bundles:
        inside = exits[first : first + len(bundle.ends)]
        first += len(bundle.ends)
        for one, other in combinations(inside, 2):
            ways = {one: panel.cords[other[0]][other[1]], other: panel.cords[one[0]][one[1]]}
            if abs(bundle.ends[inside.index(one)] - bundle.ends[inside.index(other)]) == 1:
                cords = tuple(
                    tuple(ways.get((box, way), cord) for way, cord in enumerate(each))
                    for box, each in enumerate(panel.cords)
                )
                yield panel._replace(cords=cords)


def _differ(panel: Panel, near: Panel, rule: Rule, calls: Sequence[Call]) -> bool:
    """Whether two panels give other results for most calls."""
    return 2 * sum(panels.run(panel, rule, call) != panels.run(near, rule, call) for call in calls) > len(
        calls
    )


def lively_panel(draws: Draws, plan: Plan, signs: Sequence[str], calls: Sequence[Call]) -> tuple[Panel, Rule]:
    """Return a panel that calls pass everywhere, and a rule for it.

    Raises:
        UnfitError: if none was found.
    """
    bundles = draw_tangles(draws, plan)
    for _ in range(_TRIES):
        rule = drawn_rule(draws, signs)
        panel = draw_panel(draws, plan, signs, 0 if plan.hidden else int(rule[LIMIT]), bundles)
        if (
            _is_lively(panel, rule, calls)
            and panels.is_strict(panel, rule, calls)
            and all(_differ(panel, near, rule, calls[:_COMPARED]) for near in misread(panel))
        ):
            return panel, rule
    raise UnfitError("no panel is lively")
