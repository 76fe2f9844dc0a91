"""A chart of lengths and widths, divided by lines: which box a pebble is put into.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from dataclasses import dataclass
from itertools import product

from benchmark.core.draws import Draws
from benchmark.files.palette import Colour
from workshop.authoring.family import Call, Solve, UnfitError
from workshop.authoring.source import fill
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas
from workshop.drawing.items import Point

VERSION = 2
KINDS = ("coordinates",)
TASK_TYPE = "Validation"
ASPECTS = ("Geometric Objects", "Topological Relations")
MUTATIONS = ("island", "band", "wedge", "corner")

TEXT = '''\
def solution(pebbles: list[list[int]]) -> str:
    """
    Pebbles are measured and sorted into four boxes. Find the box of each pebble, by the chart in the picture.

    Parameters:
        pebbles (list[list[int]]): Length and width of each pebble in millimetres, both from 1 to 12.

    Returns:
        str: The letters of the boxes, from A to D, one for each pebble and in the same order.
    """
'''

PROGRAM = """
def solution(pebbles: list[list[int]]) -> str:
    boxes = ""
    for length, width in pebbles:
        if {first}:
            boxes += $first_box
        elif {second}:
            boxes += $second_box
        elif {third}:
            boxes += $third_box
        else:
            boxes += $rest
    return boxes
