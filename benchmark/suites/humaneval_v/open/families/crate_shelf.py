"""Crates that are folded from one net stand in a row: whether the row is good.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product

from benchmark.authoring.balanced_calls import balanced_calls
from benchmark.authoring.family import Call, Solve, UnfitError
from benchmark.authoring.source import fill
from benchmark.core.draws import Draws
from benchmark.drawing.canvas import Canvas
from benchmark.drawing.examples import frame
from benchmark.drawing.items import Point
from benchmark.drawing.palette import Colour
from benchmark.suites.humaneval_v.open.families._crate_nets import NAMES, Spot, choose_net, rings_of

VERSION = 1
KINDS = ("folding", "solid")
LEVEL = "hard"
TASK_TYPE = "Validation"
ASPECTS = ("Spatial Transformations", "Topological Relations", "Mathematical Operations")
MUTATIONS = ("match", "rise", "odd", "fall")

TEXT = '''\
def solution(row: list[str]) -> bool:
    """
    Crates are folded from the net in the picture, with its letters and dots outside, and stand in a row, side by
    side. Tell whether the row is good, by the net, the crate and the joints in the picture.

    Parameters:
        row (list[str]): The crates from left to right, two or more, each in two letters: the face in front and
            the face on top, such as "AB".

    Returns:
        bool: Whether each crate can stand like that, and every joint is good. A joint is a pair of faces that
            touch: the right face of a crate, and the left face of the next one.
    """
'''

PROGRAM = """
def solution(row: list[str]) -> bool:
    rings = {}
    for ring in $rings.split():
        rings[ring[0]] = ring[1:]
    colours = {}
    dots = {}
    for face in $faces.split():
        colours[face[0]] = face[1]
        dots[face[0]] = int(face[2])
    last = ""
    for crate in row:
        ring = rings[crate[0]]
        if crate[1] not in ring:
            return False
        place = ring.index(crate[1])
        if last:
            face = ring[place - 1]
            left = dots[last]
            right = dots[face]
            if colours[last] == colours[face]:
                is_good = {alike}
            else:
                is_good = {unlike}
            if not is_good:
                return False
        last = ring[(place + 1) % 4]
    return True
"""
#: Mutation → the condition for faces of one colour, and for those of two.
GOOD = {
    "match": ("left == right", "left != right"),
    "rise": ("left <= right", "left > right"),
    "odd": ("left % 2 != right % 2", "left % 2 == right % 2"),
    "fall": ("left >= right", "left < right"),
}
EQUIVALENT = {"'A* → *~'": "only the first three letters of a face are read"}
CALLS = 12
_FILLS: tuple[Colour, Colour] = ("yellow", "sky")


@dataclass(frozen=True)
class Shelf:
    """Parameters: the mutation, the net, the faces, the joints' order, and the rows."""

    mutation: str
    net: tuple[Spot, ...]  #: row and column of each face, A first
    dots: tuple[int, ...]
    blue: str  #: the blue faces; the others are yellow
    shown: str  #: the crate in the picture
    swapped: tuple[bool, ...]  #: whether the left face of each drawn joint is blue
    tested: tuple[tuple[str, ...], ...] = ()


def sample(mutation: str, draws: Draws) -> Shelf:
    return replace(_shelf(draws.text("ABCDEFGH", 16)), mutation=mutation)


@lru_cache(maxsize=8)
def _shelf(seed: str) -> Shelf:
    """Choose a net and its faces, and rows that notice faults of every rule."""
    draws = Draws(seed)
    net = choose_net(draws)
    front = draws.choice(NAMES)
    shelf = Shelf(
        MUTATIONS[0],
        net,
        tuple(draws.shuffled((1, 1, 2, 2, 3, 3))),
        "".join(sorted(draws.sample(NAMES, 3))),
        front + draws.choice(rings_of(net)[front]),
        _turned(draws),
    )
    programs = {name: reference(replace(shelf, mutation=name)) for name in MUTATIONS}
    rows = list(dict.fromkeys(_row(draws, shelf, draws.choice(MUTATIONS)) for _ in range(260)))
    candidates = [(list(row),) for row in rows]
    tested = balanced_calls(draws, programs, candidates, CALLS, equivalent=EQUIVALENT)
    return replace(shelf, tested=tuple(tuple(row) for (row,) in tested))


