"""A patch panel: boxes whose cords run in tangles to the letters of other boxes, with clips that change a charge.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence

from benchmark.core.draws import Draws
from workshop.authoring.family import Call
from workshop.drawing.canvas import Canvas
from workshop.suites.code_vision.families import _cord_panels as panels
from workshop.suites.code_vision.families import _cord_pictures as pictures
from workshop.suites.code_vision.families import _settled_walks as walks
from workshop.suites.code_vision.families._cord_draws import Plan, draw_panel, draw_tangles, lively_panel
from workshop.suites.code_vision.families._cord_space import cord_space
from workshop.suites.code_vision.families._settled_rules import Example, Rule
from workshop.suites.code_vision.families._settled_signs import LOOKS

VERSION = 1
SUBSET = "algorithm"
CATEGORIES = ("graphs", "search")
EQUIVALENT = {"'last' → 'last~'": "the last branch takes every other name"}

TEXT = '''\
def solution(numbers: list[int]) -> int:
    """
    Each number n walks from box A along cords to the end Z. A charge c and a total t are 0 at first and kept over
    all walks. Find t after the last walk.

    In a box, n - 2 takes 2 from n; a number may also be dots. From a socket, a cord leads to the box
    whose letter is at its other end; the black socket of a question is for yes. A cord is broken where it lies
    below another. On a cord, clips change c one after the other, from the box on. A kind of clip does the same
    everywhere: it adds a number from 1 to 7 to c, or turns c into 2c, 3c or -c. At the end of each cord, also
    without clips, c becomes c modulo the limit, which is added to t. The limit is written below; each ? is the same
    one from 8 to 15. Small panels with lists and their totals settle the rest.

    Parameters:
        numbers (list[int]): 0 to 8 whole numbers from 0 to 12.

    Returns:
        int: The total t.
    """
'''
DIAL = walks.DIAL
SIGNS = tuple(LOOKS)
PLANS = {
    1: Plan(bundles=(4,), asks=1, charged=0, form=(5, 0), clips=(1, 1, 0)),
    2: Plan(bundles=(6,), asks=2, charged=0, form=(6, 2), clips=(1, 1, 2)),
    3: Plan(bundles=(4, 4), asks=2, charged=1, form=(12, 1), clips=(1, 1, 2), hidden=True),
    4: Plan(bundles=(6, 6), asks=4, charged=2, form=(16, 2), clips=(1, 1, 2), hidden=True, dots=True),
    5: Plan(bundles=(5, 5, 5), asks=5, charged=2, form=(16, 2), clips=(1, 2), hidden=True, dots=True),
}
_SMALL = Plan(bundles=(5,), asks=1, charged=0, form=(6, 2), clips=(1, 1, 2), pitch=(38, 32))
_CROSSINGS = {
    1: 0,
    2: 1,
    3: 1,
}  #: kinds of clips → crossings in a column of a worked example at least, if not two
_ROOM = pictures.Room(row=46, gap=26, box=44, wide=122, high=34, clip=36, clips=2)
_SMALL_ROOM = pictures.Room(row=38, gap=0, box=32, wide=112, high=29, clip=26, clips=2, lead=26)
_TOP, _BELOW = 34.0, 44.0  #: y of the first socket, and px from the last one to the limit


def _example(draws: Draws, panel: panels.Panel) -> Example:
    """Draw a worked example, without bundles: four boxes with kinds of clips of a panel."""
    kinds, charged = _kinds(panel), draws.integer(0, 1) if panel.dots else 0
    plan = _SMALL._replace(charged=charged, dots=panel.dots)
    signs = draws.sample(kinds, min(len(kinds), draws.integer(3, 4)))
    drawn = draw_panel(draws, plan, signs, panel.limit, ())
    return Example(drawn, tuple((draws.integers(draws.integer(1, 2), 0, 9),) for _ in range(2)))


def _laid(draws: Draws, panel: panels.Panel, level: int) -> panels.Panel:
    """Return a worked example with bundles."""
    form = _SMALL.form[0], _CROSSINGS.get(level, 2)
    return panel._replace(bundles=draw_tangles(draws, _SMALL._replace(form=form)))


def _kinds(panel: panels.Panel) -> list[str]:
    return [sign for sign in SIGNS if sign in panels.needed(panel)]


def _main(draws: Draws, signs: Sequence[str], level: int) -> panels.Panel:
    """Draw a panel with these clips and without bundles, of which :func:`_tested` makes another one."""
    return draw_panel(draws, PLANS[level], signs, int(panels.LIMITS[0]), ())


def _tested(draws: Draws, panel: panels.Panel, calls: Sequence[Call]) -> tuple[panels.Panel, Rule]:
    kinds = _kinds(panel)
    return lively_panel(draws, PLANS[len(kinds)], kinds, calls)


def _draw(canvas: Canvas, panel: panels.Panel, left: float, top: float, room: pictures.Room) -> None:
    """Draw a panel and its limit."""
    pictures.draw(canvas, panel, left, top, room)
    low = top + pictures.rows(panel, room)[-1] + _BELOW
    canvas.text(left + room.box, low, f"limit {panel.limit or '?'}", size=walks.SIZE, anchor="start")


def _pages(panel: panels.Panel) -> list[Canvas]:
    wide, high = pictures.right_end(panel, _ROOM) + 40, pictures.rows(panel, _ROOM)[-1] + _TOP + _BELOW + 24
    canvas = Canvas(round(wide), max(320, round(high)))
    _draw(canvas, panel, 0, (canvas.height - high) / 2 + _TOP, _ROOM)
    return [canvas]


def _draw_small(canvas: Canvas, panel: panels.Panel, left: float, top: float) -> None:
    _draw(canvas, panel, left, top + 28, _SMALL_ROOM)


NOTATION = walks.Notation(
    signs=SIGNS,
    choices=panels.CHOICES,
    fit=lambda _choice, _level: True,
    main=_main,
    needed=panels.needed,
    run=panels.run,
    program=panels.program,
    words=panels.words,
    mermaid=panels.mermaid,
    pages=_pages,
    draw_small=_draw_small,
    size=(480, 256),
    text=TEXT,
    equivalent=EQUIVALENT,
    typical=walks.typical,
    edge=walks.edge,
    results_at=lambda place: (150 + 165 * place, -32),
    space=lambda panel: cord_space(
        panel,
        lambda draws: _example(draws, panel),
        lambda draws, small: _laid(draws, small, len(_kinds(panel))),
    ),
    tested=_tested,
)
sample, typical, edge = walks.sample, walks.typical, walks.edge
marked = walks.marked_by(NOTATION)
