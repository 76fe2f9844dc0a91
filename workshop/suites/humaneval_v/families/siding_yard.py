"""Wagons that roll into the sidings of a yard, over switches that change when a wagon has passed.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from dataclasses import dataclass, replace

from benchmark.core.draws import Draws
from benchmark.files.palette import Colour
from workshop.authoring.family import Call, Solve, UnfitError
from workshop.authoring.source import compile_solution, fill
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame
from workshop.suites.humaneval_v.families._switch_readings import READINGS, telling_loads

VERSION = 1
KINDS = ("map", "states")
TASK_TYPE = "Rearrangement"
ASPECTS = ("Dynamic Patterns", "Topological Relations", "Data Structures")
LEVEL = "hard"
#: Mutation → how the switches of each sign work: round, square and pointed ones.
SIGNS = {
    "coal-turn": ("turn", "coal", "count"),
    "count-same": ("count", "same", "empty"),
    "same-coal": ("same", "coal", "turn"),
    "empty-turn": ("empty", "turn", "same"),
    "sort-count": ("sort", "turn", "count"),
}
MUTATIONS = tuple(SIGNS)
TRIES = 60
NAMES = ("round", "square", "pointed")

TEXT = '''\
def solution(wagons: str) -> list[str]:
    """
    Wagons roll into a yard one after the other, each as far as it can, over switches that stand as the picture
    shows at first. Find the wagons on each siding, by the yard and the three rows of wagons in the picture.

    Parameters:
        wagons (str): One letter for each wagon in the order in which they come: a capital letter for a wagon with
            coal, a small letter for an empty one.

    Returns:
        list[str]: For each siding, from the first to the sixth, its wagons in the order in which they arrive.
    """
'''

PROGRAM = """
def solution(wagons: str) -> list[str]:
    ways = $ways
    signs = $signs
    lies = $lies
    {memory}sidings = ["", "", "", "", "", ""]
    for wagon in wagons:
        place = 0
        while place >= 0:
            sign = signs[place]
            way = lies[place]
            {rules}
            place = ways[place][way]
        sidings[-place - 1] += wagon
    return sidings
