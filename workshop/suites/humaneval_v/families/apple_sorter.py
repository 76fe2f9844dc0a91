"""A machine that sorts apples: a gap, a wheel and a trapdoor on one track.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from string import ascii_uppercase

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, Solve, UnfitError
from workshop.authoring.rule_space import Choices, RuleSpace
from workshop.authoring.source import fill
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame
from workshop.suites.humaneval_v.families._apple_parts import (
    BOX_LOW,
    SQUARE,
    TRACK,
    draw_box,
    draw_door,
    draw_gap,
    draw_wheel,
)
from workshop.suites.humaneval_v.families._sorter_rules import right_rule, sorter_rules

VERSION = 3
KINDS = ("flowchart",)
LEVEL = "hard"
TASK_TYPE = "Iteration"
ASPECTS = ("Dynamic Patterns", "Topological Relations", "Common Sense")
MUTATIONS = ("gap-wheel-door", "door-gap-wheel", "wheel-door-gap", "gap-door-wheel", "wheel-gap-door")
#: Readings that the run alone does not contradict, and what does.
SETTLED = {
    "wheel = *": "the teeth of the wheel are counted",
    "inside = 0*": "the places in the box are empty in the picture",
}

TEXT = '''\
def solution(apples: list[int]) -> str:
    """
    Apples roll along the track of a sorting machine from left to right, one after the other, and each ends in
    one of four boxes. Find the boxes, by the machine and the run in the picture, which began as it is drawn.

    Parameters:
        apples (list[int]): The width of each apple in squares, from 1 to 9.

    Returns:
        str: The letter of the box of each apple, in the same order.
    """
'''

START = """
def solution(apples: list[int]) -> str:
    inside = 0
    wheel = $steps
    door_open = $door_open
    boxes = ""
    for width in apples:
"""
PARTS = {
    "gap": """\
        if width <= $gap:
            boxes += "A"
            inside += 1
            if inside == $slots:
                inside = 0
                door_open = not door_open
            continue
""",
    "wheel": """\
        if wheel == 0:
            boxes += "B"
            wheel = $last
            continue
        wheel -= 1
""",
    "door": """\
        door_open = not door_open
        if not door_open:
            boxes += "C"
            continue
""",
}
END = """\
        boxes += "D"
    return boxes
