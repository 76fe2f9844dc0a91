"""A chart whose boxes take tolls, by their borders and the lines of arrows, from numbers that walk through it.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.chart_families.family import MarkedChart
from workshop.authoring.family import UnfitError
from workshop.drawing.canvas import Canvas
from workshop.suites.code_vision.families import _settled_programs as programs
from workshop.suites.code_vision.families import _settled_walks as walks
from workshop.suites.code_vision.families import _toll_charts as charts
from workshop.suites.code_vision.families import _toll_pictures as pictures
from workshop.suites.code_vision.families import _toll_rules as tolls
from workshop.suites.code_vision.families._settled_rules import Example, Rule
from workshop.suites.code_vision.families._toll_draws import Form, draw_chart
from workshop.suites.code_vision.families._toll_space import toll_space

VERSION = 1
SUBSET = "algorithm"
CATEGORIES = ("graphs", "search")
EQUIVALENT = {"'last' → 'last~'": "the last branch takes every other name"}

TEXT = '''\
def solution(numbers: list[int]) -> int:
    """
    Each number walks through a chart, from box to box: n is this number at first. A total t, 0 at first, is kept
    over all walks; only tolls change it.

    Entering a box, also the first and the last, adds a toll to t: weight x factor; then what stands there is
    done or asked. Each kind of border has a weight, from -3 to 3 but not 0. Each kind of line has a factor, 1, 2
    or -1, for an arrow to the box; kinds can share it. At most one kind of border turns tolls: after such a box,
    the tolls of this walk count with the other sign, up to and with that of the next such box, and so on. n - 2
    takes 2 from n; the arrow with a dot is for yes. A number may also be dots, or a sign from 1 to 9, everywhere the
    same. Small charts settle the rest.

    Parameters:
        numbers (list[int]): 0 to 8 whole numbers from 0 to 12.

    Returns:
        int: The total.
    """
'''
DIAL = walks.DIAL
#: The tasks before them had numbers or few dots in place of heaps.
RENUMBERED = {"four-signs": 6, "five-signs": 7}
_BORDERS = {1: 2, 2: 3, 3: 3, 4: 5, 5: 5}  #: level → kinds
_LINES = {1: 1, 2: 1, 3: 2, 4: 3, 5: 3}
_TURNING = 3  #: level from which on a border turns
_ABOUT_N = ("n > 3 ?", "n > 4 ?", "n > 5 ?", "n > 6 ?", "n > 7 ?")
_ABOUT_MORE = ("n > 4 ?", "n > 5 ?", "n > 6 ?", "n > 7 ?", "n > 8 ?", "n > 9 ?")
_ABOUT_T = ("t > 5 ?", "t > 6 ?", "t > 7 ?", "t > 8 ?")
_SIGNED = ("n > star ?", "n > triangle ?")
_LARGE, _SMALL = (54.0, 20.0), (46.0, 16.0)  #: half sizes of boxes, px
_HEAPED = (58.0, 23.0)  #: half sizes of boxes with heaps, px
_TRACKS = (-82, -67, 67, 82)  #: x of the tracks of worked examples, from the middle of their lane, px
_SIZES = (5, 6, 7, 8, 9)  #: numbers of steps that heaps show


def _main(draws: Draws, signs: Sequence[str], level: int) -> charts.Chart:
    """Draw the chart of a task, with nine to thirteen boxes."""
    borders = [*signs, *[border for border in charts.BORDERS if border not in signs]][: _BORDERS[level]]
    lines = draws.shuffled([*charts.LINES])[: _LINES[level]] if _LINES[level] > 1 else ["thin"]
    heaps = level > walks.MIDDLE
    asks = [*draws.sample(_ABOUT_MORE if heaps else _ABOUT_N, 2 + (level > 1)), *["t even ?"] * heaps]
    if level > walks.MIDDLE + 1:
        asks = [*draws.shuffled([*_SIGNED, draws.choice(_SIGNED)]), draws.choice(_ABOUT_T), asks[-1]]
    form = Form(8 + level, tuple(asks), 1 + (level > 2), (240.0, 4), (-104, -84, 84, 104), (66.0, 850 / (7 + level)),
                dots=False, strict=True)  # fmt: skip
    if heaps:
        form = form._replace(
            lane=(340.0, 3), tracks=(-150, -130, -110, -90, 90, 110, 130, 150), rows=(70.0, 900 / (7 + level)),
            dots=True, sizes=_SIZES, ahead=7, reach=2, labelled=15,
        )  # fmt: skip
    return draw_chart(draws, form, borders, lines)


def _example(draws: Draws, chart: charts.Chart) -> Example:
    """Draw a worked example for a chart: five boxes with its kinds of borders, lines and questions."""
    borders, lines = (
        [border for border in charts.BORDERS if border in chart.borders],
        sorted({each.line for each in chart.arrows}),
    )
    signed = [label for label in _SIGNED if label in chart.boxes]
    asks = [draws.choice(signed or (_ABOUT_MORE if chart.dots else _ABOUT_N))]
    form = Form(5, tuple(asks), draws.integer(0, 1), (172.0, 2), _TRACKS, (56.0, 43.0), chart.dots)
    if chart.dots:
        form = form._replace(lane=(200.0, 2), tracks=(-92, -74, 74, 92), rows=(66.0, 57.0), sizes=_SIZES)
    drawn = draw_chart(draws, form, borders, lines)
    runs = 1 if len(lines) > 2 else 2
    return Example(drawn, tuple((draws.integers(draws.integer(1, 3), 0, 12),) for _ in range(runs)))


def _fits(choice: str, level: int) -> bool:
    """Whether a task of a level may have a meaning: up to level 2 no border turns, and a line counts once."""
    if choice == tolls.NONE or choice in charts.BORDERS:
        return (level >= _TURNING) == (choice != tolls.NONE)
    if choice in tolls.NUMBERS:
        return choice in tolls.NUMBERS[2:7]  # in the middle, so that n is on both sides
    return level >= _TURNING or choice in (*tolls.WEIGHTS, "x 1")


def _program(chart: charts.Chart, rule: Rule) -> str:
    lines = [name for name in charts.LINES if name in tolls.needed(chart)]
    if len(lines) > 1 and len({rule[line] for line in lines}) == 1:
        raise UnfitError("all lines have the same factor")
    if not tolls.is_strict(chart, rule):
        raise UnfitError("a question does not matter")
    last, turns = len(chart.boxes) - 1, rule[tolls.TURN] in chart.borders
    names = [*(f"box {box + 1}" for box in range(last - 1)), "last", ""]

    def enter(box: int, line: str, *, first: bool = False) -> list[str]:
        border = chart.borders[box]
        toll = tolls.value_of(rule, border) * tolls.value_of(rule, line)
        size = f"{abs(toll)} * way" if turns and not first else f"{abs(toll)}"
        done = [f"t {'+' if toll > 0 else '-'}= {size}"]
        done += ["way = -way"] if turns and border == rule[tolls.TURN] and box < last else []
        return [*done, f"here = {names[box]!r}"]

    branches = []
    for box, label in enumerate(chart.boxes[:-1]):
        text = re.sub("|".join(charts.SIGNS), lambda found: str(tolls.value_of(rule, found[0])), label)
        then = {each.answer: enter(each.end, each.line) for each in chart.arrows if each.start == box}
        if label.endswith("?"):
            body = programs.either(programs.question_test(text, {}), then["yes"], then["no"])
        else:
            body = [programs.step_line(label, {}), *then[""]] if label else then[""]
        branches.append((names[box], body))
    begin = ["way = 1"] if turns else []
    return programs.walk_program([*begin, *enter(0, chart.first, first=True), *programs.chain(branches)])


def _words(chart: charts.Chart, rule: Rule) -> str:
    known, said = tolls.needed(chart), []
    for box, label in enumerate(chart.boxes):
        ways = [
            f"{each.answer} {each.line} to {each.end + 1}".strip()
            for each in chart.arrows
            if each.start == box
        ]
        said.append(f"{box + 1}: {label or 'empty'}, {chart.borders[box]} ({', '.join(ways) or 'end'})")
    means = [
        f"{name} {tolls.value_of(rule, name)}"
        for name in (*charts.BORDERS, *charts.LINES, *charts.SIGNS)
        if name in known
    ]
    turning = rule[tolls.TURN] if rule[tolls.TURN] in chart.borders else ""
    after = (
        f" After a box with the border {turning}, the tolls of this walk change their sign, each time."
        if turning
        else ""
    )
    return (
        "Each number n walks through boxes from 1 on, and a total t is kept over all walks, 0 at first. Entering a "
        "box adds the weight of its border times the factor of the line by which it is entered. Then the box "
        f"changes n or asks; the last one ends the walk. The boxes: {'; '.join(said)}. Box 1 is entered by a "
        f"{chart.first} line. The weights, factors and signs: {', '.join(means)}.{after} Return t after the last walk."
    )


_SHAPES = {"plain": '["{}"]', "round": '("{}")', "double": '[["{}"]]', "dashed": '["{}"]', "heavy": '["{}"]'}
_TIES = {"thin": "-->", "thick": "==>", "dashed line": "-.->"}


def _mermaid(chart: charts.Chart, name: str) -> list[str]:
    lines = []
    for box, (label, border) in enumerate(zip(chart.boxes, chart.borders, strict=True)):
        value, _, size = label.rpartition(" ")
        text = f"{value} {'•' * int(size)}" if chart.dots and size.isdigit() else label
        lines.append(f"  {name}{box}" + _SHAPES[border].format(text or " "))
        if border in ("dashed", "heavy"):
            lines.append(f"  %% {name}{box} has {charts.BORDERS[border]}")
    lines.append(f"  {name}in(( )) {_TIES[chart.first]} {name}0")
    for each in chart.arrows:
        answer = f"|{each.answer}|" if each.answer else ""
        lines.append(f"  {name}{each.start} {_TIES[each.line]}{answer} {name}{each.end}")
    return lines


def _pages(chart: charts.Chart) -> list[Canvas]:
    side = 1020 if chart.dots else 960
    canvas = Canvas(side, side)
    pictures.draw(canvas, chart, 0, 0, _HEAPED if chart.dots else _LARGE)
    return [canvas]


NOTATION = walks.Notation(
    signs=tuple(charts.BORDERS),
    choices=tolls.CHOICES,
    fit=_fits,
    main=_main,
    needed=tolls.needed,
    run=tolls.run,
    program=_program,
    words=_words,
    mermaid=_mermaid,
    pages=_pages,
    draw_small=lambda canvas, chart, left, top: pictures.draw(canvas, chart, left, top, _SMALL),
    size=(480, 266),
    text=TEXT,
    equivalent=EQUIVALENT,
    typical=walks.typical,
    edge=walks.edge,
    results_at=lambda place: (356, -196 + 84 * place),
    lines=2,
    space=lambda chart: toll_space(chart, lambda draws: _example(draws, chart)),
    count=dict.fromkeys(range(1, 6), 8),
)
HEAPED = replace(
    NOTATION,
    draw_small=lambda canvas, chart, left, top: pictures.draw(canvas, chart, left, top, _HEAPED),
    size=(512, 335),
    results_at=lambda _place: (408, -220),
    count=dict.fromkeys(range(1, 6), 6),
)  #: of levels whose steps are heaps
sample, typical, edge = walks.sample, walks.typical, walks.edge
_PLAIN, _HEAPS = walks.marked_by(NOTATION), walks.marked_by(HEAPED)


def marked(values: dict[str, Any], variant: str) -> MarkedChart:
    """Return the chart of a level."""
    return (_HEAPS if int(DIAL[variant]) > walks.MIDDLE else _PLAIN)(values, variant)
