"""A net of places with tokens, which numbered bars take and put; small nets show what the signs stand for.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Mapping, Sequence
from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import Call
from workshop.drawing.canvas import Canvas
from workshop.suites.code_vision.families import _net_charts as charts
from workshop.suites.code_vision.families import _net_runs as nets
from workshop.suites.code_vision.families import _settled_walks as walks
from workshop.suites.code_vision.families._net_draws import Plan, linked_net, lively_net
from workshop.suites.code_vision.families._net_space import net_space
from workshop.suites.code_vision.families._settled_rules import Rule
from workshop.suites.code_vision.families._settled_signs import LOOKS, Spot

VERSION = 1
SUBSET = "algorithm"
CATEGORIES = ("graphs", "search")

TEXT = '''\
def solution(added: list[int], beats: int) -> list[int]:
    """
    Circles hold tokens (dots or a number); boxes move them. Find the tokens of circles after some beats, if first
    added[0] come to A, added[1] to B and so on.

    At each beat, the box with the lowest number that can act does so once: it takes what each arrow to it says,
    then puts what each from it says. It can if every circle holds what it takes, and one at a dashed line fewer
    than that says. A sign is the same number from 1 to 5 everywhere. Small nets with nothing added settle it,
    and what else is drawn: at blue boxes all numbers are greater by the same 1 to 3; each white dot is the same 2
    to 5 tokens; circles with double rims hold up to the same 6 to 11; more is lost. 5 → A 2: after 5 beats, A
    holds 2.

    Parameters:
        added (list[int]): 0 to 6 numbers, 0 to 9.
        beats (int): 0 to 30.

    Returns:
        list[int]: Those of A, B and all others.
    """
'''
DIAL = walks.DIAL
SIGNS = tuple(LOOKS)
CHOICES: Mapping[str, Sequence[str]] = {
    **dict.fromkeys(SIGNS, tuple("12345")),
    nets.BLUE: tuple("123"),
    nets.RIM: tuple(map(str, range(6, 12))),
    nets.WHITE: tuple("2345"),
}
PLANS = {
    1: Plan(grid=(4, 3), places=6, bars=4, digits=6, dots=""),
    2: Plan(grid=(4, 3), places=6, bars=5, digits=4, dots=""),
    3: Plan(grid=(5, 3), places=7, bars=6, digits=2, guards=2),
    4: Plan(grid=(5, 4), places=9, bars=7, guards=3, blue=2, white=2, tokens=6, dots="scattered"),
    5: Plan(grid=(5, 4), places=9, bars=8, tokens=8, guards=4, blue=3, rims=2, white=2, dots="scattered"),
}
_PITCH = {4: (240.0, 212.0), 5: (205.0, 204.0)}  #: columns of a grid → px between its columns and rows


def _spots(net: nets.Net) -> list[Spot]:
    """Return the middles of the places and bars of a task's net, px."""
    wide, high = _PITCH[5 if max(x for x, _ in net.spots) > 3.5 else 4]
    return [(70 + wide * x, 66 + high * y) for x, y in net.spots]


def _tested(draws: Draws, net: nets.Net, calls: Sequence[Call]) -> tuple[nets.Net, Rule]:
    """Return a net that calls test by a rule; see :func:`lively_net`."""
    lively, rule = lively_net(draws, net, _choices(net), calls)
    _pages(lively)  # raises UnfitError if a sign has no room
    return lively, rule


def _choices(net: nets.Net) -> dict[str, Sequence[str]]:
    return {name: CHOICES[name] for name in CHOICES if name in nets.needed(net)}


def typical(values: Mapping[str, Any]) -> list[Call]:
    draws = Draws(values["seed"], "calls")
    return [(draws.integers(draws.integer(3, 6), 0, 9), draws.integer(1, 30)) for _ in range(90)]


def edge(_values: Mapping[str, Any]) -> list[Call]:
    shown = [[], [0], [1], [9], [0] * 6, [7, 7], [3, 4], [0, 9, 0, 9], [9] * 6, [6] * 6, [5, 0] * 3]
    return [
        *[(added, 30) for added in shown],
        *[([2, 4, 6, 8, 1, 3], beats) for beats in (0, 1, 2, 10)],
        ([], 0),
    ]


def _pages(net: nets.Net) -> list[Canvas]:
    spots = _spots(net)
    canvas = Canvas(round(max(x for x, _ in spots) + 60), round(max(y for _, y in spots) + 60))
    charts.draw_net(canvas, net, spots)
    return [canvas]


def _draw_small(canvas: Canvas, net: nets.Net, left: float, top: float) -> None:
    charts.draw_net(canvas, net, [(left + x, top + y) for x, y in charts.small_spots(net)])


NOTATION = walks.Notation(
    signs=SIGNS,
    choices=CHOICES,
    fit=lambda _choice, _level: True,
    main=lambda draws, signs, level: linked_net(draws, signs, PLANS[level]),
    needed=nets.needed,
    run=nets.run,
    program=nets.program,
    words=nets.words,
    mermaid=nets.mermaid,
    pages=_pages,
    draw_small=_draw_small,
    size=(480, 250),
    text=TEXT,
    equivalent={},
    typical=typical,
    edge=edge,
    results_at=lambda _place: (30, -24),
    space=lambda net: net_space(_choices(net), net),
    tested=_tested,
)
sample = walks.sample
marked = walks.marked_by(NOTATION)
