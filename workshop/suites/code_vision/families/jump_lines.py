"""A column of steps with lines at its sides, which a walk takes or not as their signs say.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import contextlib
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, UnfitError
from workshop.suites.code_vision.families import _column_charts as columns
from workshop.suites.code_vision.families import _settled_programs as programs
from workshop.suites.code_vision.families import _settled_walks as walks
from workshop.suites.code_vision.families._jump_readings import (
    Step,
    course_of,
    is_yes,
    jump_space,
    read_step,
)
from workshop.suites.code_vision.families._settled_rules import Rule
from workshop.suites.code_vision.families._settled_signs import LOOKS

VERSION = 1
SUBSET = "algorithm"
CATEGORIES = ("graphs", "search")
EQUIVALENT = {"'last' → 'last~'": "the last branch takes every other name"}

TEXT = '''\
def solution(numbers: list[int]) -> int:
    """
    Each number walks through a chart, which keeps a total t. Find the total after the last number. Small charts
    with their results show what the signs on lines at the sides mean.

    The total t is 0 at first. In a box, t + 3 adds 3 to t, and n - 1 takes 1 from n. Every walk begins at the
    top: n is then the next number, and p the one that was taken before it, or 0. It goes down from box to box,
    at the letters B and C on to the next column, and ends below the last box. A line at the side of a question
    is taken if the answer is yes. Whether one at the side of a step is taken, and what else happens then, is
    for its sign to say. A line that jumps over another does not touch it.

    Parameters:
        numbers (list[int]): 0 to 8 whole numbers from 0 to 12.

    Returns:
        int: The total.
    """
'''
DIAL = walks.DIAL
RENUMBERED = {"four-signs": 6}  #: the one before it had other small charts
SIGNS = ("ring", "disk", "bars", "cross", "square")
ACTIONS = {
    "go": "after its step the line is taken",
    "instead": "the line is taken instead of its step",
    "go t + 2": "after its step the line is taken, and t grows by 2",
    "go t - 1": "after its step the line is taken, and t falls by 1",
    "go n + 1": "after its step the line is taken, and n grows by 1",
    "go n - 1": "after its step the line is taken, and n falls by 1",
    "early n + 1": "before its step n grows by 1, and after it the line is taken",
    "early n - 1": "before its step n falls by 1, and after it the line is taken",
    "stay t + 2": "the line is not taken, but t grows by 2 after its step",
    "stay n + 1": "the line is not taken, but n grows by 1 after its step",
}
CHOICES = dict.fromkeys(SIGNS, programs.meanings(tuple(ACTIONS)))
_MOST = 70  #: steps of a walk


def _main(draws: Draws, signs: Sequence[str], _level: int) -> columns.Column:
    """Draw three columns with seven lines that have signs and three from questions."""
    asks = [draws.integer(1, 4), draws.integer(5, 9), draws.integer(10, 13)]
    steps = draws.shuffled([*programs.STEPS, *draws.sample(programs.STEPS, 5)])
    boxes = tuple(
        draws.choice(programs.ASKED) if box in asks else steps.pop() for box in range(len(columns.MAIN))
    )
    kinds = draws.shuffled([signs[place % len(signs)] for place in range(7)])
    rest = [box for box in range(len(columns.MAIN)) if box not in asks]
    for _ in range(100):
        wanted = []
        for start, sign in (*((box, "") for box in asks), *zip(draws.sample(rest, 7), kinds, strict=True)):
            channel = start // columns.ROWS + draws.integer(0, 1)
            near = [box for box in rest if box // columns.ROWS in (channel - 1, channel)]
            ends = [box for box in near if box not in (start, start + 1) and (sign or box > start)]
            wanted.append((start, draws.choice(ends or rest), channel if ends else -1, sign))
        if all(channel >= 0 for _, _, channel, _ in wanted):
            with contextlib.suppress(UnfitError):
                return columns.Column(
                    boxes, columns.place_lines(draws, columns.MAIN, wanted, (2, 5, 5, 2)), columns.MAIN
                )
    raise UnfitError("the lines have no room")


def _small(draws: Draws, signs: Sequence[str]) -> columns.Column:
    """Draw a column of four boxes with a line or two for each sign."""
    while True:
        steps = tuple(draws.sample(programs.STEPS, 4))
        starts = draws.sample(range(4), min(4, len(signs) + draws.integer(0, 2)))
        kinds = [*signs, *draws.shuffled(signs), *signs]
        wanted = []
        for start, sign in zip(starts, kinds, strict=False):
            ends = [box for box in range(4) if box not in (start, start + 1)]
            wanted.append((start, draws.choice(ends), draws.integer(0, 1), sign))
        with contextlib.suppress(UnfitError):
            return columns.Column(
                steps, columns.place_lines(draws, columns.SMALL, wanted, (2, 2)), columns.SMALL
            )


class _Meaning(NamedTuple):
    """A meaning of a sign."""

    first: str  #: what it does, such as "go"; empty if nothing
    extra: Step | None  #: what it adds then
    when: str


@cache
def _meaning(choice: str) -> _Meaning:
    what, _, when = choice.partition(" | ")
    first, _, extra = what.partition(" ")
    return _Meaning(first, read_step(extra) if extra else None, when)


def _run(chart: columns.Column, rule: Rule, call: Call) -> int | None:
    """Walk through a chart; None if a walk takes too long."""
    passages, boxes, t, p = programs.Passages(), course_of(chart).boxes, 0, 0
    means = [_meaning(rule.get(box.line.sign, "")) if box.line and box.step else None for box in boxes]
    for number in call[0]:
        passages.begin()
        n, here, left = number, 0, _MOST
        while here < len(boxes):
            left -= 1
            if not left:
                return None
            (label, step, line, *_), meaning = boxes[here], means[here]
            here += 1
            if not step:
                here = line.end if line and is_yes(label, n) else here
                continue
            first, extra, when = meaning or _meaning("")
            late = first not in ("instead", "early")
            if late:
                t, n = step.done(t, n, p)
            acts = first and line and passages.holds(when, line.sign, line.start, n)
            if acts and extra:
                t, n = extra.done(t, n, p)
            if not late and not (acts and first == "instead"):
                t, n = step.done(t, n, p)
            if acts and line and first != "stay":
                here = line.end
        p = number
    return t


def _program(chart: columns.Column, rule: Rule) -> str:
    names = [f"box {box + 1}" for box in range(len(chart.boxes) - 1)] + ["last", ""]
    lines, branches = {line.start: line for line in chart.lines}, []
    for box, label in enumerate(chart.boxes):
        line, down = lines.get(box), f"here = {names[box + 1]!r}"
        go = f"here = {names[line.end]!r}" if line else down
        if label[-1] == "?":
            branches.append((names[box], programs.either(programs.question_test(label, {}), [go], [down])))
            continue
        step = [programs.step_line(label, {})]
        what, _, when = (rule.get(line.sign, "") if line else "").partition(" | ")
        first, _, extra = what.partition(" ")
        acts = [programs.step_line(extra, {})] if extra else []
        acts += [go] * (first != "stay")
        counting, holds = (
            programs.when_lines(when, line.sign, f"box_{box + 1}") if line and when else ([], "")
        )
        if not first:
            body = [*step, down]
        elif first == "stay":
            body = [*step, *counting, *programs.either(holds, acts, []), down]
        elif first in ("instead", "early"):
            acts[-1:-1] = step if first == "early" else []
            body = [*counting, *programs.either(holds, acts, [*step, down])]
        else:
            body = [*step, *counting, *programs.either(holds, acts, [down])]
        branches.append((names[box], body))
    return programs.walk_program([f"here = {names[0]!r}", *programs.chain(branches)])


def _words(chart: columns.Column, rule: Rule) -> str:
    lines, said = {line.start: line for line in chart.lines}, []
    for box, label in enumerate(chart.boxes):
        line = lines.get(box)
        asked = "yes to" if line and not line.sign else f"{line.sign if line else ''}, by its line to"
        said.append(f"{box + 1}: {label}" + (f" ({asked} {line.end + 1})" if line else ""))
    signs = [f"{sign}: {programs.said(rule[sign], ACTIONS)}" for sign in SIGNS if sign in _needed(chart)]
    return (
        "A total t is 0 at first. Each number walks through a list of boxes from 1 on, one after the other to below the "
        "last: n is the number, p the number before it, or 0. In a box, t + 3 adds 3 to t. The boxes: "
        f"{'; '.join(said)}. The signs: {'; '.join(signs)}. Return t after the last walk."
    )


def _mermaid(chart: columns.Column, name: str) -> list[str]:
    shapes = ['{{"{}"}}' if label[-1] == "?" else '["{}"]' for label in chart.boxes]
    lines = [f"  {name}{box}" + shapes[box].format(label) for box, label in enumerate(chart.boxes)]
    lines += [f"  {name}{box} --> {name}{box + 1}" for box in range(len(chart.boxes) - 1)]
    for line in chart.lines:
        lines.append(f"  {name}{line.start} -->|{'at the side' if line.sign else 'yes'}| {name}{line.end}")
        if line.sign:
            lines.append(f"  %% the line from {name}{line.start} to {name}{line.end} has {LOOKS[line.sign]}")
    return lines


def _needed(chart: columns.Column) -> set[str]:
    return {line.sign for line in chart.lines} - {""}


NOTATION = walks.Notation(
    signs=SIGNS,
    choices=CHOICES,
    fit=lambda choice, level: (
        programs.is_fit(choice, level) and (level > 1 or choice.split(" | ")[0] in ("go", "instead"))
    ),
    main=_main,
    small=_small,
    inputs=walks.numbers_for,
    needed=_needed,
    run=_run,
    program=_program,
    words=_words,
    mermaid=_mermaid,
    pages=columns.pages,
    draw_small=lambda canvas, chart, left, top: columns.draw_column(canvas, chart, left, top, 15),
    size=(470, 254),
    text=TEXT,
    equivalent=EQUIVALENT,
    typical=walks.typical,
    edge=walks.edge,
    results_at=lambda place: (262, -150 + 40 * place),
    longest=20,
    wider=jump_space,
    wider_runs=((1, 2), (4, 5)),
)
sample, typical, edge = walks.sample, walks.typical, walks.edge
marked = walks.marked_by(NOTATION)
