"""Rules of where a tray with pebbles balances after a gust of wind.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

import numpy as np
import numpy.typing as npt

from workshop.authoring.family import Call
from workshop.authoring.rule_space import Choices, RuleSpace, choice_counts, rule_of
from workshop.suites.humaneval_v.families._tray_zones import Pebble, Tray

#: Weights of the zones of a place, from the lowest to the top one → its weight.
OVERLAPS: Mapping[str, Callable[[list[int]], float]] = {
    "cancel": lambda zones: zones[0] if len(zones) == 1 else 0,
    "sum": sum,
    "top": lambda zones: zones[-1],
    "product": math.prod,
    "largest": max,
    "smallest": min,
    "lowest": lambda zones: zones[0],
    "mean": lambda zones: sum(zones) / len(zones),
    "difference": lambda zones: zones[0] if len(zones) == 1 else max(zones) - min(zones),
    "ground": lambda zones: zones[0] if len(zones) == 1 else 1,
    "count": len,
    "none": lambda _zones: 1,
}
#: Parts of what a reader may see in a tray → their choices.
PARTS: Mapping[str, Sequence[Any]] = {
    "overlap": (*OVERLAPS,),
    "gust": (1, -1),  # as drawn, or the other way
    "moves": ("unsheltered", "all", "none", "sheltered", "on the ground", "in a zone"),
    "sheltered": ("by the place before", "by the place after"),
    "edge": ("in", "out"),  # of the shelter
    "weighed": ("after", "before", "in the heavier place"),
    "lies": ("after", "before", "halfway"),  # where the weight is
    "ground": (1, 0, 2),  # weight outside all zones
    "inside": ("as elsewhere", "nothing", "one"),  # weight in the shelter
    "divided": ("by the weights", "by the pebbles", "by the pebbles with a weight"),
}


def _is_in_shelter(tray: Tray, place: Pebble) -> tuple[bool, bool]:
    """Return whether a place is in the shelter, with its edge and without."""
    left, right, bottom, top = tray.shelter
    x, y = place
    return left <= x <= right and bottom <= y <= top, left < x < right and bottom < y < top


def _weights(tray: Tray, place: Pebble) -> list[list[float]]:
    """Return the weight of a place by overlap and weight of the ground."""
    zones = [tray.zones[number].weight for number in tray.zones_at(place)]
    return [[rule(zones) if zones else ground for ground in PARTS["ground"]] for rule in OVERLAPS.values()]


def _points(rules: Choices, call: Call, *, tray: Tray) -> npt.NDArray[np.int64]:
    """Return where a tray balances by each of some rules, in thousandths of a square, as in the picture."""
    overlap, gust, moves, sheltered, edge, weighed, lies, ground, inside, divided = (
        rules[name] for name in PARTS
    )
    sums, pebbles = np.zeros((3, len(overlap))), np.zeros((2, len(overlap)))
    after = 1 + gust  # number of the place of a pebble: 0 before the gust, 1 and 2 after either gust
    for x, y in call[0]:
        dx, dy = tray.gust
        places = np.array([(x, y), (x + dx, y + dy), (x - dx, y - dy)])
        in_shelter = np.array([_is_in_shelter(tray, (a, b)) for a, b in places])
        weight_of = np.array([_weights(tray, (a, b)) for a, b in places])
        sheltered_here = in_shelter[np.where(sheltered == 0, 0, after), edge]
        in_zone = np.full(len(overlap), bool(tray.zones_at((x, y))))
        free = ~sheltered_here
        blown = np.choose(moves, [free, True, False, sheltered_here, free & ~in_zone, free & in_zone])
        end = np.where(blown, after, 0)
        both = weight_of[end, overlap, ground], weight_of[0, overlap, ground]
        weight = np.choose(weighed, [*both, np.maximum(*both)])
        weight = np.where(sheltered_here, np.choose(inside, [weight, 0, 1]), weight)
        for axis in (0, 1):
            spots = places[end, axis], places[0, axis]
            sums[axis] += weight * np.choose(lies, [*spots, sum(spots) / 2])
        sums[2] += weight
        pebbles += np.stack([np.ones_like(weight), weight != 0])
    total = np.choose(divided, [sums[2], *pebbles])
    points = np.divide(sums[:2], total, out=np.zeros((2, len(total))), where=(total != 0) & (sums[2] != 0))
    return _thousandths(points.T)


def _thousandths(point: npt.ArrayLike) -> npt.NDArray[np.int64]:
    thousandths: npt.NDArray[np.int64] = np.rint(1000 * np.asarray(point)).astype(np.int64)
    return thousandths


def right_rule(mutation: str) -> Mapping[str, int]:
    """Return the rule of a mutation by the choice of each part."""
    where = (1, "unsheltered", "by the place before", "in", "after", "after")
    return rule_of(PARTS, (mutation, *where, 1, "as elsewhere", "by the weights"))


@lru_cache(maxsize=4)
def tray_rules(tray: Tray) -> RuleSpace:
    """Return the space of a tray."""
    parts = choice_counts(PARTS)
    return RuleSpace(parts=parts, results=partial(_points, tray=tray), coded=_thousandths)