"""


@dataclass(frozen=True)
class Sorter:
    """Parameters: the mutation, which names the parts in their order, their state, and the apples."""

    mutation: str
    gap: int  #: width of the gap, squares
    slots: int  #: apples that fill box A
    teeth: int  #: of the wheel
    steps: int  #: apples that pass the wheel before the first one is thrown
    door_open: bool
    tested: tuple[tuple[int, ...], ...]
    seed: str  #: of the run in the picture


def sample(mutation: str, draws: Draws) -> Sorter:
    teeth = draws.integer(4, 6)
    sorter = Sorter(
        mutation,
        draws.integer(3, 6),
        draws.integer(2, 3),
        teeth,
        draws.integer(1, teeth - 1),
        draws.chance(1, 2),
        (),
        "",
    )
    tested = [(1,) * 6, (9,) * 18, (sorter.gap, sorter.gap + 1) * 5]
    tested += [tuple(draws.integers(size, 1, 9)) for size in (6, 9, 12, 14, 16, 18, 20, 24)]
    return replace(sorter, tested=tuple(tested), seed=draws.text(ascii_uppercase, 8))


def rule_space(sorter: Sorter) -> RuleSpace:
    return sorter_rules((sorter.gap, sorter.slots, sorter.teeth, sorter.steps, sorter.door_open))


def calls(sorter: Sorter) -> list[Call]:
    return [(list(apples),) for apples in sorter.tested]


def examples(sorter: Sorter) -> list[Call]:
    return [_shown(replace(sorter, mutation=""))]


@lru_cache(maxsize=4)
def _shown(sorter: Sorter) -> Call:
    """Choose a run that leaves one rule of the space for every mutation."""
    draws, space = Draws(sorter.seed, "shown"), rule_space(sorter)
    right = [right_rule(mutation) for mutation in MUTATIONS]
    #: Right rules with rules near them, and with those that fit an earlier run: few, so they are tried first.
    wrong: list[tuple[Mapping[str, int], Choices]] = [(rule, space.near(rule, 2)) for rule in right]
    widths = (*range(1, 10), *(sorter.gap, sorter.gap + 1, 9) * 2)
    for _ in range(1_500):
        run = ([*draws.choices(widths, 20)],)
        if any(_is_open(sorter, rule, run, among) for rule, among in wrong):
            continue
        left = [(rule, space.agreeing(rule, [run])) for rule in right]
        found = [(rule, among) for rule, among in left if _is_open(sorter, rule, run, among)]
        if not found:
            return run
        wrong += found
    raise UnfitError("no run that leaves one rule")


def _is_open(sorter: Sorter, rule: Mapping[str, int], run: Call, among: Choices) -> bool:
    """Whether a run does not prove a rule among others."""
    return not rule_space(sorter).proves([run], rule, calls(sorter), among)


def reference(sorter: Sorter) -> str:
    program = START + "".join(PARTS[part] for part in sorter.mutation.split("-")) + END
    return fill(
        program,
        steps=sorter.steps,
        door_open=sorter.door_open,
        gap=sorter.gap,
        slots=sorter.slots,
        last=sorter.teeth - 1,
    )


def picture(sorter: Sorter, solve: Solve) -> Canvas:
    canvas = Canvas(1000, 680)
    frame(canvas, 15, 15, 970, 465, title="Machine")
    places = dict(zip(sorter.mutation.split("-"), (230.0, 490.0, 750.0), strict=True))
    half = {"gap": sorter.gap * SQUARE / 2, "wheel": 0.0, "door": 40.0}
    start = 40.0
    for part, x in places.items():
        if half[part]:
            canvas.line((start, TRACK), (x - half[part], TRACK), line=6)
            start = x + half[part]
    canvas.line((start, TRACK), (900, TRACK), line=6)
    canvas.circle(72, TRACK - 31, 27, fill="yellow", line=3)
    arrows.arrow(canvas, (106, TRACK - 31), (150, TRACK - 31), line=4)
    draw_gap(canvas, places["gap"], sorter.gap, sorter.slots)
    draw_wheel(canvas, places["wheel"], sorter.teeth, sorter.steps)
    draw_door(canvas, places["door"], is_open=sorter.door_open)
    draw_box(canvas, 930, "D")
    low, gap, door = BOX_LOW + 36, places["gap"], places["door"] - 70
    rope = [(gap, BOX_LOW), (gap, low), (door, low), (door, TRACK + 20), (door + 28, TRACK + 4)]
    arrows.arrow(canvas, *rope, stroke="blue", line=4)
    frame(canvas, 15, 495, 970, 170, title="A run")
    for row, name in enumerate(("width", "box")):
        canvas.text(38, 575 + 50 * row, name, size=20, anchor="start")
    ((run,),) = examples(sorter)
    for number, (width, box) in enumerate(zip(run, solve(run), strict=True)):
        x = 128 + 43 * number
        canvas.circle(x, 575, 18, fill="yellow")
        canvas.text(x, 575, width, size=20)
        canvas.text(x, 625, box, bold=True)
    return canvas


def describe(sorter: Sorter, solve: Solve) -> str:
    door = "hangs open" if sorter.door_open else "is closed"
    parts = {
        "gap": f"a gap of {sorter.gap} squares above box A, which has room for {sorter.slots} apples",
        "wheel": (
            f"a wheel over the track with {sorter.teeth} teeth and an anticlockwise arrow, with box B below; one tooth is red and "
            f"thick; it is {sorter.steps} teeth away from the lowest place, which it reaches with the turn of the arrow"
        ),
        "door": f"a blue trapdoor above box C that {door}",
    }
    order = "; then ".join(parts[part] for part in sorter.mutation.split("-"))
    ((apples,),) = examples(sorter)
    run = ", ".join(f"{width} {box}" for width, box in zip(apples, solve(apples), strict=True))
    return (
        f"The Machine is a track on which an apple rolls to the right. Along the track there are {order}. At the end of the "
        "track is box D. A blue line with an arrowhead leads from the bottom of box A to the hinge of the trapdoor. Below, A run "
        f"has twenty apples with the width and the box of each: {run}."
    )
