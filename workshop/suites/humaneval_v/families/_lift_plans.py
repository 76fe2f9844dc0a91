"""The slope of ``chair_lift``, and plans of masts on it.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from dataclasses import dataclass
from itertools import pairwise

from benchmark.core.draws import Draws
from workshop.authoring.family import Solve

#: Kinds of ground, as the references write them: o, x and s.
KINDS_OF_GROUND = "oxs"
END, MOST = 24, 7  #: end of the axis below the slope, and the greatest height of the ground
TALLEST = 6  #: height of the tallest mast, apart from the small plans

Masts = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Lift:
    """Parameters: the mutation, the slope, the limits, which grounds matter, and the tested plans."""

    mutation: str
    ground: str  #: height at each metre of the axis, as digits
    kinds: str  #: kind of the ground at each metre
    firm: str  #: the kind of ground that matters for long spans
    holding: str  #: the kind of ground that matters for bends of the cable
    short: int
    long: int
    clear: int
    tested: tuple[Masts, ...] = ()


def firm_pairs(lift: Lift, accepts: Solve) -> list[Masts]:
    """Return plans of two masts on firm ground, as far apart as they may be or a metre farther.

    There are none if the slope lacks one of these two spans.

    Args:
        lift: the slope and the limits.
        accepts: a rule that accepts falling cables that are a metre longer.
    """
    found: list[Masts] = []
    for width in (lift.long, lift.long + 1):
        pairs = [
            ((start, first), (start + width, second))
            for start in range(END + 1 - width)
            for first in range(lift.clear, TALLEST + 1)
            for second in range(lift.clear, TALLEST + 1)
            if lift.kinds[start] == lift.kinds[start + width] == lift.firm
        ]
        good = [pair for pair in pairs if accepts(argument(pair))]
        if not good:
            return []
        found += good[:: max(1, len(good) // 15)]
    return found


def random_plan(draws: Draws, lift: Lift, rule: Solve) -> Masts:
    """Choose five masts or fewer that a rule accepts; at many of them the cable is straight."""
    plan: Masts = ((draws.integer(0, 10), draws.integer(lift.clear, TALLEST)),)
    for _ in range(draws.integer(2, 4)):
        for _ in range(30):
            place = plan[-1][0] + draws.choice((2, 3, lift.short, lift.short + 1, lift.long, lift.long))
            if place > END:
                continue
            height = draws.integer(lift.clear, TALLEST)
            if len(plan) > 1 and draws.chance(1, 4):
                height = _straight(lift, plan[-2], plan[-1], place) or height
            more = (*plan, (place, height))
            if _is_possible(lift, more) and rule(argument(more)):
                plan = more
                break
    return plan


def _straight(lift: Lift, before: tuple[int, int], last: tuple[int, int], place: int) -> int:
    """Return the height of a mast at a place that continues a cable in a straight line; 0 if there is none."""
    tops = [int(lift.ground[at]) + height for at, height in (before, last)]
    rise = (tops[1] - tops[0]) * (place - last[0])
    width = last[0] - before[0]
    return tops[1] + rise // width - int(lift.ground[place]) if rise % width == 0 else 0


def _is_possible(lift: Lift, plan: Masts) -> bool:
    """Whether all masts are on the slope, no mast is lower than the cable has to be, and no long span is level."""
    for (start, first), (end, second) in pairwise(plan):
        if (
            not 0 <= start < end <= END
            or not lift.clear <= min(first, second) <= max(first, second) <= TALLEST + 1
        ):
            return False
        tops = int(lift.ground[start]) + first, int(lift.ground[end]) + second
        if end - start > lift.short and tops[0] == tops[1]:
            return False
    return True


def near_plans(draws: Draws, lift: Lift, plan: Masts) -> list[Masts]:
    """Return plans in which a mast is taller, lower or moved by a metre, or a mast and all after it."""
    number = draws.integer(0, len(plan) - 1)
    by = draws.choice((-1, 1))
    place, height = plan[number]
    near = [
        (*plan[:number], (place, height + by), *plan[number + 1 :]),
        (*plan[:number], (place + by, height), *plan[number + 1 :]),
    ]
    for first, ((start, _), (end, _)) in enumerate(pairwise(plan), 1):
        if end - start == lift.long:
            for more in (-1, 0, 1):
                far = (end + 1, plan[first][1] + more)
                near.append((*plan[:first], far, *((place + 1, tall) for place, tall in plan[first + 1 :])))
    return [masts for masts in near if _is_possible(lift, masts)]


def argument(plan: Masts) -> list[list[int]]:
    """Return a plan as the program takes it."""
    return [list(mast) for mast in plan]


def as_masts(plan: list[list[int]]) -> Masts:
    """Return the plan of an argument of the program."""
    return tuple((place, height) for place, height in plan)
