"""Organs with water in their pipes: what pressed keys do to it, and the rules that say so.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

from benchmark.core.draws import Draws

MOST = 2  #: marks by which a press moves the water of a pipe, at most, up or down
#: How a ringing bell changes a press: rises become falls, or the key acts like the next one to the right or to the left.
WAYS = ("turn", "right", "left")
#: Way of a bell → (by how many keys a press moves to the right, the factor of what it does).
STEPS = {"turn": (0, -1), "right": (1, 1), "left": (-1, 1)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """What the organs of a level have."""

    signs: int  #: kinds of keys
    kinds: int  #: kinds of pipes
    bells: int
    presses: tuple[int, int]  #: range of the presses of a worked example
    pipes: int  #: of an organ in a worked example
    small: tuple[int, int]  #: range of the marks of its pipes
    large: tuple[int, int]  #: range of the marks of the pipes of the large organ
    examples: int  #: worked examples that are drawn before it is asked what they leave


@dataclass(frozen=True, slots=True)
class Organ:
    """Pipes and keys from left to right."""

    kinds: tuple[int, ...]  #: kind of each pipe
    marks: tuple[int, ...]  #: number of marks of each pipe
    reds: tuple[int, ...]  #: number of each pipe's red mark, counted from 0
    keys: tuple[int, ...]  #: sign of each key
    levels: tuple[int, ...]  #: the mark at which the water of each pipe stands, counted from 0


@dataclass(frozen=True, slots=True)
class Rule:
    """What keys and bells do."""

    changes: tuple[tuple[int, ...], ...]  #: kind of a pipe → sign → by how many marks its water rises
    bells: tuple[tuple[int, str], ...]  #: the kind of pipe and the way of each bell, in the order of kinds


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example: the organ before, the places of its pressed keys, and the levels after them."""

    organ: Organ
    presses: tuple[int, ...]
    after: tuple[int, ...]


def play(rule: Rule, organ: Organ, presses: Sequence[int]) -> Organ:
    """Press keys, given by their places, one after the other."""
    for place in presses:
        organ = _moved(rule, organ, place, [rings(organ, kind) for kind, _ in rule.bells])
    return organ


def _moved(rule: Rule, organ: Organ, place: int, rung: Sequence[bool], factor: int = 1) -> Organ:
    """Return an organ after a press at which some bells ring, or before it if the factor is -1."""
    for (_, way), is_rung in zip(rule.bells, rung, strict=True):
        if is_rung:
            place, factor = place + STEPS[way][0], factor * STEPS[way][1]
    sign = organ.keys[place % len(organ.keys)]
    pipes = zip(organ.kinds, organ.marks, organ.levels, strict=True)
    levels = tuple([(level + factor * rule.changes[kind][sign]) % marks for kind, marks, level in pipes])
    return replace(organ, levels=levels)


def rings(organ: Organ, kind: int) -> bool:
    """Whether a bell that belongs to a kind of pipe rings at the next press."""
    pipes = zip(organ.kinds, organ.levels, organ.reds, strict=True)
    return any(own == kind and level >= red for own, level, red in pipes)


def drawn_rule(draws: Draws, scale: Scale) -> Rule:
    """Return a rule in which keys and kinds of pipes differ, and most changes are not 0."""
    while True:
        changes = [tuple(draws.integers(scale.signs, -MOST, MOST)) for _ in range(scale.kinds)]
        columns = [*zip(*changes, strict=True)]
        zeros = sum(change == 0 for row in changes for change in row)
        is_varied = len({*changes}) == scale.kinds and len({*columns}) == scale.signs
        if is_varied and 5 * zeros <= scale.kinds * scale.signs and all(map(any, [*changes, *columns])):
            break
    kinds = sorted(draws.sample(range(scale.kinds), scale.bells))
    return Rule(tuple(changes), tuple(zip(kinds, draws.sample(WAYS, scale.bells), strict=True)))


def small_organ(draws: Draws, scale: Scale) -> Organ:
    """Return an organ of a worked example; each sign is on one key."""
    kinds = draws.sample(range(scale.kinds), min(scale.kinds, scale.pipes))
    kinds += draws.choices(range(scale.kinds), scale.pipes - len(kinds))
    return _organ(draws, draws.shuffled(kinds), draws.shuffled(range(scale.signs)), scale.small)


def large_organ(draws: Draws, scale: Scale) -> Organ:
    """Return an organ of six pipes and six keys, which has each kind and each sign."""
    every = [
        draws.shuffled([*range(some), *draws.choices(range(some), 6 - some)])
        for some in (scale.kinds, scale.signs)
    ]
    return _organ(draws, every[0], every[1], scale.large)


def _organ(draws: Draws, kinds: Sequence[int], keys: Sequence[int], marks: tuple[int, int]) -> Organ:
    sizes = draws.integers(len(kinds), *marks)
    reds = [draws.integer(size // 2, size - 2) for size in sizes]
    levels = [draws.integer(0, size - 1) for size in sizes]
    return Organ(tuple(kinds), tuple(sizes), tuple(reds), tuple(keys), tuple(levels))


def tuned(rule: Rule, organ: Organ, presses: Sequence[int]) -> Organ | None:
    """Return an organ whose levels some presses change to those of an organ; None if there is none."""
    if not presses:
        return organ
    for rung in product((False, True), repeat=len(rule.bells)):
        before = _moved(rule, organ, presses[-1], rung, -1)
        found = [rings(before, kind) for kind, _ in rule.bells] == [*rung] and tuned(
            rule, before, presses[:-1]
        )
        if found:
            return found
    return None


def is_lively(rule: Rule, organ: Organ, course: Sequence[int]) -> bool:
    """Whether bells ring at some presses and not at others, two pipes ring one, and all red and top marks matter."""
    pipes = [pipe for pipe, kind in enumerate(organ.kinds) if any(kind == own for own, _ in rule.bells)]
    if pipes and len(pipes) == len(rule.bells):
        return False

    def played(organ: Organ) -> list[Organ]:
        rows = [organ]
        for start in range(0, len(course), 6):
            rows.append(play(rule, rows[-1], course[start : start + 6]))
        return rows

    right = played(organ)
    heard = [sum(rings(after, kind) for after in right) for kind, _ in rule.bells]
    if not all(len(right) < 6 * count < 5 * len(right) for count in heard):
        return False
    others = [replace(organ, marks=_other(organ.marks, pipe, 1)) for pipe in range(len(organ.marks))]
    others += [replace(organ, reds=_other(organ.reds, *at)) for at in product(pipes, (-1, 1))]
    levels = [after.levels for after in right]
    return all([after.levels for after in played(other)] != levels for other in others)


def _other(marks: tuple[int, ...], pipe: int, more: int) -> tuple[int, ...]:
    return (*marks[:pipe], marks[pipe] + more, *marks[pipe + 1 :])