def _turned(draws: Draws) -> tuple[bool, ...]:
    """Choose the colours of drawn joints: under every rule, both colours and both orders are good and bad."""
    for _ in range(200):
        swapped = tuple(draws.chance(1, 2) for _ in range(18))
        joints = [*zip(_joints(), swapped, strict=True)]
        seen = {
            (name, alike, blue, _fits(name, left, right, is_alike=alike))
            for name in MUTATIONS
            for (alike, left, right), blue in joints
        }
        if len(seen) == len(MUTATIONS) * 2**3:
            return swapped
    raise UnfitError("no colours of joints that show that which is which does not matter")


def _row(draws: Draws, shelf: Shelf, mutation: str) -> tuple[str, ...]:
    """Choose a row of two to six crates; most of its joints are good by a rule."""
    rings = rings_of(shelf.net)
    crates = [front + top for front in NAMES for top in rings[front]]
    row = [draws.choice(crates)]
    for _ in range(draws.integer(1, 5)):
        last = _sides(rings, row[-1])[1]
        good = [crate for crate in crates if _is_good(shelf, mutation, last, _sides(rings, crate)[0])]
        row.append(draws.choice(good if good and draws.chance(7, 8) else crates))
    if draws.chance(1, 12):
        place = draws.integer(0, len(row) - 1)
        front = row[place][0]
        row[place] = front + draws.choice([name for name in NAMES if name not in rings[front]])
    return tuple(row)


def _sides(rings: dict[str, str], crate: str) -> tuple[str, str]:
    """Return the left and the right face of a crate."""
    ring = rings[crate[0]]
    place = ring.index(crate[1])
    return ring[place - 1], ring[(place + 1) % 4]


def _is_good(shelf: Shelf, mutation: str, first: str, second: str) -> bool:
    left, right = (shelf.dots[NAMES.index(face)] for face in (first, second))
    return _fits(mutation, left, right, is_alike=(first in shelf.blue) == (second in shelf.blue))


def _fits(mutation: str, left: int, right: int, *, is_alike: bool) -> bool:
    """Whether a joint of two faces with these dots is good."""
    match mutation:
        case "match":
            return (left == right) == is_alike
        case "rise":
            return (left <= right) == is_alike
        case "fall":
            return left >= right if is_alike else left < right
        case _:
            return ((left + right) % 2 == 1) == is_alike


def calls(shelf: Shelf) -> list[Call]:
    return [(list(row),) for row in shelf.tested]


def examples(_shelf: Shelf) -> list[Call]:
    return []


def reference(shelf: Shelf) -> str:
    alike, unlike = GOOD[shelf.mutation]
    faces = " ".join(
        f"{name}{'by'[name not in shelf.blue]}{dots}" for name, dots in zip(NAMES, shelf.dots, strict=True)
    )
    rings = " ".join(name + ring for name, ring in rings_of(shelf.net).items())
    return fill(
        PROGRAM.replace("{alike}", alike).replace("{unlike}", unlike),
        rings=rings, faces=faces,
    )  # fmt: skip


