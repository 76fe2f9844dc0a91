"""A net of water pipes with valves: which tanks fill when some valves are turned.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import re
from dataclasses import dataclass, replace
from itertools import combinations

from benchmark.core.draws import Draws
from benchmark.files.palette import Colour
from workshop.authoring.family import Call, Solve, UnfitError
from workshop.authoring.source import compile_solution, fill
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame

VERSION = 3
KINDS = ("pipes",)
TASK_TYPE = "Computation"
ASPECTS = ("Common Sense", "Topological Relations")
MUTATIONS = ("round", "square", "both", "neither")

TEXT = '''\
def solution(turned: str) -> str:
    """
    Water comes from the tap at the top of the picture and runs through every pipe that it can reach. Find the
    tanks that it fills after some of the valves have been turned.

    Parameters:
        turned (str): The letters of the valves that are turned, each once and in any order. All other valves
            are at rest.

    Returns:
        str: The names of the tanks that fill, from left to right; an empty text when all stay dry.
    """
'''

#: Mutation → the kinds of valves that are open when turned; the other kinds are open when not turned.
OPENED = {"round": "r", "square": "s", "both": "rs", "neither": ""}
TANKS = "PQRS"
COLUMNS = 4
MAX_CALLS = 16

PROGRAM = """
def solution(turned: str) -> str:
    def runs(valve: str) -> bool:
        return (valve in turned) == (valve in $opened)

{lines}
    tanks = ""
{tanks}
    return tanks
