"""A beam of light runs through a cellar with two kinds of walls: where and when it hits them.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.problem_families.trial import solvers, with_changes
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame

VERSION = 1
TITLE = "Light in the Cellar"
LEVEL = "long"
CATEGORY = "2d-geometry"
PICTURES = (("2d-geometry",), ("2d-geometry",))
VARIANTS = ("solid-mirrors", "dashed-mirrors")
COMPARE = "tokens"

MOST_BEAMS, MOST_HITS = 60, 10**15

STATEMENT = """
A museum shows beams of light in an empty cellar. The first picture is its plan, seen from above, with the lengths of all walls in metres. Some walls
are drawn solid and some dashed. The corner with the black dot has the coordinates (0, 0); x grows to the right,
which is east, and y grows upwards, which is north.

![image](1.png)

Walls of both kinds throw light back, but not in the same way. The second picture shows a beam that comes to a wall and what it
does then, for each kind. It is the same for walls in all positions and for beams from all directions; a beam is always drawn as an
arrow, and where it comes back on the line on which it came, both arrows are drawn side by side.

![image](2.png)

Every beam begins at a point inside the cellar, and its direction is north-east, north-west, south-east or south-west,
exactly between two of the main directions. In each tick of the museum's slow light the beam comes to a point whose x and whose y differ by 1
from those of the point before. All lengths in the plan are even, and the sum of the coordinates of each first point is odd, so
a beam never comes to a corner.

For several beams, find the point of the k-th hit on a wall, and the number of ticks until then.

Input

The first line has an integer t, the number of beams (1 <= t <= 60). Each of the next t lines describes a beam: two integers x and y, a
point inside the cellar and not on a wall, with an odd sum; then the direction: NE, NW, SE or SW; then an integer k
(1 <= k <= 10^15). There is one space between neighbours.

Output

For each beam, print a line with three integers: x and y of the point of the k-th hit, and the number of ticks from the beginning
to this hit.
"""

REFERENCE = """
def solution(text: str) -> str:
    walls = {}
    x = y = 0
    for wall in $sides.split():
        kind, *numbers = wall.split(":")
        east, north, length = map(int, numbers)
        for _ in range(length):
            x += east
            y += north
            walls[x, y] = east, north, kind
    answers = []
    for line in text.strip().split("\\n")[1:]:
        first_x, first_y, way, hits = line.split()
        x, y = int(first_x), int(first_y)
        right = 1 if way[1] == "E" else -1
        up = 1 if way[0] == "N" else -1
        ticks = 0
        states = []
        times = []
        while len(states) < 2 or states[-1] != states[0]:
            ticks += 1
            x += right
            y += up
            if (x, y) in walls:
                east, north, kind = walls[x, y]
                if kind != $change or north:
                    right = -right
                if kind != $change or east:
                    up = -up
                states.append((x, y, right, up))
                times.append(ticks)
        laps, rest = divmod(int(hits) - 1, len(states) - 1)
        time = times[rest] + laps * (times[-1] - times[0])
        answers.append(f"{states[rest][0]} {states[rest][1]} {time}")
    return "\\n".join(answers)