def picture(shelf: Shelf, _solve: Solve) -> Canvas:
    canvas = Canvas(1016, 790)
    frame(canvas, 12, 12, 602, 460, title="Net")
    rows, columns = (max(part) + 1 for part in zip(*shelf.net, strict=True))
    left, top = 313 - columns * 55, 258 - rows * 55
    for name, (row, column) in zip(NAMES, shelf.net, strict=True):
        x, y = left + 110.0 * column, top + 110.0 * row
        canvas.rect(x, y, 110, 110, fill=_colour(shelf, name), line=3)
        canvas.text(x + 55, y + 36, name, size=30, bold=True)
        _dots(canvas, x + 55, y + 78, shelf.dots[NAMES.index(name)], 26)
    frame(canvas, 626, 12, 378, 460, title="A crate")
    _draw_crate(canvas, shelf, 690.0, 210.0)
    frame(canvas, 12, 484, 992, 294, title="Joints")
    for place, (is_alike, left_dots, right_dots) in enumerate(_joints()):
        x, y = 28.0 + 108 * (place % 9), 538.0 + 118 * (place // 9)
        first = shelf.swapped[place]
        for number, (dots, is_blue) in enumerate(((left_dots, first), (right_dots, first == is_alike))):
            canvas.rect(x + 50 * number, y, 42, 62, fill=_FILLS[is_blue], line=2)
            for dot in range(dots):
                canvas.circle(
                    x + 50 * number + 21, y + 31 + (2 * dot - dots + 1) * 9, 5.5, fill="ink", line=2
                )
        _mark(canvas, x + 46, y + 86, is_good=_fits(shelf.mutation, left_dots, right_dots, is_alike=is_alike))
    return canvas


def _joints() -> list[tuple[bool, int, int]]:
    """Return the drawn joints: whether the colours are alike, and the dots of both faces."""
    return list(product((True, False), (1, 2, 3), (1, 2, 3)))


def _colour(shelf: Shelf, name: str) -> Colour:
    return _FILLS[name in shelf.blue]


def _dots(canvas: Canvas, x: float, y: float, count: int, gap: float) -> None:
    for dot in range(count):
        canvas.circle(x + (2 * dot - count + 1) * gap / 2, y, 8, fill="ink", line=2)


def _draw_crate(canvas: Canvas, shelf: Shelf, x: float, y: float) -> None:
    """Draw a crate from the front, the top and the right; ``x`` and ``y`` are the front's corner."""
    side, deep = 150.0, 100.0
    right = _sides(rings_of(shelf.net), shelf.shown)[1]
    front, top = shelf.shown[0], shelf.shown[1]
    shapes: Sequence[tuple[str, list[Point]]] = (
        (front, [(x, y), (x + side, y), (x + side, y + side), (x, y + side)]),
        (top, [(x, y), (x + deep, y - deep), (x + deep + side, y - deep), (x + side, y)]),
        (right, [
            (x + side, y), (x + side + deep, y - deep), (x + side + deep, y + side - deep), (x + side, y + side),
        ]),
    )  # fmt: skip
    for name, points in shapes:
        canvas.polygon(points, fill=_colour(shelf, name), line=3)
        middle, low = (sum(part) / 4 for part in zip(*points, strict=True))
        canvas.text(middle, low - 20, name, size=30, bold=True)
        _dots(canvas, middle, low + 18, shelf.dots[NAMES.index(name)], 24)
    canvas.text(x + side / 2, y + side + 40, shelf.shown, size=30, bold=True)


def _mark(canvas: Canvas, x: float, y: float, *, is_good: bool) -> None:
    """Draw a tick on a white disc or a cross on an orange one."""
    canvas.circle(x, y, 15, fill="white" if is_good else "orange", line=2)
    if is_good:
        canvas.line((x - 8, y), (x - 2, y + 7), (x + 8, y - 7), line=4)
    else:
        canvas.line((x - 6, y - 6), (x + 6, y + 6), line=4)
        canvas.line((x - 6, y + 6), (x + 6, y - 6), line=4)


def describe(shelf: Shelf, _solve: Solve) -> str:
    faces = []
    for name, (row, column), dots in zip(NAMES, shelf.net, shelf.dots, strict=True):
        colour = "blue" if name in shelf.blue else "yellow"
        faces.append(f"{name} in row {row + 1}, column {column + 1}, {colour}, dots: {dots}")
    right = _sides(rings_of(shelf.net), shelf.shown)[1]
    joints = []
    for place, (is_alike, left, dots) in enumerate(_joints()):
        first = shelf.swapped[place]
        pair = [("yellow", "blue")[is_blue] for is_blue in (first, first == is_alike)]
        good = _fits(shelf.mutation, left, dots, is_alike=is_alike)
        joints.append(f"{pair[0]} {left} and {pair[1]} {dots}: {'tick' if good else 'cross'}")
    return (
        f"At the left, Net, are six squares that hang together, with a letter and dots in each: {'; '.join(faces)}. At the "
        f"right, A crate, is a cube with the face {shelf.shown[0]} in front, {shelf.shown[1]} on top and {right} at the "
        f"right, and below it is written {shelf.shown}. Below, Joints, are eighteen pairs of narrow faces with dots, each "
        f"with a tick or a cross. From left to right, first the upper line: {'; '.join(joints)}."
    )
