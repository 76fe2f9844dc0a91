"""A machine that sorts apples: a gap, a wheel and a trapdoor on one track.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import permutations, product

from benchmark.authoring.family import Call, Solve, UnfitError
from benchmark.authoring.source import fill
from benchmark.core.draws import Draws
from benchmark.drawing import arrows
from benchmark.drawing.canvas import Canvas
from benchmark.drawing.examples import frame
from benchmark.suites.humaneval_v.open.families._apple_parts import (
    BOX_LOW,
    SQUARE,
    TRACK,
    draw_box,
    draw_door,
    draw_gap,
    draw_wheel,
)

VERSION = 2
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
    shown: tuple[int, ...]
    tested: tuple[tuple[int, ...], ...]


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
        (),
    )
    tested = [(1,) * 6, (9,) * 18, (sorter.gap, sorter.gap + 1) * 5]
    tested += [tuple(draws.integers(size, 1, 9)) for size in (6, 9, 12, 14, 16, 18, 20, 24)]
    sorter = replace(sorter, tested=tuple(tested))
    for _ in range(60):
        shown = tuple(draws.choices((*range(1, 10), *(sorter.gap, sorter.gap + 1) * 2), 20))
        if _is_telling(sorter, shown):
            return replace(sorter, shown=shown)
    raise UnfitError("no run that tells the rule")


def _is_telling(sorter: Sorter, shown: Sequence[int]) -> bool:
    """Whether under each order of parts, every reading that fits the run also fits the tests."""
    readings = rivals(sorter).values()
    found = [rival(shown) for rival in readings]
    for name in MUTATIONS:
        right = partial(_boxes, sorter, tuple(name.split("-")), "flip", "turn", "after")
        boxes = right(shown)
        if not set("ABCD") <= set(boxes):
            return False
        for reading, seen in zip(readings, found, strict=True):
            if seen == boxes and any(reading(apples) != right(apples) for apples in sorter.tested):
                return False
    return True


def _boxes(
    sorter: Sorter,
    parts: Sequence[str],
    full: str,
    wheel_turns: str,
    door: str,
    apples: Sequence[int],
    *,
    narrow: int = 0,
) -> str:
    """Return the boxes by one reading.

    Args:
        sorter: the machine.
        parts: its parts in their order.
        full: what a full box A does: it is ``emptied``, and may also ``flip``, ``open`` or ``shut`` the door;
            with ``stop`` it stays full, and nothing more falls in; with ``once`` it flips the door, takes
            more, and does nothing again; ``wide`` is ``flip`` of a box that is full of widths, not apples.
        wheel_turns: whether the wheel also turns for apples that do not reach it (``all``), or not (``turn``).
        door: whether it moves ``after`` an apple, ``before`` it, or ``never``.
        apples: widths of the apples.
        narrow: if not 0, each apple in A up to this width acts as a full box does, and no other one acts.
    """
    inside, wheel, door_open = 0, sorter.steps, sorter.door_open
    boxes = ""
    for width in apples:
        box = "D"
        wheel_met = False
        for part in parts:
            if part == "gap" and width <= sorter.gap and not (full == "stop" and inside == sorter.slots):
                more = width if full == "wide" else 1
                inside = sorter.slots * (width <= narrow) if narrow else inside + more
                if inside >= (sorter.gap if full == "wide" else sorter.slots) and full != "stop":
                    inside = -len(apples) if full == "once" else 0
                    door_open = {"open": True, "shut": False, "emptied": door_open}.get(full, not door_open)
                box = "A"
            elif part == "wheel":
                wheel_met = True
                wheel = wheel - 1 if wheel else sorter.teeth - 1
                if wheel == sorter.teeth - 1:
                    box = "B"
            elif part == "door":
                if door == "before":
                    door_open = not door_open
                if door_open:
                    box = "C"
                if door == "after":
                    door_open = not door_open
            if box != "D":
                break
        if wheel_turns == "all" and not wheel_met:
            wheel = wheel - 1 if wheel else sorter.teeth - 1
        boxes += box
    return boxes


def rivals(sorter: Sorter) -> dict[str, Solve]:
    found: dict[str, Solve] = {}
    for parts in permutations(PARTS):
        for full, wheel, door in product(
            ("flip", "emptied", "open", "shut", "stop"), ("turn", "all"), ("after", "before", "never")
        ):
            name = f"{'-'.join(parts)}, {full}, {wheel}, {door}"
            found[name] = partial(_boxes, sorter, parts, full, wheel, door)
        order = "-".join(parts)
        for full, narrow in product(("flip", "open", "shut"), range(1, sorter.gap)):
            name = f"{order}, {full} by apples up to {narrow}"
            found[name] = partial(_boxes, sorter, parts, full, "turn", "after", narrow=narrow)
        for full in ("once", "wide"):
            found[f"{order}, {full}"] = partial(_boxes, sorter, parts, full, "turn", "after")
        for step in (-1, 1):
            gap, slots = replace(sorter, gap=sorter.gap + step), replace(sorter, slots=sorter.slots + step)
            found[f"{order}, gap {step:+}"] = partial(_boxes, gap, parts, "flip", "turn", "after")
            found[f"{order}, slots {step:+}"] = partial(_boxes, slots, parts, "flip", "turn", "after")
    return found


def calls(sorter: Sorter) -> list[Call]:
    return [(list(apples),) for apples in sorter.tested]


def examples(sorter: Sorter) -> list[Call]:
    return [(list(sorter.shown),)]


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
    for number, (width, box) in enumerate(zip(sorter.shown, solve(list(sorter.shown)), strict=True)):
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
    run = ", ".join(
        f"{width} {box}" for width, box in zip(sorter.shown, solve(list(sorter.shown)), strict=True)
    )
    return (
        f"The Machine is a track on which an apple rolls to the right. Along the track there are {order}. At the end of the "
        "track is box D. A blue line with an arrowhead leads from the bottom of box A to the hinge of the trapdoor. Below, A run "
        f"has twenty apples with the width and the box of each: {run}."
    )