"""
#: How a switch works → lists that it needs, and the statements for its sign.
RULES: dict[str, tuple[str, str]] = {
    "turn": ("", 'if sign == "{sign}":\n                lies[place] = 1 - way'),
    "coal": ("", 'if sign == "{sign}" and wagon.isupper():\n                lies[place] = 1 - way'),
    "empty": ("", 'if sign == "{sign}" and wagon.islower():\n                lies[place] = 1 - way'),
    "count": (
        "passed = [0] * len(signs)\n    ",
        """if sign == "{sign}":
                passed[place] += 1
                if passed[place] == $most:
                    lies[place] = 1 - way
                    passed[place] = 0""",
    ),
    "same": (
        "last = [None] * len(signs)\n    ",
        """if sign == "{sign}":
                if last[place] == wagon.isupper():
                    lies[place] = 1 - way
                last[place] = wagon.isupper()""",
    ),
    "sort": ("", 'if sign == "{sign}" and wagon.islower():\n                way = 1 - way'),
}


@dataclass(frozen=True)
class Yard:
    """Parameters: the mutation, the switches of the yard, the rows of wagons, and the tests."""

    mutation: str
    ways: tuple[tuple[int, int], ...]  #: where both ways of each switch lead: a switch, or below 0 a siding
    signs: tuple[int, ...]  #: places in ``NAMES``
    lies: tuple[int, ...]  #: the way that is open at first
    most: int  #: the number of wagons after which a counting switch turns
    loads: tuple[tuple[bool, ...], ...]  #: for each sign whether the wagons of its row have coal
    starts: tuple[int, ...]  #: for each sign the way that is open at first in its row
    tested: tuple[str, ...]

    def row(self, sign: int) -> list[int]:
        """Return the ways of the wagons in the row of a sign."""
        work = SIGNS[self.mutation][sign]
        ways = READINGS[f"count {self.most} 0" if work == "count" else work](list(self.loads[sign]))
        return [way ^ self.starts[sign] for way in ways]


def sample(mutation: str, draws: Draws) -> Yard:
    most = draws.integer(2, 4)
    loads = tuple(telling_loads(draws, most) for _ in NAMES)
    starts = tuple(draws.integers(3, 0, 1))
    lengths = (3, 6, 9, 11, 13, 15, 17, 18, 19, 20, 20)
    tested = ("", *(_wagons(draws, length) for length in lengths))
    for _ in range(TRIES):
        ways: list[tuple[int, int]] = []
        _grow(draws, ways, 0, 6)
        signs = tuple(draws.shuffled([0, 1, 2, *draws.integers(2, 0, 2)]))
        lies = tuple(draws.integers(5, 0, 1))
        yard = Yard(mutation, tuple(ways), signs, lies, most, loads, starts, tested)
        if all(_reaches_all(replace(yard, mutation=name)) for name in MUTATIONS):
            return yard
    raise UnfitError("no yard in which wagons reach each siding")


def _reaches_all(yard: Yard) -> bool:
    """Whether some tested wagon reaches each siding."""
    solve = compile_solution(reference(yard))
    full = [solve(wagons) for wagons in yard.tested]
    return all(any(sidings[place] for sidings in full) for place in range(6))


def _grow(draws: Draws, ways: list[tuple[int, int]], first: int, count: int) -> int:
    """Add the switches above some sidings; return the first switch, or the siding if it is one."""
    if count == 1:
        return -first - 1
    place = len(ways)
    ways.append((0, 0))
    upper = draws.integer(count - 3 if count > 4 else 1, 3 if count > 3 else count - 1)
    ways[place] = (
        _grow(draws, ways, first, upper),
        _grow(draws, ways, first + upper, count - upper),
    )
    return place


def _wagons(draws: Draws, length: int) -> str:
    letters = sorted(draws.sample("abcdefghijklmnopqrstuvwxyz", length))
    return "".join(letter.upper() if draws.chance(1, 2) else letter for letter in letters)


def calls(yard: Yard) -> list[Call]:
    return [(wagons,) for wagons in yard.tested]


def examples(_yard: Yard) -> list[Call]:
    return []


def reference(yard: Yard) -> str:
    works = SIGNS[yard.mutation]
    memory = "".join(RULES[work][0] for work in works)
    rules = "\n            ".join(
        RULES[work][1].replace("{sign}", NAMES[sign]) for sign, work in enumerate(works) if sign in yard.signs
    )
    program = PROGRAM.replace("{memory}", memory).replace("{rules}", rules)
    values = {"ways": [list(pair) for pair in yard.ways], "lies": list(yard.lies), "most": yard.most}
    return fill(program, signs=[NAMES[sign] for sign in yard.signs], **values)


#: y of the first siding, distance of sidings, and x of the first switch, distance of switches and buffers; px.
TOP, APART, LEFT, ACROSS, END = 92.0, 62.0, 150.0, 170.0, 880.0
FILLS: tuple[Colour, ...] = ("yellow", "paleblue", "orange")


def picture(yard: Yard, _solve: Solve) -> Canvas:
    canvas = Canvas(1000, 950)
    frame(canvas, 12, 12, 976, 428, title="Yard")
    _draw_tracks(canvas, yard, 0, 0)
    middle = _height(yard, 0)
    arrows.arrow(canvas, (40, middle), (LEFT - 26, middle), line=5, head=18)
    for place in range(5):
        _draw_sign(canvas, yard.signs[place], LEFT + ACROSS * _depth(yard, place), _height(yard, place), 19)
    for siding in range(6):
        y = TOP + APART * siding
        canvas.line((END, y - 16), (END, y + 16), line=7)
        canvas.text(END + 36, y, siding + 1, bold=True, size=26)
    frame(canvas, 12, 452, 976, 486, title="Wagons at a switch")
    for sign in range(3):
        _draw_row(canvas, yard, sign, 500 + 146 * sign)
    return canvas


def _depth(yard: Yard, place: int) -> int:
    """Return the number of switches before a switch."""
    above = [other for other, ways in enumerate(yard.ways) if place in ways and place]
    return 1 + _depth(yard, above[0]) if above else 0


def _height(yard: Yard, place: int) -> float:
    """Return the y of a switch, or of a siding below 0."""
    if place < 0:
        return TOP + APART * (-place - 1)
    return sum(_height(yard, way) for way in yard.ways[place]) / 2


def _draw_tracks(canvas: Canvas, yard: Yard, place: int, depth: int) -> None:
    x, y = LEFT + ACROSS * depth, _height(yard, place)
    for number, way in enumerate(yard.ways[place]):
        end = _height(yard, way)
        canvas.line(
            (x, y), (x + ACROSS * 0.7, end), (x + ACROSS if way >= 0 else END, end), stroke="grey", line=5
        )
        if number == yard.lies[place]:
            part = 0.62
            canvas.line((x, y), (x + ACROSS * 0.7 * part, y + (end - y) * part), stroke="blue", line=12)
        if way >= 0:
            _draw_tracks(canvas, yard, way, depth + 1)


def _draw_sign(canvas: Canvas, sign: int, x: float, y: float, size: float) -> None:
    match NAMES[sign]:
        case "round":
            canvas.circle(x, y, size, fill=FILLS[sign])
        case "square":
            canvas.rect(x - size * 0.9, y - size * 0.9, size * 1.8, size * 1.8, fill=FILLS[sign])
        case _:
            reach = size * 1.3
            canvas.polygon([(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)], fill=FILLS[sign])


def _draw_row(canvas: Canvas, yard: Yard, sign: int, y: float) -> None:
    _draw_switch(canvas, sign, 66, y + 92, yard.starts[sign], goes=False)
    for number, (coal, way) in enumerate(zip(yard.loads[sign], yard.row(sign), strict=True)):
        x = 156.0 + 84 * number
        _draw_wagon(canvas, x, y + 34, has_coal=coal)
        _draw_switch(canvas, sign, x, y + 92, way, goes=True)


def _draw_switch(canvas: Canvas, sign: int, x: float, y: float, way: int, *, goes: bool) -> None:
    for number in (1 - way, way):
        end = x + 30, y + (28 if number else -28)
        if number != way:
            canvas.line((x - 14, y), end, stroke="grey", line=3)
        elif goes:
            arrows.arrow(canvas, (x - 14, y), end, stroke="ink", line=4, head=15)
        else:
            canvas.line((x - 14, y), end, stroke="blue", line=10)
    canvas.line((x - 34, y), (x - 14, y), stroke="grey", line=3)
    _draw_sign(canvas, sign, x - 14, y, 11)


def _draw_wagon(canvas: Canvas, x: float, y: float, *, has_coal: bool) -> None:
    if has_coal:
        canvas.polygon([(x - 22, y - 9), (x - 10, y - 22), (x + 9, y - 22), (x + 22, y - 9)], fill="ink")
    canvas.rect(x - 25, y - 10, 50, 20, fill="white")
    for side in (-13, 13):
        canvas.circle(x + side, y + 15, 6, fill="grey")


def describe(yard: Yard, _solve: Solve) -> str:
    switches = []
    for place, ways in enumerate(yard.ways):
        ends = [f"siding {-way}" if way < 0 else f"switch {'ABCDE'[way]}" for way in ways]
        switches.append(
            f"{'ABCDE'[place]} is {NAMES[yard.signs[place]]} and leads up to {ends[0]} and down to {ends[1]}; "
            f"its {'lower' if yard.lies[place] else 'upper'} way is thick and blue."
        )
    rows = []
    for sign, name in enumerate(NAMES):
        went = ", ".join(
            f"{'coal' if coal else 'empty'} {'down' if way else 'up'}"
            for coal, way in zip(yard.loads[sign], yard.row(sign), strict=True)
        )
        rows.append(f"{name}: at first {'down' if yard.starts[sign] else 'up'}; {went}.")
    return (
        "The upper frame, Yard, shows tracks from an arrow at the left to sidings 1 2 3 4 5 6, from top to bottom, at the "
        f"right, with five switches, here called A to E from the left. {' '.join(switches)} The lower frame, Wagons at a "
        "switch, has a row for each kind of sign: a switch with a blue way, and then ten wagons, with coal or empty, "
        f"each with an arrow for the way that it goes. {' '.join(rows)}"
    )
