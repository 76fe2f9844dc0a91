"""Small gardens whose walks show what the ponds of ``garden_ways`` with new looks do.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence
from itertools import product
from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.suites.mmcode.families._garden_rules import Garden, Rule, readings_of
from workshop.suites.mmcode.families._gardens import free_spot

BLOCK = (0, 1, 2, 5, 6, 7)  #: the ponds of a small garden
_NEXT = ((0, 1), (1, 2), (5, 6), (6, 7), (0, 5), (1, 6), (2, 7))
_WALKS = 4  #: of each small garden
_AGAIN = 3  #: tries to find a small garden that leaves fewer readings
_MANY = 20_000  #: readings of all looks, of which more take long to try
_FEW = 60  #: readings with which small gardens are compared
_WHENS = (
    "gate", "stile", "bridge", "over", "under", "bare", "path, no gate", "path, no stile", "closed", "open", "turned", "not from red",
)  # fmt: skip
_STATES, _COUNTS = ("turn", "swap"), ("twice", "free")
_NEXTS = ("no passage", "any gate", "any stile", "no gate", "no stile")
#: A small garden, two ponds for each of its walks, and their numbers of moves or -1.
Lesson = tuple[dict[str, Any], list[tuple[int, int]], list[int]]


def _rule_of(draws: Draws, looks: str) -> Rule:
    """Return a rule in which what one look does depends on visits of the next one, but for the last."""
    own = draws.shuffled(looks)
    effects = draws.shuffled([draws.choice(_STATES), draws.choice(_COUNTS), draws.choice(_NEXTS)])
    if len(looks) < len(effects):
        effects = [effect for effect in effects if effect not in _NEXTS]
    whens = [draws.choice(("odd ", "even ", "none ", "any ")) + other for other in own[1:]]
    whens.append(draws.choice((*_WHENS, f"odd {own[-1]}", f"even {own[-1]}")))
    return dict(sorted(zip(own, zip(whens, effects, strict=True), strict=True)))


def telling_rule(draws: Draws, garden: Garden, looks: str) -> Rule:
    """Return a rule of which each look changes many walks; an empty one if none of some does, or few ponds are reached."""
    starts = range(0, 20, 4)
    if sum(len(garden.lengths({}, start)) for start in starts) < 70:
        return {}
    for _ in range(25):
        rule = _rule_of(draws, looks)
        right = [garden.lengths(rule, start) for start in starts]
        for own in looks:
            less = {**rule, own: ("come", "none")}
            pairs = zip(right, (garden.lengths(less, start) for start in starts), strict=True)
            if sum(one.get(end) != other.get(end) for one, other in pairs for end in range(20)) < 10:
                break
        else:
            return rule
    return {}


def _small_garden(draws: Draws, looks: str) -> dict[str, Any]:
    """Return a small garden with one or two ponds of each look."""
    cells = draws.sample(range(2), draws.choice((1, 1, 2)))
    paths = draws.sample(_NEXT, draws.integer(3, 4))
    parts = [*paths, *((pond, 20 + cell) for cell in cells for pond in ((0, 6, 1, 5), (1, 7, 2, 6))[cell])]
    signs = dict.fromkeys(parts, "")
    for part in draws.sample(parts, draws.integer(3, 5)):
        signs[part] = draws.choice("||<>")
    ponds = [
        (90 + 210 * (pond % 5) + draws.integer(-18, 18), 80 + 205 * (pond // 5) + draws.integer(-18, 18))
        for pond in range(20)
    ]
    garden: dict[str, Any] = {
        "crossings": {cell: draws.choice((0, 1, None)) for cell in cells}, "paths": paths, "signs": signs, "ponds": ponds,
        "bends": [(draws.integer(-16, 16), draws.integer(-16, 16)) for _ in range(21)], "covered": [],
    }  # fmt: skip
    spots = {pond: free_spot(garden, pond) for pond in BLOCK}
    sides = [pond for pond in BLOCK if spots[pond][0] >= 34 and abs(spots[pond][1][1] - ponds[pond][1]) < 36]
    joined = draws.sample(sides, 2) if len(sides) > 1 and draws.chance(2, 3) else []
    garden["passages"] = dict.fromkeys(joined, draws.choice((0, 1, 6, 7)))  # the compact ones
    garden["spots"] = {pond: spots[pond][1] for pond in joined}
    free = draws.shuffled(BLOCK)
    garden["red"] = [free.pop() for _ in range(draws.integer(0, 1))]
    worn = [*looks, *draws.sample(looks, draws.integer(0, min(len(looks), 2)))]
    garden["looks"] = {free.pop(): look for look in worn}
    return garden


def _walk(garden: Garden, rule: Rule) -> dict[tuple[int, int], int]:
    """Return the length of each walk of a small garden."""
    found: dict[tuple[int, int], int] = {}
    for start in BLOCK:
        reached = garden.lengths(rule, start, BLOCK)
        found |= {(start, end): reached.get(end, -1) for end in BLOCK if end != start}
    return found


def _lesson(
    draws: Draws, looks: str, rule: Rule, left: Sequence[Rule], tries: int
) -> tuple[Lesson, list[Rule]]:
    """Return the best of some small gardens, with walks that leave few rules, and the rules that are left."""
    found: list[tuple[int, Lesson]] = []
    some = [other for other in left[:: -(-len(left) // _FEW)] if other != rule]
    for _ in range(tries):
        plan = _small_garden(draws, looks)
        garden = Garden(plan)
        right, others = _walk(garden, rule), [_walk(garden, other) for other in some]
        chosen: list[tuple[int, int]] = []
        for _ in range(_WALKS):
            walks = [walk for walk in draws.shuffled([*right]) if not {walk, walk[::-1]} & {*chosen}]
            least = -1 if all(right[walk] > 0 for walk in chosen) and draws.chance(1, 3) else 1
            walks = [walk for walk in walks if right[walk] >= least]
            chosen += sorted(
                walks, key=lambda walk: (sum(other[walk] == right[walk] for other in others), -right[walk])
            )[:1]
            others = [other for other in others if all(other[walk] == right[walk] for walk in chosen)]
        if len(chosen) == _WALKS:
            found.append((len(others), (plan, chosen, [right[walk] for walk in chosen])))
        if not others:
            break
    if not found:
        raise UnfitError("no small garden has walks")
    _, lesson = min(found, key=lambda one: one[0])
    return lesson, _fitting(lesson, left)


def _fitting(lesson: Lesson, rules: Sequence[Rule]) -> list[Rule]:
    """Return the rules that give the numbers of a small garden."""
    plan, walks, counts = lesson
    garden, given = Garden(plan), [*zip(walks, counts, strict=True)]
    ends = {start: [end for first, end in walks if first == start] for start, _ in walks}
    left = []
    for rule in rules:
        found: dict[int, dict[int, int]] = {}
        for (start, end), count in given:
            if start not in found:
                found[start] = garden.lengths(rule, start, ends[start])
            if found[start].get(end, -1) != count:
                break
        else:
            left.append(rule)
    return left


def lessons_of(draws: Draws, rule: Rule, most: int, large: Garden) -> list[Lesson]:
    """Return small gardens that settle a rule for all walks in a large garden.

    Args:
        draws: the choices.
        rule: the right one.
        most: small gardens, at most.
        large: the garden.

    Raises:
        UnfitError: if the small gardens leave several readings.
    """
    looks = "".join(rule)
    lessons: list[Lesson] = []

    def add(shown: str, left: list[Rule], tries: int) -> list[Rule]:
        for _ in range(_AGAIN):
            if len(lessons) == most:
                break
            lesson, after = _lesson(draws, shown, {look: rule[look] for look in shown}, left, tries)
            if len(after) < len(left):
                lessons.append(lesson)
                return after
        raise UnfitError(f"{len(left)} readings are left")

    kept: dict[str, list[Rule]] = {}
    for own in looks:
        kept[own] = [{own: reading} for reading in readings_of(looks, own)]
        for _ in range(2):
            kept[own] = add(own, kept[own], 4) if len(kept[own]) > 1 else kept[own]
    known, *others = sorted(looks, key=lambda own: len(kept[own]))
    left = kept[known]
    for own in others:
        known = "".join(sorted(known + own))
        both = product(left, kept[own])
        left = [{**one, **other} for one, other in both]
        if len(left) > _MANY:
            raise UnfitError("too many readings are left to try")
        while len(left) > (_FEW if known != looks else _FEW // 5):
            left = add(known, left, 6 if len(left) > _FEW else 16)
    while not all(_agrees(large, rule, other) for other in left):
        left = add(looks, left, 30)
    return lessons


def _agrees(garden: Garden, rule: Rule, other: Rule) -> bool:
    return other == rule or all(
        garden.lengths(rule, start) == garden.lengths(other, start) for start in range(20)
    )
