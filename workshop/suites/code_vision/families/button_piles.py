"""A chart whose boxes have piles of coins, buttons and shells; small charts show what piles are worth.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Mapping, Sequence
from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import Call
from workshop.suites.code_vision.families import _pile_charts as charts
from workshop.suites.code_vision.families import _pile_draws as drawn
from workshop.suites.code_vision.families import _pile_pictures as pictures
from workshop.suites.code_vision.families import _pile_programs as texts
from workshop.suites.code_vision.families import _settled_walks as walks
from workshop.suites.code_vision.families._pile_draws import Plan
from workshop.suites.code_vision.families._pile_space import PileSpace, pile_space
from workshop.suites.code_vision.families._settled_rules import Rule

VERSION = 1
SUBSET = "algorithm"
CATEGORIES = ("graphs", "search")
EQUIVALENT = {"'last' → 'last~'": "the last branch takes every other name"}

TEXT = '''\
def solution(numbers: list[int]) -> int:
    """
    Each number n walks through a chart, from its first box to the disk. In each box, the worth of its pile is added
    to n (+) or taken (-); then the question below it is asked: the dot is for yes. Find the sum of n at the ends.

    Things with the same mark are one kind; each kind has its worth, 1 to 6. Listed parts hold, too:
    O: if n is odd on entering a box, things of one kind are worth 2, 3 or -1 times as much there.
    M: a pile with more of one kind than of each other is worth m more, -9 to 9.
    P: a pile is worth p more, -2 to 2, for each pair of a thing of one kind in it and one of one kind, maybe the
    same, in the box before on this walk.
    m and p are not 0. Small charts, with n at first → at the end, settle it.

    Parameters:
        numbers (list[int]): 0 to 8 whole numbers from 0 to 40.

    Returns:
        int: The sum.
    """
'''
DIAL = walks.DIAL
PLANS = {
    1: Plan(boxes=4, asks=1, kinds=1, things=(1, 3), close=2.3, lanes=2, runs=1),
    2: Plan(boxes=5, asks=1, kinds=2, things=(2, 4), close=2.0, lanes=3, runs=1),
    3: Plan(boxes=6, asks=2, kinds=2, things=(4, 6), close=1.7, parts=("odd", "most"), lanes=3),
    4: Plan(boxes=8, asks=3, kinds=3, things=(6, 9), close=1.5, parts=("odd", "most"), even=True, runs=1),
    5: Plan(
        boxes=9,
        asks=4,
        kinds=3,
        things=(7, 11),
        close=1.35,
        parts=("odd", "most", "pairs"),
        even=True,
        runs=1,
    ),
}


def typical(values: Mapping[str, Any]) -> list[Call]:
    draws = Draws(values["seed"], "calls")
    return [(draws.integers(draws.integer(4, 8), 0, drawn.LARGEST),) for _ in range(90)]


def edge(_values: Mapping[str, Any]) -> list[Call]:
    shown = [[], [0], [1], [20], [40], [7, 7], [13, 14], [40, 0, 40], [26] * 8, [39] * 8, [40] * 8]
    return [(numbers,) for numbers in [*shown, [*range(8)], [*range(40, 32, -1)], [*range(0, 40, 5)]]]


def _level(chart: charts.Chart) -> int:
    """Return the level of the chart of a task."""
    return next(level for level, plan in PLANS.items() if plan.boxes == len(chart.boxes))


def _kinds(chart: charts.Chart) -> list[str]:
    return [kind for kind in charts.KINDS if kind in charts.needed(chart)]


def _tested(draws: Draws, chart: charts.Chart, calls: Sequence[Call]) -> tuple[charts.Chart, Rule]:
    """Return a chart with questions by a rule, and the rule; see :func:`ruled_chart`."""
    found, rule = drawn.ruled_chart(draws, chart, _kinds(chart), PLANS[_level(chart)], calls)
    texts.program(found, rule)  # raises UnfitError if a pile changes nothing
    return found, rule


def _space(chart: charts.Chart) -> PileSpace:
    plan, kinds = PLANS[_level(chart)], _kinds(chart)

    def example(draws: Draws, *, asks: bool) -> Any:
        return drawn.draw_example(draws, kinds, plan, asks=asks)

    return pile_space(chart, drawn.choices_of(kinds, plan.parts), example)


NOTATION = walks.Notation(
    signs=charts.KINDS,
    choices=charts.CHOICES,
    fit=lambda _choice, _level: True,
    main=lambda draws, signs, level: drawn.draw_main(draws, signs[: PLANS[level].kinds], PLANS[level]),
    needed=charts.needed,
    run=charts.run,
    program=texts.program,
    words=texts.words,
    mermaid=texts.mermaid,
    pages=lambda chart: [pictures.draw_main(chart)],
    draw_small=pictures.draw_small,
    size=(496, 176),
    text=TEXT,
    equivalent=EQUIVALENT,
    typical=typical,
    edge=edge,
    results_at=lambda place: (260 + 110 * place, -24),
    space=_space,
    tested=_tested,
)
sample = walks.sample
marked = walks.marked_by(NOTATION)