"""
#: Mutation → the conditions of three parts of the chart; a pebble belongs to the first that holds, else to
#: the rest.
PARTS = {
    "band": ("length < $low", "width > length", "width < $some"),
    "corner": ("length + width < $much", "width > $high", "width > length"),
    "island": (
        "$low < length < $low + 5 and $some < width < $some + 5",
        "width > length",
        "length + width < $most",
    ),
    "wedge": ("width > length + 2", "length + width < $much", "length > $high"),
}
LARGEST = 12

#: A half-plane a, b, c: the points x, y with a·x + b·y < c.
Half = tuple[int, int, float]


@dataclass(frozen=True)
class Chart:
    """Parameters: the mutation, which says how the chart is divided, its constants, the boxes of the parts, and the pebbles."""

    mutation: str
    places: dict[str, int]  #: name → constant of the conditions
    boxes: str  #: the letters of the parts, in order
    tested: tuple[tuple[tuple[int, int], ...], ...]


def sample(mutation: str, draws: Draws) -> Chart:
    places = {
        "low": draws.integer(3, 5),
        "some": draws.integer(3, 5),
        "much": draws.integer(7, 10),
        "high": draws.integer(8, 10),
        "most": draws.integer(14, 17),
    }
    boxes = "".join(draws.shuffled("ABCD"))
    # Pebbles next to a line of some rule come first, then all others.
    near: list[tuple[int, int]] = []
    far: list[tuple[int, int]] = []
    for pebble in draws.shuffled(list(product(range(1, LARGEST + 1), range(1, LARGEST + 1)))):
        beside = any(
            _part(rule, places, pebble) != _part(rule, places, other)
            for rule in PARTS
            for other in ((pebble[0] + 1, pebble[1]), (pebble[0], pebble[1] - 1))
        )
        (near if beside else far).append(pebble)
    pebbles = iter(near + far)
    sizes = [0, 1, 1, 2, 3, 5, 6, 7, 7, 8, 8, 8, 8]
    tested = tuple(tuple(next(pebbles) for _ in range(size)) for size in sizes)
    return Chart(mutation, places, boxes, tested)


def _halves(rule: str, places: dict[str, int]) -> list[list[Half]]:
    """Return the parts as half-planes; their lines run half-way between whole numbers."""
    low, some, high = places["low"], places["some"], places["high"]
    left = (1, 0, low - 0.5)
    steep = (1, -1, -0.5)
    below = (0, 1, some - 0.5)
    corner = (1, 1, places["much"] - 0.5)
    if rule == "band":
        return [[left], [steep], [below]]
    if rule == "corner":
        return [[corner], [(0, -1, -high - 0.5)], [steep]]
    if rule == "island":
        island = [(-1, 0, -low - 0.5), (1, 0, low + 4.5), (0, -1, -some - 0.5), (0, 1, some + 4.5)]
        return [island, [steep], [(1, 1, places["most"] - 0.5)]]
    return [[(1, -1, -2.5)], [corner], [(-1, 0, -high - 0.5)]]


def _part(rule: str, places: dict[str, int], point: Point) -> int:
    x, y = point
    for number, part in enumerate(_halves(rule, places)):
        if all(a * x + b * y < c for a, b, c in part):
            return number
    return 3


def calls(chart: Chart) -> list[Call]:
    return [([list(pebble) for pebble in pebbles],) for pebbles in chart.tested]


def examples(_chart: Chart) -> list[Call]:
    return []


def reference(chart: Chart) -> str:
    first, second, third = PARTS[chart.mutation]
    low, some = chart.places["low"], chart.places["some"]
    first = first.replace("$low + 5", str(low + 5)).replace("$some + 5", str(some + 5))
    program = PROGRAM.format(first=first, second=second, third=third)
    names = dict(zip(("first_box", "second_box", "third_box", "rest"), chart.boxes, strict=True))
    return fill(program, **chart.places, **names)


UNIT, LEFT, BOTTOM = 62.0, 110.0, 800.0
FILLS: dict[str, Colour] = {"A": "yellow", "B": "sky", "C": "white", "D": "silver"}


def picture(chart: Chart, _solve: Solve) -> Canvas:
    canvas = Canvas(900, 900)
    edge = LARGEST + 0.5
    whole: list[Point] = [(0.5, 0.5), (edge, 0.5), (edge, edge), (0.5, edge)]
    parts = [whole, *(_clip(whole, part) for part in reversed(_halves(chart.mutation, chart.places)))]
    for corners, box in zip(parts, reversed(chart.boxes), strict=True):
        canvas.polygon([_on_chart(corner) for corner in corners], fill=FILLS[box], line=4)
    canvas.polygon([_on_chart(corner) for corner in whole], line=4)
    for number in range(1, LARGEST + 1):
        for other in range(1, LARGEST + 1):
            canvas.circle(*_on_chart((number, other)), 4, fill="grey", stroke=None, guide=True)
        x, y = _on_chart((number, number))
        canvas.text(x, BOTTOM + 24, number, size=20, tick=True)
        canvas.text(LEFT - 14, y, number, size=20, anchor="end", tick=True)
    for number, box in enumerate(chart.boxes):
        x, y = _on_chart(_roomiest_point(chart, number))
        canvas.circle(x, y, 24, fill="ink")
        canvas.text(x, y, box, bold=True, size=28, fill="white")
    canvas.text(640, BOTTOM + 68, "length", bold=True, anchor="end")
    arrows.arrow(canvas, (656, BOTTOM + 68), (LEFT + UNIT * LARGEST, BOTTOM + 68), line=4, head=18)
    canvas.text(24, 30, "width", bold=True, anchor="start")
    arrows.arrow(canvas, (54, 200), (54, 62), line=4, head=18)
    return canvas


def _on_chart(point: Point) -> Point:
    return LEFT + UNIT * (point[0] - 0.5), BOTTOM - UNIT * (point[1] - 0.5)


def _clip(corners: list[Point], part: list[Half]) -> list[Point]:
    """Return the part of a polygon that lies in all half-planes (Sutherland and Hodgman 1974)."""
    for a, b, c in part:
        kept: list[Point] = []
        for start, end in zip([corners[-1], *corners], corners, strict=False):
            one, other = (a * x + b * y - c for x, y in (start, end))
            if (one < 0) != (other < 0):
                share = one / (one - other)
                kept.append((start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])))
            if other < 0:
                kept.append(end)
        corners = kept
    return corners


def _roomiest_point(chart: Chart, number: int) -> Point:
    """Return the point, between four whole points, that is farthest from all other parts and from the edges."""
    points = [(x / 2, y / 2) for x, y in product(range(1, 2 * LARGEST + 2), repeat=2)]
    own = [point for point in points if _part(chart.mutation, chart.places, point) == number]
    others = [point for point in points if point not in own]
    places = [(x, y) for x, y in own if x % 1 and y % 1 and 1 < x < LARGEST and 1 < y < LARGEST]
    if not places:
        raise UnfitError

    def room(place: Point) -> float:
        x, y = place
        edge = min(x - 0.5, y - 0.5, LARGEST + 0.5 - x, LARGEST + 0.5 - y)
        return min(edge**2, *((x - i) ** 2 + (y - j) ** 2 for i, j in others))

    def off_centre(place: Point) -> float:
        return abs(2 * place[0] - LARGEST - 1) + abs(2 * place[1] - LARGEST - 1)

    best = max(places, key=lambda place: (room(place), -off_centre(place)))
    if room(best) < 1:
        raise UnfitError
    return best


def describe(chart: Chart, _solve: Solve) -> str:
    rows = []
    for width in range(LARGEST, 0, -1):
        row = "".join(
            chart.boxes[_part(chart.mutation, chart.places, (length, width))]
            for length in range(1, LARGEST + 1)
        )
        rows.append(f"{width}: {row}")
    return (
        f"The picture shows a square chart with length from 1 to {LARGEST} to the right and width from 1 to {LARGEST} "
        "upwards, and a small dot at every whole point. Thick lines, which pass between the dots, part it into four "
        "regions of different colours, each with a letter in a black disc: A is yellow, B sky blue, C white, D "
        "silver. The regions of the dots at each width, from the top down, and for length from left to right: "
        f"{'; '.join(rows)}."
    )