"""
PLACES = ("first", "second", "third", "fourth")

#: The letter of a valve and its kind, ``r`` or ``s``; empty for a pipe without a valve, ``-`` for no pipe.
Valve = str


@dataclass(frozen=True)
class Net:
    """Parameters: the mutation, which says what valves open when turned, their places, and the valves that the tests turn."""

    mutation: str
    uppers: tuple[Valve, ...]  #: below the tap's long pipe, one per column
    across: tuple[Valve, ...]  #: between each column and the next
    lowers: tuple[Valve, ...]  #: above the tanks, one per column
    tested: tuple[str, ...] = ()

    @property
    def kinds(self) -> dict[str, str]:
        """Letter of a valve → its kind."""
        return {valve[0]: valve[1] for valve in (*self.uppers, *self.across, *self.lowers) if len(valve) > 1}


def sample(mutation: str, draws: Draws) -> Net:
    hanging = draws.choice((1, 2))  # a column without a pipe from the tap
    slots: dict[int, Valve] = {hanging: "-", COLUMNS + draws.integer(0, 2): "-"}
    slots[2 * COLUMNS - 1 + draws.integer(0, 3)] = ""
    kinds = draws.shuffled("rrrrssss")
    letters = iter("ABCDEFGH")
    every = [slots[place] if place in slots else next(letters) + kinds.pop() for place in range(11)]
    net = Net(mutation, tuple(every[:4]), tuple(every[4:7]), tuple(every[7:]))
    columns = zip(net.uppers, net.lowers, strict=True)
    if sum(upper[1:] == lower[1:] != "" for upper, lower in columns) > 1:
        raise UnfitError  # two or more columns whose valves are all of one kind
    return replace(net, tested=_test_calls(net, draws))


def _test_calls(net: Net, draws: Draws) -> tuple[str, ...]:
    """Choose calls that detect, under every rule, each valve of a way that is stuck, open or closed."""
    letters = draws.shuffled(list(net.kinds))
    subsets = ["".join(chosen) for size in range(1, 8) for chosen in combinations(letters, size)]
    program = reference(replace(net, mutation="both"))  # under this rule the turned valves are open
    right = compile_solution(program)
    told: dict[frozenset[str], set[str]] = {frozenset(opened): set() for opened in (*subsets, "", letters)}
    for part in re.finditer(r"runs\('.'\)", program):
        for stuck in ("True", "False"):
            changed = program[: part.start()] + stuck + program[part.end() :]
            wrong = compile_solution(changed)
            for opened, seen in told.items():
                if right("".join(opened)) != wrong("".join(opened)):
                    seen.add(changed)
    chosen, found = ["", "".join(sorted(letters))], set[tuple[str, str]]()
    offered = {turned: _detected_faults(net, turned, told) for turned in draws.shuffled(subsets)}
    while len(chosen) < MAX_CALLS:
        best = max(offered, key=lambda turned: len(offered[turned] - found))
        found |= offered.pop(best)
        chosen.append(best)
    if any(missed - found for missed in offered.values()):
        raise UnfitError
    return tuple(chosen)


def _detected_faults(net: Net, turned: str, told: dict[frozenset[str], set[str]]) -> set[tuple[str, str]]:
    """Return pairs of a rule and a faulty program that a call detects under that rule."""
    found = set()
    for rule, kinds in OPENED.items():
        opened = frozenset(
            letter for letter, kind in net.kinds.items() if (letter in turned) == (kind in kinds)
        )
        found |= {(rule, changed) for changed in told[opened]}
    return found


def calls(net: Net) -> list[Call]:
    return [(turned,) for turned in net.tested]


def examples(_net: Net) -> list[Call]:
    return []


def reference(net: Net) -> str:
    opened = [letter for letter, kind in net.kinds.items() if kind in OPENED[net.mutation]]
    lines, tanks = [], []
    for column, lower in enumerate(net.lowers):
        ways = []
        for start, upper in enumerate(net.uppers):
            between = net.across[min(start, column) : max(start, column)]
            if "-" not in (upper, *between):
                ways.append(" and ".join(f"runs({valve[0]!r})" for valve in (upper, *between)))
        lines.append(f"    {PLACES[column]} = {' or '.join(ways)}")
        also = f" and runs({lower[0]!r})" if lower else ""
        tanks.append(f"    if {PLACES[column]}{also}:\n        tanks += {TANKS[column]!r}")
    program = PROGRAM.replace("{lines}", "\n".join(lines)).replace("{tanks}", "\n".join(tanks))
    return fill(program, opened=opened)


#: y of the tap's long pipe, of the pipes across and of the tanks; half the width of a pipe; px.
TOP, MIDDLE, BOTTOM, HALF = 128.0, 310.0, 478.0, 11.0


def picture(net: Net, _solve: Solve) -> Canvas:
    canvas = Canvas(980, 900)
    frame(canvas, 20, 15, 940, 590, title="Pipes")
    xs = [140 + 233 * column for column in range(COLUMNS)]
    pipes = [(480.0, 80.0, 480.0, TOP), (xs[0], TOP, xs[3], TOP)]
    pipes += [(x, TOP, x, MIDDLE) for x, valve in zip(xs, net.uppers, strict=True) if valve != "-"]
    pipes += [(xs[gap], MIDDLE, xs[gap + 1], MIDDLE) for gap, valve in enumerate(net.across) if valve != "-"]
    pipes += [(x, MIDDLE, x, BOTTOM) for x in xs]
    _pipes(canvas, pipes)
    canvas.rect(450, 46, 60, 40, fill="grey", radius=8)
    canvas.text(526, 66, "tap", anchor="start")
    for x, upper, lower, tank in zip(xs, net.uppers, net.lowers, TANKS, strict=True):
        _valve(canvas, upper, x, (TOP + MIDDLE) / 2)
        _valve(canvas, lower, x, (MIDDLE + BOTTOM) / 2 + 6)
        canvas.polygon(
            [(x - 60, BOTTOM), (x - 60, 585), (x + 60, 585), (x + 60, BOTTOM)], fill="silver", line=3
        )
        canvas.text(x, 533, tank, bold=True, size=28)
    for gap, valve in enumerate(net.across):
        _valve(canvas, valve, (xs[gap] + xs[gap + 1]) / 2, MIDDLE)
    frame(canvas, 20, 620, 940, 265, title="Valves")
    for column, (name, turned) in enumerate((("at rest", False), ("turned", True))):
        x = 320 + 420 * column
        canvas.text(x, 652, name, bold=True)
        for row, kind in enumerate("rs"):
            _draw_valve(canvas, kind, turned, (kind in OPENED[net.mutation]) == turned, x, 725 + 105 * row)
    return canvas


def _pipes(canvas: Canvas, pipes: list[tuple[float, float, float, float]]) -> None:
    for wider, stroke in ((2.5, True), (0.0, False)):
        for left, top, right, bottom in pipes:
            reach = HALF + wider
            box = (left - reach, top - reach, right - left + 2 * reach, bottom - top + 2 * reach)
            canvas.rect(*box, fill="ink" if stroke else "white", stroke=None)


def _valve(canvas: Canvas, valve: Valve, x: float, y: float) -> None:
    if len(valve) > 1:
        _sign(canvas, valve[1], x, y)
        canvas.text(x, y, valve[0], bold=True, size=24)


def _sign(canvas: Canvas, kind: str, x: float, y: float) -> None:
    if kind == "r":
        canvas.circle(x, y, 27, fill="yellow", line=3)
    else:
        canvas.rect(x - 25, y - 25, 50, 50, fill="orange", line=3)


def _draw_valve(canvas: Canvas, kind: str, turned: bool, runs: bool, x: float, y: float) -> None:
    after: Colour = "sky" if runs else "white"
    canvas.rect(x - 130, y - HALF, 130, 2 * HALF, fill="sky")
    canvas.rect(x, y - HALF, 130, 2 * HALF, fill=after)
    _sign(canvas, kind, x, y)
    if turned:
        arrows.arc(canvas, (x, y), 46, -55, 55, stroke="blue", line=3.5, head=15)
    canvas.text(x - 142, y, "water", anchor="end", size=18)
    if runs:
        arrows.arrow(canvas, (x + 142, y), (x + 180, y), stroke="blue", line=4, head=18)


def describe(net: Net, _solve: Solve) -> str:
    parts = []
    for column, tank in enumerate(TANKS):
        upper, lower = net.uppers[column], net.lowers[column]
        above = (
            "no pipe leads down to it from the long pipe"
            if upper == "-"
            else f"below the long pipe {_valve_name(upper)}"
        )
        parts.append(f"{tank}: {above}, above the tank {_valve_name(lower)}.")
    joints = [
        f"between the columns of {TANKS[gap]} and {TANKS[gap + 1]} {_valve_name(valve)}"
        for gap, valve in enumerate(net.across)
        if valve != "-"
    ]
    opened = OPENED[net.mutation]
    key = []
    for kind, name in (("r", "round"), ("s", "square")):
        wet, dry = ("turned", "at rest") if kind in opened else ("at rest", "turned")
        key.append(
            f"behind a {name} valve {wet} the pipe is blue with an arrow, behind one {dry} it is white."
        )
    return (
        "The upper part, Pipes, shows a tap above a long level pipe. Four columns of pipes lead down from it to the "
        f"tanks P, Q, R, S, from left to right. Half-way down, pipes lead across: {'; '.join(joints)}. The "
        f"columns: {' '.join(parts)} The lower part, Valves, shows round yellow and square orange valves, at rest "
        f"and turned, each in a pipe with water, drawn blue, on its left: {' '.join(key)}"
    )


def _valve_name(valve: Valve) -> str:
    if not valve:
        return "a pipe without a valve"
    return f"the {'round' if valve[1] == 'r' else 'square'} valve {valve[0]}"
