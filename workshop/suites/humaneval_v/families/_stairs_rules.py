"""Rules of buckets on stairs: how much one holds, what leaves it and when, and where it goes.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

import numpy as np
import numpy.typing as npt

from workshop.authoring.family import Call
from workshop.authoring.rule_space import Choices, RuleSpace, choice_counts, count_rules, rule_of

#: Size of a bucket → how much it holds before water runs on.
HOLDS: dict[str, Callable[[int], int]] = {
    "all": lambda size: size,
    "one less": lambda size: size - 1,
    "two less": lambda size: max(0, size - 2),
    "one more": lambda size: size + 1,
    "half, rounded up": lambda size: (size + 1) // 2,
    "half, rounded down": lambda size: size // 2,
    "one more than half": lambda size: size // 2 + 1,
    "a third, rounded up": lambda size: (size + 2) // 3,
    "two thirds, rounded up": lambda size: (2 * size + 2) // 3,
    **{f"{litres} litres": partial(min, litres) for litres in range(1, 5)},
}
#: Sizes → the places of the buckets in the order in which they get water.
ORDERS: dict[str, Callable[[Sequence[int]], list[int]]] = {
    "from the left": lambda sizes: list(range(len(sizes))),
    "from the right": lambda sizes: list(range(len(sizes)))[::-1],
    "the left one, then from the right": lambda sizes: [0, *range(len(sizes) - 1, 0, -1)],
    "the smallest first": lambda sizes: sorted(range(len(sizes)), key=sizes.__getitem__),
    "the largest first": lambda sizes: sorted(range(len(sizes)), key=lambda place: -sizes[place]),
}
#: Parts of what a reader may see in the moments → their choices.
PARTS: dict[str, Sequence[Any]] = {
    "jug": ("filled first", "one litre less", "one litre more", "full before", "tips when full"),
    "order": tuple(ORDERS),
    "holds": tuple(HOLDS),
    "moves on at": ("more than that", "that"),
    "leaving": (
        "what is too much",
        "all",
        "all but one",
        "half",
        "one",
        "what came",
        "what was there",
    ),
    "afterwards": ("the same", "only runs over its rim", "all water runs through"),  # after the first time
    "last": ("as the others", "keeps what it can hold", "keeps all"),  # no arrow leaves it
    "follows": ("at once", "with the next water"),  # when a bucket gets more than it holds from another
    "too much": ("runs on", "is lost", "stays behind"),  # of a bucket's water for its rim, or the next one's
}
_FULL, _ENDLESS = "keeps what it can hold", 999


def right_rule(mutation: str) -> Mapping[str, int]:
    """Return the rule of a mutation by the choice of each part."""
    order = "from the right" if mutation == "from-the-end" else "from the left"
    holds = "half, rounded up" if mutation == "spout" else "all"
    tips = ("that", "all") if mutation == "tipping" else ("more than that", "what is too much")
    return rule_of(
        PARTS, ("filled first", order, holds, *tips, "the same", "as the others", "at once", "runs on")
    )


@lru_cache(maxsize=4)
def stairs_rules(jug: int) -> RuleSpace:
    """Return the space of buckets under a jug of some litres."""
    parts = choice_counts(PARTS)
    return RuleSpace(parts=parts, results=partial(_levels, jug), compared=2_000)


def _levels(jug: int, rules: Choices, call: Call) -> npt.NDArray[np.int64]:
    """Return the litres in each bucket by each rule, of shape (rules, buckets)."""
    sizes, litres = call
    stairs = {name: choice for name, choice in rules.items() if name != "jug"}
    shape = tuple(len(PARTS[name]) for name in stairs)
    # Rules that differ only in the jug are at another of the same moments.
    different, which = np.unique(np.ravel_multi_index(tuple(stairs.values()), shape), return_inverse=True)
    stairs = dict(zip(stairs, np.unravel_index(different, shape), strict=True))
    found = np.zeros((count_rules(rules), len(sizes)), np.int64)
    loads = [litres - jug, litres - jug + 1, litres - jug - 1, litres, litres // jug]  # as in PARTS
    for tips in (False, True):
        mine = (rules["jug"] == len(loads) - 1) == tips
        times = np.maximum(0, np.array(loads))[rules["jug"][mine]]
        moments = _moments(stairs, sizes, jug if tips else 1, max(times, default=0))
        found[mine] = moments[times, which[mine]]
    return found


def _moments(stairs: Choices, sizes: Sequence[int], load: int, times: int) -> npt.NDArray[np.int16]:
    """Return the litres at the start and after each load of water, of shape (times + 1, rules, buckets)."""
    count, every = len(sizes), np.arange(count_rules(stairs))

    def chosen(part: str, name: str) -> npt.NDArray[np.bool_]:
        return np.equal(stairs[part], PARTS[part].index(name))

    rows = np.array([order(sizes) for order in ORDERS.values()])[stairs["order"]]
    rims = np.array(sizes, np.int16)[rows]
    held = np.array([[hold(size) for size in sizes] for hold in HOLDS.values()], np.int16)
    limits = held[stairs["holds"][:, None], rows]
    own = chosen("last", "as the others")
    limits[~own, -1] = np.where(chosen("last", "keeps all"), _ENDLESS, rims[:, -1])[~own]
    early, at_once = chosen("moves on at", "that"), chosen("follows", "at once")
    over, through = (chosen("afterwards", name) for name in PARTS["afterwards"][1:])
    lost, behind = (chosen("too much", name) for name in PARTS["too much"][1:])
    levels = np.zeros((len(every), count), np.int16)
    moved = np.zeros((len(every), count), np.bool_)
    moments = [levels.copy()]
    for _ in range(times):
        water = np.full(len(every), load, np.int16)
        for place in range(count):
            level, rim, end = levels[:, place] + water, rims[:, place], place == count - 1
            runs_over, goes = over & moved[:, place], through & moved[:, place]
            limit = np.where(runs_over, rim, limits[:, place])
            moves = (water > 0) & (goes | (level > limit) | (early & ~runs_over & (level == limit)))
            amounts = [
                level - limit,
                level,
                level - 1,
                level // 2,
                np.minimum(level, 1),
                water,
                level - water,
            ]
            over_limit = runs_over | ~own if end else runs_over
            amount = np.choose(np.where(goes, 5, np.where(over_limit, 0, stairs["leaving"])), amounts)
            rest = level - amount
            if not end:
                amount = np.where(lost, np.minimum(amount, rim), amount)
                room = np.maximum(0, rims[:, place + 1] - levels[:, place + 1])
                amount = np.where(behind, np.minimum(amount, room), amount)
                rest = np.where(behind, np.minimum(level - amount, rim), rest)
                levels[:, place + 1] += amount * (moves & ~at_once)
                water = amount * (moves & at_once)
            levels[:, place] = np.where(moves, rest, level)
            moved[:, place] |= moves
        moment = np.zeros_like(levels)
        moment[every[:, None], rows] = levels
        moments.append(moment)
    return np.array(moments)