"""
CHANGE = {"solid-mirrors": '"s"', "dashed-mirrors": '"d"'}

WRONG = {
    "all-walls-are-mirrors": REFERENCE.replace("kind != $change or ", ""),
    "light-comes-back-from-all-walls": REFERENCE.replace("kind != $change or ", "True or "),
    "laps-from-the-beginning": REFERENCE.replace("(times[-1] - times[0])", "times[-1]"),
    "one-hit-more": REFERENCE.replace("int(hits) - 1", "int(hits)"),
    "counts-hits-instead-of-ticks": REFERENCE.replace("{time}", "{hits}"),
}
EQUIVALENT = {
    "len(states) < 2 → len(states) <= 2": "the second hit is at another point than the first, so three hits are always needed",
    "2 → 3": "the second hit is at another point than the first, so three hits are always needed",
}


_WAYS = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}  #: direction → change of x and y


def sample(draws: Draws) -> dict[str, Any]:
    columns = next(filter(None, (_columns(draws) for _ in range(300))), None)
    if columns is None:
        raise UnfitError("no cellar")
    sides = _sides(columns)
    dashed = draws.sample(range(len(sides)), len(sides) // 2)
    kinds = ["d" if number in dashed else "s" for number in range(len(sides))]
    values: dict[str, Any] = {
        "walls": [(*_WAYS[way], kind, length) for (way, length), kind in zip(sides, kinds, strict=True)],
        "columns": columns,
    }
    values["sides"] = " ".join(f"{kind}:{right}:{up}:{length}" for right, up, kind, length in values["walls"])
    solve = solvers(with_changes(REFERENCE, CHANGE), values)
    found: dict[bool, list[str]] = {False: [], True: []}
    for _ in range(12):
        beams = [_beam(draws, values, 8) for _ in range(MOST_BEAMS)]
        outputs = [solve[variant](_input(beams)).split("\n") for variant in VARIANTS]
        for beam, one, other in zip(beams, *outputs, strict=True):
            if one == other:
                found[beam.split()[-1] == "1"].append(beam)
    if len(found[False]) < 2 or not found[True]:
        raise UnfitError("no beams for the sample")
    shown = [found[False][0], found[True][0], found[False][1]]
    return {**values, "shown": shown, "seed": draws.integer(1, 10**9)}


def _columns(draws: Draws) -> list[tuple[int, int, int, int]] | None:
    """Return three columns that make up a cellar, None if they do not: left, right, lower and upper end of each."""
    columns: list[tuple[int, int, int, int]] = []
    left, low, high = 0, 0, 2 * draws.integer(3, 6)
    for _ in range(3):
        right = left + 2 * draws.integer(2, 4)
        columns.append((left, right, low, high))
        shifts = (-6, -4, 0, 4, 6)
        next_low, next_high = low + draws.choice(shifts), high + draws.choice(shifts)
        if min(high, next_high) - max(low, next_low) < 4:
            return None
        left, low, high = right, next_low, next_high
    lows, highs = [column[2] for column in columns], [column[3] for column in columns]
    if max(highs) - min(lows) > 20 or len(set(lows)) + len(set(highs)) < 4:
        return None
    return columns


def _sides(columns: list[tuple[int, int, int, int]]) -> list[tuple[str, int]]:
    """Return the walls, clockwise from the lower left corner of the first column: direction and length."""
    steps: list[tuple[str, int]] = [("N", columns[0][3] - columns[0][2])]
    for number, (left, right, _, high) in enumerate(columns):
        steps.append(("E", right - left))
        after = columns[number + 1][3] if number + 1 < len(columns) else columns[number][2]
        steps.append(("N", after - high) if after > high else ("S", high - after))
    for number, (left, right, low, _) in reversed(list(enumerate(columns))):
        steps.append(("W", right - left))
        if number:
            after = columns[number - 1][2]
            steps.append(("N", after - low) if after > low else ("S", low - after))
    sides: list[tuple[str, int]] = []
    for way, length in steps:
        if length and sides and sides[-1][0] == way:
            sides[-1] = (way, sides[-1][1] + length)
        elif length:
            sides.append((way, length))
    return sides


def _is_inside(values: dict[str, Any], x: int, y: int) -> bool:
    around = ((x - 1, y - 1), (x - 1, y), (x, y - 1), (x, y))
    return all(
        any(left <= a < right and low <= b < high for left, right, low, high in values["columns"])
        for a, b in around
    )


def _beam(draws: Draws, values: dict[str, Any], hits: int) -> str:
    while True:
        left, right, low, high = draws.choice(values["columns"])
        x, y = draws.integer(left, right), draws.integer(low, high)
        if (x + y) % 2 and _is_inside(values, x, y):
            return f"{x} {y} {draws.choice('NS')}{draws.choice('EW')} {draws.integer(1, hits)}"


def _input(beams: list[str]) -> str:
    return "\n".join([str(len(beams)), *beams]) + "\n"


def check_input(values: dict[str, Any], text: str) -> None:
    head, *beams = text.removesuffix("\n").split("\n")
    if not 1 <= int(head) == len(beams) <= MOST_BEAMS:
        raise ValueError("another number of beams")
    for beam in beams:
        x, y, way, hits = beam.split(" ")
        if (int(x) + int(y)) % 2 == 0 or not _is_inside(values, int(x), int(y)):
            raise ValueError("a wrong point")
        if way not in ("NE", "NW", "SE", "SW") or not 1 <= int(hits) <= MOST_HITS:
            raise ValueError("a wrong direction or number of hits")


def samples(values: dict[str, Any]) -> list[str]:
    return [_input(values["shown"])]


def _random_input(draws: Draws, values: dict[str, Any], count: int, hits: int) -> str:
    return _input([_beam(draws, values, hits) for _ in range(count)])


def typical(values: dict[str, Any]) -> list[str]:
    draws = Draws("mirror_cellar", values["seed"], "typical")
    shapes = ((2, 5), (4, 10), (6, 40), (10, 200), (12, 1000), (15, 10**6))
    return [_random_input(draws, values, *shape) for shape in shapes]


def edge(values: dict[str, Any]) -> list[str]:
    draws = Draws("mirror_cellar", values["seed"], "edge")
    x, y, *_ = _beam(draws, values, 1).split()
    return [
        _input([f"{x} {y} NE 2"]),
        _input([f"{x} {y} {way} {hits}" for way in ("NE", "NW", "SE", "SW") for hits in range(1, 13)]),
        _input([f"{x} {y} {way} {MOST_HITS}" for way in ("NE", "NW", "SE", "SW")]),
        _random_input(draws, values, 40, 3),
        _input([f"{x} {y} SW {hits}" for hits in range(20, 60)]).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    draws = Draws("mirror_cellar", values["seed"], "large")
    return [_random_input(draws, values, count, MOST_HITS) for count in (MOST_BEAMS, MOST_BEAMS - 1)]


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    columns = values["columns"]
    low, high = min(column[2] for column in columns), max(column[3] for column in columns)
    unit = min(34.0, 600 / (high - low))
    plan = Canvas(round(columns[-1][1] * unit) + 200, max(320, round((high - low) * unit) + 120))
    x, y = corner = 120.0, 60 + high * unit
    texts = []
    lines: list[tuple[tuple[float, float], tuple[float, float], bool]] = []
    for right, up, kind, length in values["walls"]:
        end = (x + right * length * unit, y - up * length * unit)
        lines.append(((x, y), end, kind == "d"))
        # The cellar lies to the right of a wall that is followed clockwise, so the number stands to its left.
        texts.append(((x + end[0]) / 2 - up * 32, (y + end[1]) / 2 - right * 26, length))
        x, y = end
    plan.polygon([start for start, _, _ in lines], fill="mist", stroke=None)
    for start, end, dashed in lines:
        plan.line(start, end, line=7, dashed=dashed)
    for across, down, length in texts:
        plan.text(across, down, length, size=26)
    plan.circle(*corner, 12, fill="ink", line=2)
    plan.text(corner[0] - 16, corner[1] + 26, "(0, 0)", anchor="end", size=26)
    return [plan, _hits(variant)]


def _hits(variant: str) -> Canvas:
    canvas = Canvas(860, 380)
    for place, kind in enumerate("sd"):
        left = 12.0 + 424 * place
        frame(canvas, left, 12, 412, 356, title="solid wall" if kind == "s" else "dashed wall")
        x, wall = left + 206, 290.0
        canvas.line((left + 46, wall), (left + 366, wall), line=8, dashed=kind == "d")
        if (kind == "s") == (variant == "solid-mirrors"):
            arrows.arrow(canvas, (x - 150, wall - 160), (x - 6, wall - 16), line=5, head=24)
            arrows.arrow(canvas, (x + 6, wall - 16), (x + 150, wall - 160), line=5, head=24)
        else:
            arrows.arrow(canvas, (x - 166, wall - 146), (x - 30, wall - 10), line=5, head=24)
            arrows.arrow(canvas, (x - 6, wall - 22), (x - 142, wall - 158), line=5, head=24)
    return canvas


def describe(values: dict[str, Any], variant: str) -> list[str]:
    words = {"s": "solid", "d": "dashed"}
    ways = {(0, 1): "up", (1, 0): "to the right", (0, -1): "down", (-1, 0): "to the left"}
    told = [f"{words[kind]} {ways[right, up]} {length}" for right, up, kind, length in values["walls"]]
    thrown = [
        "goes on to the upper right, at the angle at which it came",
        "goes back to the upper left, on its own line",
    ]
    if variant == "dashed-mirrors":
        thrown.reverse()
    return [
        (
            "A room with straight walls and right angles; at one corner are a black dot and (0, 0). Each wall is a solid or dashed line with "
            f"a number for its length. Beginning at the dot and keeping the room on the right hand, the walls are: {', '.join(told)}."
        ),
        (
            "Two frames, solid wall and dashed wall, side by side, each with a level wall at the bottom. An arrow comes down to it from the upper left, at an angle of 45 "
            f"degrees. From the solid wall on the left a second arrow {thrown[0]}. From the dashed wall on the right a second arrow {thrown[1]}."
        ),
    ]
