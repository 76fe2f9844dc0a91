"""A chart through which numbers flow on all ways at once, with signs that make one number of two.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, UnfitError
from workshop.drawing.canvas import Canvas
from workshop.suites.code_vision.families import _routed_ways as routes
from workshop.suites.code_vision.families import _settled_programs as programs
from workshop.suites.code_vision.families import _settled_walks as walks
from workshop.suites.code_vision.families._settled_rules import Rule, joined_space
from workshop.suites.code_vision.families._settled_signs import LOOKS, Spot, draw_sign
from workshop.suites.code_vision.families._stream_makes import (
    FIRST_MADE,
    MAKES,
    READINGS,
    RIVALS,
    SIMPLE,
    Past,
    box_lines,
)

VERSION = 1
SUBSET = "algorithm"
CATEGORIES = ("graphs", "search")

TEXT = '''\
def solution(numbers: list[int]) -> list[int]:
    """
    Each number enters a chart at the top and flows along all ways at once, one number after the other. Find the
    number that leaves the chart at the black disk for each of them. Small charts with their results show what
    the signs do.

    Every way from a box carries its number on. A box with one way to it changes the number: + 3 adds 3, x 2
    doubles it. A box with a sign makes one number of two: those that arrive at its left and at its right side.
    What it makes may depend on what has arrived before. Of boxes with the same sign, the upper one is first. A
    way that jumps over another does not touch it.

    Parameters:
        numbers (list[int]): 0 to 8 whole numbers from 0 to 12.

    Returns:
        list[int]: What leaves the chart for each number.
    """
'''
DIAL = walks.DIAL
RENUMBERED = {"five-signs": 6, "three-signs": 7, "four-signs": 8}  #: those before them had other small charts
SIGNS = tuple(LOOKS)
CHOICES = dict.fromkeys(SIGNS, ("", *MAKES))
OPS = ("+ 3", "- 2", "+ 1", "x 2", "- 5", "+ 4")


class Flow(NamedTuple):
    """A chart: one box in each row, from top to bottom; the first is where numbers enter."""

    boxes: tuple[str, ...]  #: ``n``, a change such as ``+ 3``, or a sign
    ways: tuple[routes.Way, ...]
    spots: tuple[Spot, ...]


def _flow(draws: Draws, boxes: Sequence[str]) -> list[tuple[int, int, str]]:
    """Draw which boxes each box takes its numbers from; every number is used, at most by three boxes."""
    while True:
        used, wanted = [0] * len(boxes), []
        for box, label in enumerate(boxes[1:], 1):
            near = [start for start in range(max(0, box - 4), box) if used[start] < 3]
            idle = [start for start in near if not used[start]]
            count = 2 if label in SIGNS else 1
            starts = draws.sample(draws.choice((near, idle if len(idle) >= count else near)), count)
            for start, side in zip(starts, ("left", "right") if count > 1 else ("",), strict=True):
                used[start] += 1
                wanted.append((start, box, side))
        if all(used[:-1]):
            return wanted


def _main(draws: Draws, signs: Sequence[str], _level: int) -> Flow:
    """Draw eleven boxes in four columns, six of which have signs."""
    kinds = draws.shuffled([signs[place % len(signs)] for place in range(6)])
    boxes = [*draws.shuffled([*kinds[1:], *draws.sample(OPS, 2)]), kinds[0]]
    boxes = ["n", *draws.sample(OPS, 2), *boxes]
    columns = [draws.integer(0, 3)]
    while len(columns) < len(boxes):
        columns.append(draws.choice([column for column in range(4) if column != columns[-1]]))
    spots = tuple((120.0 + 240 * column, 62.0 + 80 * row) for row, column in enumerate(columns))
    for _ in range(40):
        wanted = _flow(draws, boxes)
        try:
            return Flow(
                tuple(boxes), routes.place_ways(draws, spots, (240, 4), (-104, -86, 86, 104), wanted), spots
            )
        except UnfitError:
            continue
    raise UnfitError("the ways have no room")


def _small(draws: Draws, signs: Sequence[str]) -> Flow:
    """Draw four to six boxes in two columns, of which up to three have signs."""
    kinds = draws.shuffled([*signs, *draws.choices(signs, 1)][: max(draws.integer(1, 2), len(signs))])
    boxes = ["n", *draws.sample(OPS, 2 if len(kinds) < 4 else 1), *kinds]
    while True:
        columns = [draws.integer(0, 1) for _ in boxes]
        spots = tuple((80.0 + 160 * column, 33.0 + 34 * row) for row, column in enumerate(columns))
        try:
            ways = routes.place_ways(draws, spots, (160, 2), (-76, -58, 58, 76), _flow(draws, boxes))
        except UnfitError:
            continue
        return Flow(tuple(boxes), ways, spots)


@lru_cache(maxsize=64)
def _inputs(chart: Flow) -> list[dict[str, int]]:
    """Return of each box where its numbers come from, by side."""
    found: list[dict[str, int]] = [{} for _ in chart.boxes]
    for way in chart.ways:
        found[way.end][way.answer] = way.start
    return found


def _needed(chart: Flow) -> set[str]:
    return {*chart.boxes} & {*SIGNS}


class _Box(NamedTuple):
    """A box of a chart, prepared for many runs."""

    sign: str  #: empty for a change
    left: int  #: where its number comes from, or the one at its left
    right: int
    factor: int = 1
    more: int = 0


@lru_cache(maxsize=64)
def _later_boxes(chart: Flow) -> list[_Box]:
    """Return all boxes but the first."""
    found = []
    for label, given in zip(chart.boxes[1:], _inputs(chart)[1:], strict=True):
        if label in SIGNS:
            found.append(_Box(label, given["left"], given["right"]))
            continue
        sign, size = label.split()
        factor, more = (int(size), 0) if sign == "x" else (1, int(sign + size))
        found.append(_Box("", given[""], given[""], factor, more))
    return found


def _run(chart: Flow, rule: Rule, call: Call) -> list[int]:
    boxes, results, past = _later_boxes(chart), [], Past(rule.values())
    for number in call[0]:
        past.begin(number)
        values = [number]
        for box, (sign, left, right, factor, more) in enumerate(boxes, 1):
            if sign:
                values.append(past.made(rule.get(sign, ""), sign, box, values[left], values[right]))
            else:
                values.append(values[left] * factor + more)
        results.append(values[-1])
    return results


def _first_made(chart: Flow) -> dict[str, dict[str, str]]:
    """Return for each sign and meaning one that makes the same of the first number."""
    return {sign: FIRST_MADE[chart.boxes.count(sign) == 1] for sign in SIGNS}


def _program(chart: Flow, rule: Rule) -> str:
    names, lines = [chr(ord("a") + box) for box in range(len(chart.boxes))], ["a = number"]
    begin: dict[str, str] = {}
    for box, (label, given) in enumerate(zip(chart.boxes, _inputs(chart), strict=True)):
        if label in SIGNS:
            left, right = names[given["left"]], names[given["right"]]
            made, first = box_lines(rule[label], names[box], label, left, right)
            lines += made
            begin |= first
        elif box:
            lines.append(f"{names[box]} = {names[given['']]} {label.replace('x', '*')}")
    starts = [f"{name} = {value}" for name, value in begin.items()]
    lines = ["for number in numbers:", *programs.indented([*lines, f"results.append({names[-1]})"])]
    return "\n".join(
        [
            "def solution(numbers: list[int]) -> list[int]:",
            *programs.indented([*starts, "results = []", *lines, "return results"]),
        ]
    )


def _words(chart: Flow, rule: Rule) -> str:
    said = []
    for box, (label, given) in enumerate(zip(chart.boxes, _inputs(chart), strict=True)):
        if label in SIGNS:
            said.append(
                f"{box + 1}: {label} of {given['left'] + 1} at the left and {given['right'] + 1} at the right"
            )
        elif box:
            said.append(f"{box + 1}: the number of {given[''] + 1}, {label}")
    means = [f"{sign}: {MAKES[rule[sign]]}" for sign in SIGNS if sign in _needed(chart)]
    return (
        "Each number in turn flows through boxes, all of which make a number of it; box 1 has the number itself. In a box, "
        "+ 3 adds 3, and x 2 doubles. What was there for the number before is 0 at first. A sign makes one number of two: "
        f"{'; '.join(means)}. The boxes, from the first to the last: {'; '.join(said)}. Return what the last box has for "
        "each number."
    )


def _mermaid(chart: Flow, name: str) -> list[str]:
    lines = [f'  {name}{box}["{LOOKS.get(label, label)}"]' for box, label in enumerate(chart.boxes)]
    for way in chart.ways:
        side = f"|arrives at the {way.answer}|" if way.answer else ""
        lines.append(f"  {name}{way.start} -->{side} {name}{way.end}")
    return lines


def _draw(canvas: Canvas, chart: Flow, left: float, top: float, half: tuple[float, float]) -> None:
    """Draw a chart whose boxes have these half sizes."""
    spots, (wide, high) = [(left + x, top + y) for x, y in chart.spots], half
    routes.draw_ways(canvas, chart.ways, spots, lambda _box: wide, high, left)
    for label, (x, y) in zip(chart.boxes, spots, strict=True):
        canvas.rect(
            x - wide, y - high, 2 * wide, 2 * high, fill="paleblue" if label in SIGNS else "white", line=2.4
        )
        if label in SIGNS:
            canvas.line((x - 18, y), (x + 18, y), line=2.2)
            draw_sign(canvas, label, x, y)
        else:
            canvas.text(x, y, label, size=walks.SIZE, bold=label == "n")


def _pages(chart: Flow) -> list[Canvas]:
    canvas = Canvas(960, 930)
    _draw(canvas, chart, 0, 0, (50, 21))
    return [canvas]


NOTATION = walks.Notation(
    signs=SIGNS,
    choices=CHOICES,
    fit=lambda make, level: make not in RIVALS and (level > 2 or make in SIMPLE),
    main=_main,
    small=_small,
    inputs=walks.numbers_for,
    needed=_needed,
    run=_run,
    program=_program,
    words=_words,
    mermaid=_mermaid,
    pages=_pages,
    draw_small=lambda canvas, chart, left, top: _draw(canvas, chart, left, top, (35, 13)),
    size=(480, 254),
    text=TEXT,
    equivalent={},
    typical=walks.typical,
    edge=walks.edge,
    results_at=lambda place: (334, -196 + 84 * place),
    lines=2,
    wider=lambda chart: joined_space(dict.fromkeys(SIGNS, READINGS), chart, _needed, _run, first=_first_made),
)
sample, typical, edge = walks.sample, walks.typical, walks.edge
marked = walks.marked_by(NOTATION)
