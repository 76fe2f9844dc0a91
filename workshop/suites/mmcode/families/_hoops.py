"""Hoops that lie across each other, and the space of the rules for which ones rise with a lifted one.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, permutations, product
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, UnfitError
from workshop.authoring.rule_space import Choices, RuleSpace, one_rule

MARKS = "gsd"  #: a gap, a square and a disc on the line of a hoop
ON, UNDER, LINKED = range(
    3
)  #: how a hoop lies to one that rises: on it, under it, or each above the other somewhere
WHOLE = 2  #: what carries a hoop: a whole one, or two halves
#: Whom a mark changes: the pair of a hoop that rises and another one counts as often as this says.
ROLES = ("carrier", "carried", "either", "each", "lifted carrier", "other carrier")
EFFECTS = ("swap", "flip", "never", "half")
_EFFECT_CHOICES = 1 + len(ROLES) * len(EFFECTS)
_STEPS = 96  #: points of a hoop


@dataclass(frozen=True, slots=True)
class Scene:
    """Hoops that lie across each other."""

    lines: list[npt.NDArray[np.float64]]  #: points of each hoop, of shape (_STEPS, 2)
    cuts: dict[tuple[int, int], list[tuple[int, int]]]  #: two hoops → places of their crossings on both lines
    marks: list[str] = field(default_factory=list)  #: of each hoop, letters of ``MARKS``
    over: dict[tuple[int, int], list[int]] = field(
        default_factory=dict
    )  #: two hoops → the upper one at each crossing

    def kind(self, risen: int, other: int) -> int:
        """Return how another hoop lies to one that rises."""
        above = {*self.over[min(risen, other), max(risen, other)]}
        return LINKED if len(above) > 1 else ON if other in above else UNDER

    def kinds(self) -> list[tuple[int, int, int]]:
        """Return each hoop with each one that it touches, and how that one lies to it."""
        pairs = [pair for one in self.cuts for pair in permutations(one)]
        return [(risen, other, self.kind(risen, other)) for risen, other in sorted(pairs)]


def line_of(
    x: float, y: float, wide: float, high: float, turned: float, bent: float
) -> npt.NDArray[np.float64]:
    """Return the points of a hoop: an ellipse that is turned, and bent as a bean."""
    t = np.arange(_STEPS) * (2 * np.pi / _STEPS)
    across, down = wide * np.cos(t), high * np.sin(t) + bent * high * np.cos(2 * t)
    cos, sin = np.cos(turned), np.sin(turned)
    return np.stack([x + cos * across - sin * down, y + sin * across + cos * down], axis=1)


def meets(one: npt.NDArray[np.float64], other: npt.NDArray[np.float64]) -> list[tuple[int, int]]:
    """Return where two closed lines cross, by the places of the two parts that do."""
    a, b = one[:, None], np.roll(one, -1, axis=0)[:, None]
    c, d = other[None], np.roll(other, -1, axis=0)[None]

    def side(p: Any, q: Any, r: Any) -> Any:
        return (q[..., 0] - p[..., 0]) * (r[..., 1] - p[..., 1]) - (q[..., 1] - p[..., 1]) * (
            r[..., 0] - p[..., 0]
        ) > 0

    left, right = side(a, b, c), side(c, d, a)  # d is the c of the next column, b the a of the next row
    cross = (left != np.roll(left, -1, axis=1)) & (right != np.roll(right, -1, axis=0))
    return [(int(i), int(j)) for i, j in np.argwhere(cross)]


def _slope(line: npt.NDArray[np.float64], place: int) -> Any:
    step = line[(place + 1) % _STEPS] - line[place]
    return step / np.hypot(*step)


def _fits(
    scene: Scene, line: npt.NDArray[np.float64], gap: float
) -> dict[tuple[int, int], list[tuple[int, int]]] | None:
    """Return the crossings of one hoop more; None if a crossing is too flat or too near, or lines come too close."""
    new, found, near = len(scene.lines), {}, []
    points = [scene.lines[pair[0]][place] for pair, cuts in scene.cuts.items() for place, _ in cuts]
    for number, other in enumerate(scene.lines):
        low, high = (
            np.maximum(line.min(axis=0), other.min(axis=0)),
            np.minimum(line.max(axis=0), other.max(axis=0)),
        )
        if (low - high > gap).any():
            continue
        cuts = meets(other, line)
        if any(abs(float(np.dot(_slope(other, i), _slope(line, j)))) > 0.75 for i, j in cuts):
            return None
        points += [line[j] for _, j in cuts]
        near.append((other, cuts))
        if cuts:
            found[number, new] = cuts
    every = np.array(points) if points else np.zeros((0, 2))
    far = np.hypot(*(every[:, None] - every[None]).transpose(2, 0, 1)) + 999 * np.eye(len(every))
    if (far < gap).any():
        return None
    for other, cuts in near:  # last, because it takes longest and most hoops fail before
        free = np.ones(_STEPS, bool)
        for _, j in cuts:
            free &= np.hypot(*(line - line[j]).T) > gap
        if (np.hypot(*(line[free][:, None] - other[None]).transpose(2, 0, 1)) < 0.55 * gap).any():
            return None
    return found


def lay(draws: Draws, count: int, size: tuple[int, int], radii: tuple[int, int], gap: float) -> Scene:
    """Return hoops each of which, from the second on, crosses an earlier one.

    Args:
        draws: the choices.
        count: number of hoops.
        size: of the place, px.
        radii: minimum and maximum half of a hoop's length, px.
        gap: between two crossings, px.

    Raises:
        UnfitError: if there is no room.
    """
    room = radii[1] + 6
    for _ in range(12):
        scene = Scene([], {})
        for _ in range(240):
            wide, high = draws.integer(*radii), draws.integer(*radii)
            x, y = draws.integer(room, size[0] - room), draws.integer(room, size[1] - room)
            turned, bent = draws.integer(0, 359) / 57.3, draws.integer(0, 24) / 100
            line = line_of(x, y, wide, max(high, 0.55 * wide), turned, bent)
            if (line.min(axis=0) < 6).any() or (line.max(axis=0) > np.array(size) - 6).any():
                continue
            found = _fits(scene, line, gap)
            if found is None or (scene.lines and not found):
                continue
            scene.cuts.update(found)
            scene.lines.append(line)
            if len(scene.lines) == count and len(scene.cuts) >= count - 1 + (count > 4) * count // 5:
                return scene
            if len(scene.lines) == count:
                break
    raise UnfitError("no room for all hoops")


def dressed(draws: Draws, scene: Scene, marks: list[str], links: int) -> None:
    """Give hoops their marks, and decide which one is above at each crossing; ``links`` of ten pairs are linked."""
    scene.marks[:] = marks
    order = draws.shuffled(range(len(scene.lines)))
    for pair, cuts in scene.cuts.items():
        upper, lower = sorted(pair, key=order.index)
        above = [upper] * len(cuts)
        if draws.chance(links, 10):
            some = draws.sample(range(len(cuts)), len(cuts) // 2)
            above = [lower if place in some else upper for place in range(len(cuts))]
        scene.over[pair] = above


def units(rules: Choices, kind: int, risen: str, other: str, lifted: bool) -> npt.NDArray[np.int64]:
    """Return what a hoop that rises gives another one under each rule: ``WHOLE``, a part of it, or nothing."""
    totals = swapped, flipped, never, halved = [np.zeros(len(rules["base"]), int) for _ in range(4)]
    for mark in MARKS:
        if mark not in rules:
            continue
        own, its = int(mark in risen), int(mark in other)
        times = np.array([own, its, own | its, own + its, own * lifted, own * (not lifted)])
        role, effect = np.divmod(np.maximum(rules[mark] - 1, 0), len(EFFECTS))
        count = np.where(rules[mark] > 0, times[role], 0)
        for number, total in enumerate(totals):
            np.add(total, count * (effect == number), out=total)
    place = np.where(swapped % 2, (UNDER, ON, LINKED)[kind], kind)
    allowed = (rules["base"] >> place & 1) ^ (flipped % 2 if kind == LINKED else 0)
    return np.where(never > 0, 0, allowed * np.where(halved > 0, 1, WHOLE))


def _results(rules: Choices, call: Call) -> npt.NDArray[np.int64]:
    """Return which hoops rise, as bits, under each rule; for :func:`asked` what each pair of hoops gives each other."""
    marks, kinds, lifted = call
    if not kinds:
        pairs = [units(rules, *pair) for pair in product((ON, UNDER, LINKED), marks, marks, (False, True))]
        return np.stack([*pairs, rules["once"]], axis=1)
    given = {
        (one, other): units(rules, kind, marks[one], marks[other], one == lifted)
        for one, other, kind in kinds
    }
    risen = np.zeros((len(marks), len(rules["base"])), bool)
    risen[lifted] = True
    for round_ in range(len(marks) - 1):
        total = np.zeros(risen.shape, int)
        for (one, other), part in given.items():
            total[other] += part * risen[one]
        grown = risen | (total >= WHOLE)
        risen = np.where((rules["once"] == 1) & (round_ > 0), risen, grown)
    return np.asarray((risen * (1 << np.arange(len(marks)))[:, None]).sum(axis=0))


@cache
def space(marks: str) -> RuleSpace:
    """Return the rules for hoops with some marks."""
    parts = {"base": 8, "once": 2, **dict.fromkeys(marks, _EFFECT_CHOICES)}
    return RuleSpace(parts=parts, results=_results, compared=500)


def asked(marks: str, most: int) -> Call:
    """Return a call that asks for everything that a rule says of hoops with up to ``most`` marks each."""
    pairs = ["".join(pair) for pair in combinations(marks, 2)] if most > 1 else []
    return ("", *marks, *pairs), (), 0


def drawn_rule(draws: Draws, marks: str, most: int) -> Mapping[str, int]:
    """Return a rule in which each mark has an effect that some hoops show."""
    while True:
        rule = {"base": draws.choice((0b101, 0b101, 0b100, 0b110, 0b001)), "once": 0}
        for mark, effect in zip(marks, draws.sample(range(len(EFFECTS)), len(marks)), strict=True):
            rule[mark] = 1 + draws.integer(0, 3) * len(EFFECTS) + effect
        rules = {name: np.full(1 + len(marks), choice) for name, choice in rule.items()}
        for place, mark in enumerate(marks, 1):
            rules[mark][place] = 0
        found = _results(rules, asked(marks, most))
        if all((found[0] != other).any() for other in found[1:]):
            return rule


def carried_by(scene: Scene, rule: Mapping[str, int]) -> dict[tuple[int, int], int]:
    """Return what each hoop that rises gives each one that it crosses."""
    return {
        (one, other): int(units(one_rule(rule), kind, scene.marks[one], scene.marks[other], False)[0])
        for one, other, kind in scene.kinds()
    }


def lifts_of(scene: Scene, rule: Mapping[str, int]) -> list[list[int]]:
    """Return for each hoop those that rise with it, itself first."""
    given, count, lifts = carried_by(scene, rule), len(scene.lines), []
    for first in range(count):
        risen, before = [first], 0
        while before < len(risen):
            before = len(risen)
            for hoop in range(count):
                if hoop not in risen and sum(given.get((one, hoop), 0) for one in risen) >= WHOLE:
                    risen.append(hoop)
        lifts.append(risen)
    return lifts
