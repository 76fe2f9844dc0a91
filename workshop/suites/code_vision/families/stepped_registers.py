"""A chart that works on three registers, with keys in its boxes; small charts show which step each key stands for.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.chart_families.family import MarkedChart as Chart
from workshop.authoring.family import Call, UnfitError
from workshop.authoring.source import compile_solution
from workshop.suites.code_vision.families import _keyed_charts as drawings
from workshop.suites.code_vision.families import _settled_walks as walks
from workshop.suites.code_vision.families._key_examples import settling_examples, small_spots
from workshop.suites.code_vision.families._marked_boxes import Box, MarkedChart, answered_ways
from workshop.suites.code_vision.families._register_keys import (
    KEYS,
    LIMIT,
    QUESTIONS,
    STEPS,
    Rule,
    course,
    key_space,
    keys_of,
    program_of,
    run,
    walker,
)

VERSION = 1
SUBSET = "algorithm"
CATEGORIES = ("graphs", "search")
EQUIVALENT = {"'last' → 'last~'": "the last branch takes every other name"}

TEXT = '''\
def solution(numbers: list[int]) -> list[int]:
    """
    Three registers a, b and c are 0 at first. For each number in turn, a becomes the number, b and c stay, and a
    walk leads through the chart from its circle A to its circle Z. Find what the registers hold at the end.

    A box does a step, and a diamond asks a question. A key stands for one of those listed below the chart, and
    no two keys for the same; turned or mirrored keys are others. Small charts show which: 4, 0, 7 → ?, 9, ?
    means that a, b, c are 4, 0, 7 before a walk, and b is 9 after it; the rest is not told. Steps are those of
    Python. A walk ends at Z, or after as many boxes and diamonds as the limit says; if several limits are
    listed, one of them holds for all charts. A way that jumps over another does not touch it.

    Parameters:
        numbers (list[int]): 0 to 8 whole numbers from 0 to 12.

    Returns:
        list[int]: The registers a, b and c.
    """
'''
DIAL = {"two-keys": "1", "three-keys": "2", "four-keys": "3", "six-keys": "4", "seven-keys": "5"}
#: Level → the limits of a walk that are listed.
LIMITS = {1: ("20",), 2: ("20",), 3: ("20",), 4: ("20",), 5: tuple(map(str, range(13, 21)))}
#: Level → keys in boxes and in diamonds, listed steps and questions, boxes, diamonds among them, and crossings.
LEVELS = {
    1: (2, 0, 4, 0, 8, 1, range(2)),
    2: (3, 0, 6, 0, 9, 2, range(3)),
    3: (3, 1, 10, 6, 11, 2, range(4)),
    4: (4, 2, 14, 8, 12, 3, range(6)),
    5: (5, 2, 16, 8, 13, 3, range(7)),
}
ROWS = {1: 3, 2: 3, 3: 4, 4: 5, 5: 5}  #: level → rows of places for boxes
_ATTEMPTS, _DRAWN, _SETTLED = 20, 4000, 3
_LARGEST = 9_999  #: of a result, without its sign
_ASKED = 40  #: calls on which a rule is tried first


def sample(draws: Draws) -> dict[str, Any]:
    return walks.sample(draws)


def typical(values: Mapping[str, Any]) -> list[Call]:
    return walks.typical(values)


def edge(values: Mapping[str, Any]) -> list[Call]:
    return walks.edge(values)


def _main(draws: Draws, level: int, keys: Sequence[str]) -> MarkedChart:
    """Draw a chart in which diamonds lead on, back, or to the end.

    Raises:
        UnfitError: if a way would run along another.
    """
    count, asking, _, _, size, diamonds, _ = LEVELS[level]
    asks = draws.sample(range(2, size), diamonds)
    steps = draws.shuffled([keys[place % count] for place in range(size - diamonds)])
    asked: Sequence[str] = keys[count:] if asking else draws.sample(QUESTIONS, diamonds)
    asked = draws.shuffled([asked[place % len(asked)] for place in range(diamonds)])
    boxes, ways = [Box("at", "A")], [(0, 1)]
    for number in range(1, size + 1):
        ways.append((number, number + 1))
        if number in asks:
            boxes.append(Box("ask", asked.pop()))
            back = number == max(asks)
            ends = [each for each in range(1, number + 1 if back else size + 2) if abs(each - number) > 1]
            ways.append((number, draws.choice(ends or [1])))
        else:
            boxes.append(Box("do", steps.pop()))
    pairs = {frozenset(way) for way in ways}
    ends = [end for _, end in ways]
    if len(pairs) < len(ways) or max(map(ends.count, ends)) > 3:
        raise UnfitError("two ways would be one")
    return MarkedChart((*boxes, Box("at", "Z")), answered_ways(draws, ways, asks, {}))


def _rule_problem(chart: MarkedChart, rule: Rule, calls: Sequence[Call]) -> str:
    """Say why a rule is not good for a chart; empty if it is."""
    walk, results, early = walker(chart, rule), list[list[int]](), 0
    for (numbers,) in calls:
        registers: Sequence[int] = (0, 0, 0)
        ends = []
        for number in numbers:
            registers, passed = walk((number, *registers[1:]))
            ends.append(len(passed) == int(rule[LIMIT]))
            if max(map(abs, registers)) > _LARGEST:
                return "a result is too large"
        early += any(ends)
        results.append([*registers])
    if not len(calls) / 20 < early < len(calls) * 0.8:
        return "walks end early too often, or hardly ever"
    varied = [len(set(values)) >= len(calls) / 8 for values in zip(*results, strict=True)]
    if len({*map(str, results)}) < len(results) / 2 or sum(varied) < min(3, len(keys_of(chart))):
        return "results are too much alike"
    kinds = keys_of(chart)
    others: list[tuple[MarkedChart, Rule]] = [
        (chart, {**rule, one: rule[two], two: rule[one]})
        for one in kinds
        for two in kinds
        if one < two and kinds[one] == kinds[two]
    ]
    for number, box in enumerate(chart.boxes):
        if box.kind == "ask":
            turned = [
                way._replace(label={"yes": "no", "no": "yes"}[way.label]) if way.start == number else way
                for way in chart.ways
            ]
            others.append((chart._replace(ways=tuple(turned)), rule))
    for other, changed in others:
        if (
            sum(run(other, changed, call) != each for call, each in zip(calls, results, strict=True))
            < len(calls) / 4
        ):
            return "a key or an answer changes too little"
    return ""


def _words(chart: MarkedChart, rule: Rule) -> str:
    begin, boxes = course(chart)

    def to(end: int) -> str:
        return f"box {end}" if end >= 0 else "the end"

    said = []
    for number, (label, on, other) in enumerate(boxes):
        meant = rule.get(label, label)
        if "=" in meant:
            said.append(f"{number}: {meant}, then {to(on)}")
        elif label not in "AZ":
            said.append(f"{number}: {meant}? If yes, {to(on)}, if no, {to(other)}")
    return (
        "Three registers a, b and c are 0 at first. For each number in turn, a becomes the number, while b and c stay, and a "
        f"walk leads from box {begin} from box to box to the end; it also ends when {rule[LIMIT]} boxes have been passed, "
        f"counted at each passage. Steps are those of Python. The boxes: {'; '.join(said)}. Return [a, b, c] after the walk "
        "of the last number."
    )


@lru_cache(maxsize=32)
def _made(seed: str, variant: str, attempt: int) -> Chart:
    """Make one attempt at the chart of a level.

    Raises:
        UnfitError: if its choices make no good task.
    """
    level, draws = int(DIAL[variant]), Draws(seed, variant, attempt)
    count, asking, listed, asked, _, _, crossings = LEVELS[level]
    calls = [*typical({"seed": seed}), *edge({"seed": seed})]
    keys = draws.sample(
        KEYS if level > 2 else KEYS[::2], count + asking
    )  # their rings are on different sides
    for _ in range(_DRAWN):
        rule = dict(zip(keys, [*draws.sample(STEPS, count), *draws.sample(QUESTIONS, asking)], strict=True))
        rule[LIMIT] = draws.choice(LIMITS[level])
        try:
            chart = _main(draws, level, keys)
        except UnfitError:
            continue
        if not _rule_problem(chart, rule, calls[:_ASKED]) and not _rule_problem(chart, rule, calls):
            program = program_of(chart, rule)
            results = [compile_solution(program)(*call) for call in calls]
            if not walks.untested(TEXT, EQUIVALENT, program, calls, results):
                break
    else:
        raise UnfitError("no rule is good for a chart")
    steps, questions = (
        sorted([*right, *draws.sample([each for each in some if each not in right], most - len(right))])
        for some, right, most in (
            (STEPS, [rule[key] for key in keys[:count]], listed),
            (QUESTIONS, [rule[key] for key in keys[count:]], asked),
        )
    )
    lists = {"steps": steps, **({"questions": questions} if questions else {}), LIMIT: LIMITS[level]}
    page = drawings.main_page(chart, lists, draws, ROWS[level], crossings)
    space = key_space(chart, steps, questions, LIMITS[level])
    for left in range(_SETTLED, -1, -1):
        try:
            shown = settling_examples(draws, level, space, rule)
        except UnfitError:
            if not left:
                raise
            continue
        break
    spots = {example.chart: small_spots(example.chart) for example, _ in shown}
    return Chart(
        reference=program,
        problem=_words(chart, rule),
        mermaid=drawings.mermaid(chart, lists, shown),
        pages=(page, drawings.example_page(shown, spots)),
        space=space,
        shown=tuple(shown),
    )


@lru_cache(maxsize=32)
def _marked(seed: str, variant: str) -> Chart:
    return walks.first_fit(variant, partial(_made, seed, variant), _ATTEMPTS)


def marked(values: Mapping[str, Any], variant: str) -> Chart:
    return _marked(values["seed"], variant)
