"""Braids of ``braided_sums``: their meetings, and the space of the rules that a reader may see in worked examples.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import permutations
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, UnfitError
from workshop.authoring.rule_space import Choices, RuleSpace, telling_examples

#: What one number of two becomes: so many times itself and so many times the other. The first leaves it.
EFFECTS = [(1, 0), *((own, other) for own in (-1, 1, 2) for other in (-2, -1, 1, 2))]
#: What a cloth does: nothing, exchange which strand changes (at all meetings, at crossings or at beads), turn signs, or
#: prevent all. Only an exchange at all meetings is drawn; a reader may see the others, too.
CLOTHS = ("", "both", "signs", "cross", "bead", "prevent")
#: Which strand changes: the one above or on top, the other one, or the thick one if there is one, else one of these.
WHO = 4
#: A thick strand that is still has no effect where strands only come close. No drawn rule has one.
PARTS = {
    "under": len(EFFECTS), "who_under": WHO, "bead": len(EFFECTS), "who_bead": WHO, "thick": len(EFFECTS), "who_thick": 2,
    "thick_first": 2, "cloth": len(CLOTHS), "still": 2,
}  # fmt: skip
#: Of level 5: every second effect, and for a hollow strand the first four of these. Where the thick strand meets the hollow
#: one, both act, none of both, or one alone. No cloth prevents all.
PARTS_5 = {
    "under": 7, "who_under": 2, "bead": 7, "who_bead": 2, "thick": 7, "who_thick": 2, "bare": 4, "who_bare": 2,
    "both": 4, "thick_first": 2, "cloth": len(CLOTHS) - 1,
}  # fmt: skip
#: Which strand changes in a crossing or at a bead, for off and on a cloth apart: the one on top, the other one; the thick
#: one or the thin one, else one of these; the one from above, the one from below. Only the first two are drawn.
_READ_WHO = {"cross": (0, 1, 2, 3, 4, 5, 6, 7), "bead": (6, 7, 2, 3, 4, 5)}
#: What else may hold: the thick strand has no effect where strands only come close, cross or have a bead, or off or on a
#: cloth; a cloth exchanges which strand the thick one changes, turns signs or prevents all. The first is drawn.
_EXCEPTIONS = ("", "touch", "cross", "bead", "off", "on", "exchanged", "signs", "prevent")
#: What both kinds of meetings have: the thick strand changes itself, the thin one, the one from above or from below; it
#: acts after the other effect, before it or instead of it.
_SHARED = {"thick": len(EFFECTS), "who_thick": 4, "order": 3, "exception": len(_EXCEPTIONS)}
#: A meeting in which nothing happens; every picture shows one.
_TOUCH: Call = ("touch", 0, None, 0, 4, 9)
#: Two numbers of a shown meeting of level 5, none of which is a multiple of the other.
_UNLIKE = [pair for pair in permutations(range(3, 10), 2) if pair[0] % pair[1] and pair[1] % pair[0]]
Column = list[tuple[int, str, int, int]]
Columns = list[Column]
HIDDEN = {4: 2, 5: 5}  #: level → columns of the braid below each card
#: Columns of a braid, by the upper rows of their meetings.
COLUMNS: list[tuple[int, ...]] = [(0, 2, 4), (1, 3), (0, 3), (1, 4), (0, 2), (2, 4)]


def _results(rules: Choices, call: Call) -> npt.NDArray[np.int64]:
    """Return the numbers after a meeting: of the upper strand on the right and of the lower one."""
    kind, over, thick, cloth, *numbers = call[:6]
    bare = call[6] if len(call) > 6 else None
    does = {name: bool(cloth) & (rules["cloth"] == number) for number, name in enumerate(CLOTHS)}
    exchanged = does["both"] | does.get(kind, False)
    effects = np.array(EFFECTS)[:: 2 if "both" in rules else 1]
    both = bare is not None and thick is not None
    made = []
    for thick_first in (0, 1):
        pair = np.array([np.full(len(exchanged), number) for number in numbers])

        def act(name: str, place: npt.NDArray[np.int64], pair: npt.NDArray[np.int64] = pair) -> None:
            (own, other), every = effects[rules[name]].T, np.arange(len(place))
            if both and name in ("thick", "bare"):
                idle = (rules["both"] == 1) | (rules["both"] == (3 if name == "thick" else 2))
                own, other = np.where(idle, 1, own), np.where(idle, 0, other)
            if name == "thick" and kind == "touch" and "still" in rules:
                own, other = np.where(rules["still"], 1, own), np.where(rules["still"], 0, other)
            pair[place, every] = own * pair[place, every] + other * pair[1 - place, every]

        steps = []
        if kind == "cross":
            steps.append(("under", _who(rules["who_under"], over, thick) ^ exchanged))
        if kind == "bead":
            steps.append(("bead", _who(rules["who_bead"], 0, thick) ^ exchanged))
        if thick is not None:
            steps.insert(0 if thick_first else 1, ("thick", rules["who_thick"] ^ thick))
        if bare is not None:
            steps.append(("bare", rules["who_bare"] ^ bare))
        for name, place in steps:
            act(name, place)
        made.append(pair)
    pair = np.where(rules["thick_first"], made[1], made[0])
    pair = np.where(does["signs"], -pair, pair)
    pair = np.where(does["prevent"], np.array(numbers)[:, None], pair)
    return (pair[::-1] if kind == "cross" else pair).T


def _who(rules: npt.NDArray[np.int64], over: int, thick: int | None) -> npt.NDArray[np.int64]:
    """Return which number of a meeting each rule changes: 0, the upper one, or 1."""
    side = rules % 2 ^ over
    return side if thick is None else np.where(rules > 1, thick, side)


SPACE = RuleSpace(parts=PARTS, results=_results, compared=20_000)
SPACE_5 = RuleSpace(parts=PARTS_5, results=_results, compared=20_000)


def _side_results(kind: str, rules: Choices, call: Call) -> npt.NDArray[np.int64]:
    """Return the numbers after a meeting of one kind or a touch, by rules for these; zeros after any other."""
    found, over, thick, cloth, *numbers = call[:6]
    every = np.arange(len(rules["effect"]))
    if found not in (kind, "touch"):
        return np.zeros((len(every), 2), np.int64)
    effects, steps = np.array(EFFECTS), []
    holds = {name: rules["exception"] == number for number, name in enumerate(_EXCEPTIONS)}
    if found == kind:
        top = [over, 1 - over]
        places = [*top, *(top * 2 if thick is None else [thick, thick, 1 - thick, 1 - thick]), 0, 1]
        who = np.array(places)[np.array(_READ_WHO[kind])[rules["on" if cloth else "off"]]]
        steps.append((effects[rules["effect"]].T, who))
    if thick is not None:
        idle = holds[found] | holds["on" if cloth else "off"]
        who = np.array([thick, 1 - thick, 0, 1])[rules["who_thick"]] ^ (bool(cloth) & holds["exchanged"])
        steps.append((np.where(idle, [[1], [0]], effects[rules["thick"]].T), who))
    made = []
    for order in (steps, steps[::-1], steps[-1:]) if len(steps) > 1 else (steps,):
        pair = np.repeat(np.array(numbers)[:, None], len(every), axis=1)
        for (own, other), who in order:
            pair[who, every] = own * pair[who, every] + other * pair[1 - who, every]
        made.append(pair)
    pair = np.choose(rules["order"], made) if len(made) > 1 else made[0]
    if cloth:
        pair = np.where(holds["signs"], -pair, pair)
        pair = np.where(holds["prevent"], np.array(numbers)[:, None], pair)
    return (pair[::-1] if found == "cross" else pair).T


def _sides(kind: str) -> RuleSpace:
    """Return the rules for crossings or for beads, each with touches, as neither acts on the other."""
    who = len(_READ_WHO[kind])
    parts = {"effect": len(EFFECTS), "off": who, "on": who, **_SHARED}
    return RuleSpace(parts=parts, results=partial(_side_results, kind), compared=20_000)


SIDES = {"cross": _sides("cross"), "bead": _sides("bead")}
#: Number of rules for crossings and beads, with one rule of ``_SHARED`` for both.
ALL_SIDES = math.prod(space.size for space in SIDES.values()) // math.prod(_SHARED.values())


def _side_rule(kind: str, level: int, rule: Mapping[str, int]) -> dict[str, int]:
    """Return a drawn rule as one of ``SIDES``."""
    name = {"cross": "under", "bead": "bead"}[kind]
    return dict.fromkeys(_SHARED, 0) | {
        "effect": rule[name], "off": rule[f"who_{name}"], "on": rule[f"who_{name}"] ^ int(level > 2),
        "thick": rule["thick"], "who_thick": rule["who_thick"],
    }  # fmt: skip


def _proves_sides(level: int, rule: Mapping[str, int], shown: Sequence[Call], asked: Sequence[Call]) -> bool:
    quick = sorted(shown, key=lambda call: call[2] is not None)  # these leave few rules for the others
    return all(space.proves(quick, _side_rule(kind, level, rule), asked) for kind, space in SIDES.items())


def _telling_sides(draws: Draws, level: int, rule: Mapping[str, int], asked: Sequence[Call]) -> list[Call]:
    """Return twelve meetings that leave one rule of ``SIDES``.

    In crossings and at beads, off and on a cloth, the thick strand changes once and the thin one once, apart from what
    the thick one does.
    """
    every = sorted({call[:4] for call in asked}, key=str)
    apart, side = draws.integer(0, 1), draws.integer(0, 1)
    kinds: list[tuple[str, int, int | None, int]] = [
        ("cross", draws.integer(0, 1), None, apart),
        ("bead", 0, None, 1 - apart),
    ]
    for cloth in (0, 1):
        kinds += [("cross", over, side, cloth) for over in (0, 1)]
        kinds += [("bead", 0, thick, cloth) for thick in (0, 1)]
    kinds.append(("touch", 0, 1 - side, draws.integer(0, 1)))
    chosen = list(dict.fromkeys(seen(level, *kind) for kind in kinds))
    for _ in range(20):
        more = draws.choices(every, 11 - len(chosen))
        shown = [_TOUCH, *((*kind, *draws.choice(_UNLIKE)) for kind in chosen + more)]
        if (
            len(set(shown)) == len(shown)
            and _proves_sides(level, rule, shown, asked)
            and SPACE.proves(shown, rule, asked)
        ):
            return shown
    raise UnfitError("the meetings leave several rules")


def seen(level: int, kind: str, over: int, thick: int | None, cloth: int) -> tuple[Any, ...]:
    """Return a meeting with what a level draws of it."""
    kind = "touch" if kind == "bead" and level < 2 else kind
    return kind, over if kind == "cross" else 0, thick if level > 1 else None, cloth if level > 2 else 0


def _drawn_meeting(draws: Draws, crosses: int) -> tuple[str, int]:
    return draws.choice([*["cross"] * crosses, "touch", "bead", "bead"]), draws.integer(0, 1)


def moved(thick: int, column: Column) -> int:
    """Return the row of a strand, the thick or the hollow one, after a column."""
    crossed = [row for row, kind, *_ in column if kind == "cross" and thick in (row, row + 1)]
    return 2 * crossed[0] + 1 - thick if crossed else thick


def drawn_columns(draws: Draws, tops: list[tuple[int, ...]], cloth: list[int], crosses: int = 3) -> Columns:
    """Return columns of meetings, each with its upper row, kind, the strand on top, and whether it is on the cloth.

    Of ``crosses + 3`` meetings, ``crosses`` are crossings.
    """
    return [
        [(row, *_drawn_meeting(draws, crosses), int(place in cloth)) for row in rows]
        for place, rows in enumerate(tops)
    ]


def shows_all(thick: int, columns: Columns) -> bool:
    """Whether crossings and beads are on the cloth and off it, and the thick strand meets others on both sides."""
    sides, found, away = set(), set(), 0
    for column in columns:
        for row, kind, over, cloth in column:
            found.add((kind, over * (kind == "cross"), cloth))
            sides.add((thick - row) * (kind == "cross" or thick > row))
        after = moved(thick, column)
        thick, away = after, away + (after != thick and min(after, thick) in (1, 3, 4))
    every = {*(("cross", over, cloth) for over in (0, 1) for cloth in (0, 1)), ("bead", 0, 0), ("bead", 0, 1)}
    return every <= found and {0, 1} <= sides and away > 0


def shows_bare(thick: int, bare: int, columns: Columns) -> bool:
    """Whether the hollow strand meets the thick one twice, and thin ones on both sides, and moves."""
    sides, both, away = set(), 0, 0
    for column in columns:
        for row, *_ in column:
            if bare in (row, row + 1):
                is_both = thick in (row, row + 1)
                both += is_both
                sides |= set() if is_both else {bare - row}
        after = moved(bare, column)
        away += after != bare and min(after, bare) in (1, 3, 4)
        thick, bare = moved(thick, column), after
    return both > 1 and {0, 1} <= sides and away > 0


def telling(draws: Draws, spare: Draws, level: int, rule: Mapping[str, int]) -> list[tuple[Call, list[int]]]:
    """Return twelve meetings that leave one rule, with the numbers after them.

    Args:
        draws: the choices of the meetings.
        spare: the choices if the first meetings leave several rules of ``SIDES``.
        level: from 1 to 5.
        rule: the choice of each part of ``PARTS``, or of ``PARTS_5`` at level 5.

    Raises:
        UnfitError: if no choice was found.
    """
    active = {"under": 1, "bead": 2, "thick": 2, "cloth": 3}
    rule = {
        name: choice * (level >= active.get(name.removeprefix("who_"), 1)) for name, choice in rule.items()
    }
    sides = (None, 0, 1)
    kinds = {
        (*seen(level, kind, over, thick, cloth), *[bare] * (level > 4))
        for kind in ("cross", "touch", "bead") for over in (0, 1) for thick in sides for cloth in (0, 1)
        for bare in (sides if level > 4 else sides[:1]) if bare is None or bare != thick
    }  # fmt: skip
    every = sorted(kinds, key=str)
    space = SPACE_5 if level > 4 else SPACE
    asked = [(*kind[:4], *pair, *kind[4:]) for kind in every for pair in ((11, 13), (17, -19))]
    found = telling_examples(
        space,
        rules=[rule],
        asked=asked,
        shown=_plain(draws) if level > 4 else [],
        candidate=lambda: _candidate(draws, every, level),
        numbers=range(12, 13),
    )
    if level < 5 and not any(call[:4] == _TOUCH[:4] for call in found):
        found = _with_touch(space, found, rule, asked)
    if level < 5 and not _proves_sides(level, rule, found, asked):
        found = _telling_sides(spare, level, rule, asked)
    marks = {
        call: sum(map(bool, (*call[1:4], *call[6:]))) + ["cross", "touch", "bead"].index(call[0])
        for call in found
    }
    shown = space.given(rule, sorted(found, key=marks.__getitem__))
    return [(call, result.tolist()) for call, result in shown]


def _with_touch(
    space: RuleSpace, found: list[Call], rule: Mapping[str, int], asked: list[Call]
) -> list[Call]:
    """Return meetings of which one that the others make superfluous is a touch of two thin strands."""
    for place in range(len(found)):
        shown = [*found[:place], _TOUCH, *found[place + 1 :]]
        if space.proves(shown, rule, asked):
            return shown
    raise UnfitError("no meeting is superfluous")


def _candidate(draws: Draws, every: list[tuple[Any, ...]], level: int) -> Call:
    kind = draws.choice(every)
    numbers = draws.sample(range(1, 10), 2) if level < 5 else draws.choice(_UNLIKE)
    return (*kind[:4], *numbers, *kind[4:])


def _plain(draws: Draws) -> list[Call]:
    """Return the meetings of level 5 that show one effect alone, and one of the thick strand with the hollow one."""
    side = draws.integer(0, 1)
    kinds: list[tuple[Any, ...]] = [
        *(("cross", over, None, 0, None) for over in (0, 1)), ("bead", 0, None, 0, None),
        ("touch", 0, draws.integer(0, 1), 0, None), ("touch", 0, None, 0, draws.integer(0, 1)),
        ("cross", draws.integer(0, 1), None, 1, None), ("bead", 0, None, 1, None),
        ("touch", 0, side, 0, 1 - side),
    ]  # fmt: skip
    return [_candidate(draws, [kind], 5) for kind in kinds]
