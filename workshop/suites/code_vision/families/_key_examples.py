"""Worked examples for keys: small charts, what they show of the registers, and how few of them settle all keys.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import contextlib
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.suites.code_vision.families._marked_boxes import Box, MarkedChart, Spot, answered_ways
from workshop.suites.code_vision.families._register_keys import (
    LIMIT,
    KeySpace,
    Rule,
    keys_of,
    unknowns_of,
    walker,
)
from workshop.suites.code_vision.families._settled_rules import Example

_TRIED, _FEW = 6, 300  #: drawings from which an example is chosen; four times as many for few rules
_LARGEST = 99  #: of what is told of a register after a walk, without its sign
_TOGETHER = 3  #: keys of an example, at most
Told = tuple[tuple[int | None, ...], ...]


class Form(NamedTuple):
    """A small chart: kinds of its boxes, ways, and places, px."""

    kinds: str  #: ``-`` a circle, ``d`` a box, ``a`` a diamond
    ways: tuple[tuple[int, int], ...]
    spots: tuple[Spot, ...]


_QUESTION = ((24.0, 28.0), (104.0, 106.0))  #: where a walk begins, and a diamond after it
FORMS = {
    "one": Form("-d-", ((0, 1), (1, 2)), ((60.0, 100.0), (235.0, 100.0), (410.0, 100.0))),
    "two": Form(
        "-dd-", ((0, 1), (1, 2), (2, 3)), ((24.0, 100.0), (150.0, 100.0), (320.0, 100.0), (446.0, 100.0))
    ),
    "three": Form(
        "-ddd-",
        ((0, 1), (1, 2), (2, 3), (3, 4)),
        ((24.0, 100.0), (125.0, 48.0), (235.0, 146.0), (345.0, 48.0), (446.0, 100.0)),
    ),
    "skip": Form(
        "-add-",
        ((0, 1), (1, 2), (1, 3), (2, 3), (3, 4)),
        (*_QUESTION, (236.0, 32.0), (332.0, 106.0), (446.0, 106.0)),
    ),
    "parted": Form(
        "-add-",
        ((0, 1), (1, 2), (1, 3), (2, 4), (3, 4)),
        (*_QUESTION, (280.0, 36.0), (280.0, 156.0), (446.0, 96.0)),
    ),
    "joined": Form(
        "-addd-",
        ((0, 1), (1, 2), (1, 3), (2, 4), (3, 4), (4, 5)),
        (*_QUESTION, (240.0, 32.0), (240.0, 160.0), (352.0, 96.0), (446.0, 156.0)),
    ),
    "round": Form(
        "-dad-",
        ((0, 1), (1, 2), (2, 3), (3, 1), (2, 4)),
        ((24.0, 40.0), (128.0, 40.0), (290.0, 94.0), (128.0, 156.0), (446.0, 94.0)),
    ),
    "again": Form(
        "-dda-",
        ((0, 1), (1, 2), (2, 3), (3, 1), (3, 4)),
        ((24.0, 40.0), (128.0, 40.0), (330.0, 40.0), (232.0, 138.0), (436.0, 138.0)),
    ),
}
#: Level → the forms of its small charts.
_OF_LEVEL = {
    1: ("one", "two"),
    2: ("two", "three"),
    3: ("three", "skip", "parted"),
    4: ("three", "skip", "parted", "joined"),
    5: ("three", "skip", "joined", "round", "again"),
}
_ROUND = ("round", "again")  #: those in which walks may go round
_RUNS = {1: 1, 2: 2, 3: 2, 4: 2, 5: 2}  #: level → runs of an example
_TOLD = {1: 3, 2: 3, 3: 2, 4: 2, 5: 1}  #: level → registers of which a run tells the value after it
_LOOSE = {3: 2, 4: 3, 5: 4}  #: level → meanings of each key that an example alone leaves, at least
MOST = {1: 4, 2: 4, 3: 6, 4: 8, 5: 8}  #: level → examples, at most


def small_chart(draws: Draws, level: int, loose: Sequence[str], keys: Mapping[str, str]) -> MarkedChart:
    """Draw a small chart.

    Args:
        draws: choices.
        level: of the task.
        loose: unknowns of which one matters in it.
        keys: key → whether it stands in a box (``do``) or in a diamond (``ask``).

    Raises:
        UnfitError: if the choices make no good chart.
    """
    form = FORMS[draws.choice(_ROUND if [*loose] == [LIMIT] else _OF_LEVEL[level])]
    some = draws.sample(list(keys), min(_TOGETHER, len(keys)))
    if not {*loose} & {*some, LIMIT}:
        some[0] = draws.choice(loose)
    boxes: list[Box] = []
    for kind in form.kinds:
        if kind == "-":
            boxes.append(Box("at", "A" if not boxes else "Z"))
            continue
        name = "ask" if kind == "a" else "do"
        fitting = [key for key in some if keys[key] == name] or [key for key in keys if keys[key] == name]
        boxes.append(Box(name, draws.choice(fitting)))
    asks = [number for number, box in enumerate(boxes) if box.kind == "ask"]
    chart = MarkedChart(tuple(boxes), answered_ways(draws, form.ways, asks, {}))
    if not min(level, 2) <= len(keys_of(chart)) <= _TOGETHER or not {*loose} & {*unknowns_of(chart)}:
        raise UnfitError("a small chart has too few or too many keys, or none that is open")
    return chart


def small_spots(chart: MarkedChart) -> Sequence[Spot]:
    """Return the places of the boxes of a small chart, px."""
    letters = {"at": "-", "do": "d", "ask": "a"}
    kinds, ways = "".join(letters[box.kind] for box in chart.boxes), {way[:2] for way in chart.ways}
    return next(form.spots for form in FORMS.values() if form.kinds == kinds and {*form.ways} == ways)


def _drawn(
    draws: Draws, level: int, space: KeySpace, rule: Rule, loose: Sequence[str]
) -> tuple[Example, Told]:
    """Draw an example with what it tells.

    Raises:
        UnfitError: if it is no good one.
    """
    keys = keys_of(space.chart)
    chart = small_chart(draws, level, loose, keys)
    walk, runs, told, passed = walker(chart, rule), [], [], set[int]()
    endless = LIMIT in loose and LIMIT in unknowns_of(chart)
    for number in range(_RUNS[level]):
        for _ in range(30):
            before = tuple(draws.integers(3, *((0, 9) if level < 3 else (-4, 12))))
            after, boxes = walk(before)
            if number or not endless or len(boxes) == int(rule[LIMIT]):
                break
        passed |= {*boxes}
        if max(map(abs, after)) > _LARGEST:
            raise UnfitError("a result is too large")
        seen = draws.sample(range(3), _TOLD[level])
        runs.append(before)
        told.append(tuple(value if place in seen else None for place, value in enumerate(after)))
    if len(passed) < len(chart.boxes) - 2:
        raise UnfitError("no walk passes a box")
    return Example(chart, tuple(runs)), tuple(told)


def _tells_little(level: int, space: KeySpace, pair: tuple[Example, Told]) -> bool:
    """Whether an example alone leaves several meanings of each key, which levels 1 and 2 do not ask for."""
    if level < 3:
        return True
    left = space.left([pair])
    return all(len({each[key] for each in left}) >= _LOOSE[level] for key in keys_of(pair[0].chart))


def _next_example(
    draws: Draws, level: int, space: KeySpace, rule: Rule, rules: Sequence[Rule], loose: Sequence[str]
) -> tuple[tuple[Example, Told], Sequence[Rule]]:
    """Choose the example that leaves fewest of some rules, and return what it leaves.

    Raises:
        UnfitError: if none is good.
    """
    tried = []
    most = 4 * _TRIED if 1 < len(rules) < _FEW else _TRIED
    for number in range(12 * most):
        with contextlib.suppress(UnfitError):
            pair = _drawn(draws, level, space, rule, loose)
            left = space.left([pair], rules)
            share = len(left) / 10 ** sum(name not in rules[0] for name in unknowns_of(pair[0].chart))
            tried.append((share, number, left, pair))
        if len(tried) == most:
            break
    for _, _, left, pair in sorted(tried, key=lambda each: each[:2]):
        if _tells_little(level, space, pair):
            return pair, left
    raise UnfitError("no worked example is fit")


def settling_examples(draws: Draws, level: int, space: KeySpace, rule: Rule) -> list[tuple[Example, Told]]:
    """Choose worked examples that leave one rule, each time the one that leaves fewest; drop those not needed.

    Raises:
        UnfitError: if several are left.
    """
    rules: Sequence[Rule] = [{}]
    chosen: list[tuple[Example, Told]] = []
    unknowns = unknowns_of(space.chart)

    def loose() -> list[str]:
        return [
            name
            for name, kind in unknowns.items()
            if len({each.get(name, "") for each in rules}) > 1
            or (name not in rules[0] and len(space.meanings[kind]) > 1)
        ]

    while loose():
        if len(chosen) == 2 * MOST[level]:  # some of which are dropped
            raise UnfitError(f"{len(rules)} rules are left, which differ in {', '.join(loose())}")
        pair, rules = _next_example(draws, level, space, rule, rules, loose())
        chosen.append(pair)
    for pair in list(chosen):
        fewer = [each for each in chosen if each is not pair]
        if {*unknowns} - {LIMIT} - {key for each, _ in fewer for key in keys_of(each.chart)}:
            continue
        with contextlib.suppress(UnfitError):
            if len([*space.joined(space.left(fewer), space.chart)]) == 1:
                chosen = fewer
    if len(chosen) > MOST[level]:
        raise UnfitError(f"{len(chosen)} examples are needed")
    return draws.shuffled(chosen)
