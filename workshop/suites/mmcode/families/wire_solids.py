"""A workshop sells models of solids: what orders cost.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.problem_families.trial import agreeing, solvers, with_changes
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas

VERSION = 1
TITLE = "Models of Solids"
LEVEL = "easy"
CATEGORY = "3d-geometry"
PICTURES = (("3d-geometry",), ("3d-geometry",))
VARIANTS = ("first-prices", "other-prices")
COMPARE = "tokens"

LETTERS = "ABCDEF"
MOST_ORDERS, MOST_MODELS = 50, 60

STATEMENT = """
A workshop builds models of solids for schools. There are six models, A to F, and the first picture shows them as if they were
made of glass: dashed lines are edges that lie behind the solid, and a dot is a corner. All faces are flat.

![image](1.png)

The price of a model depends only on how many corners, edges and faces it has. The second picture shows the model of a cube, which
is not for sale any more. A corner, an edge and a face of it are marked, and the number in the coin that points to a mark says how
many coins each part of this kind costs. So the price of the cube would have been the sum of the prices of all its corners, all
its edges and all its faces, and the prices of the other models are found in the same way. The sizes of the parts do not matter.

![image](2.png)

An order is a word of letters: one letter for each model that a school wants to buy. The same model can be ordered several
times, and is paid for each time.

Input

The first line has a whole number t, the number of orders (1 <= t <= 50). Each of the next t lines has an order: a word of 1
to 60 letters from A to F.

Output

For each order, print a line with the price of the whole order in coins, a space, and the letter of its most expensive model. If
several models of the order cost the most, print the letter of the one that comes first in the order.
"""

REFERENCE = """
def solution(text: str) -> str:
    corner, edge, face = $change
    prices = {}
    for letter, (corners, edges, faces) in $parts.items():
        prices[letter] = corners * corner + edges * edge + faces * face
    _, *orders = text.split()
    lines = []
    for order in orders:
        price = sum(prices[letter] for letter in order)
        lines.append(f"{price} {max(order, key=prices.get)}")
    return "\\n".join(lines)
"""
CHANGE = {"first-prices": "$first", "other-prices": "$other"}

WRONG = {
    "only-what-is-in-front": REFERENCE.replace("$parts", "$visible"),
    "without-the-base": REFERENCE.replace("faces * face", "(faces - 1) * face"),
    "edges-of-each-face": REFERENCE.replace("edges * edge", "2 * edges * edge"),
    "each-model-once": REFERENCE.replace("for letter in order)", "for letter in set(order))"),
}

#: Kind and corners of its base → degrees by which it is turned, and by which one looks down on it.
VIEWS = {
    ("prism", 3): (10, 30), ("prism", 5): (15, 30), ("prism", 6): (10, 30),
    ("pyramid", 3): (12, 24), ("pyramid", 4): (9, 14), ("pyramid", 5): (13, 14), ("pyramid", 6): (0, 26),
    ("frustum", 3): (11, 30), ("frustum", 4): (13, 30), ("frustum", 5): (18, 30),
    ("tower", 3): (10, 30), ("tower", 4): (12, 14), ("tower", 5): (13, 14),
    ("double", 3): (18, 20), ("double", 4): (10, 14), ("double", 5): (0, 26),
    ("twisted", 3): (17, 14), ("twisted", 4): (19, 14),
    ("lantern", 3): (25, 14), ("lantern", 4): (12, 14),
}  # fmt: skip
_BASES = {3: "triangle", 4: "square", 5: "pentagon with five equal sides", 6: "hexagon with six equal sides"}
_DESCRIBED = {
    "prism": "a solid between two equal horizontal faces, each a {base}, one straight above the other, with upright rectangles around",
    "pyramid": "a solid whose base is a {base}, with triangles around it that meet at a tip above the base",
    "frustum": "a solid between a large {base} at the bottom and a smaller {base} straight above it, with a trapezium on each side",
    "tower": "a solid whose base is a {base}, with upright rectangles on its sides, and on their upper sides triangles that meet at a tip",
    "double": "a solid around whose middle edges form a {base}, from each side of which one triangle leads to a tip above and one to a tip below",
    "twisted": "a solid between two equal horizontal faces, each a {base}, the upper one turned by half a corner, with triangles around, each of "
    "which has a side in common with one of the two faces and its opposite corner at the other face",
    "lantern": "a solid with upright rectangles around, as many as a {base} has sides, and without horizontal faces: from the upper sides of "
    "the rectangles triangles lead to a tip above, and from their lower sides triangles lead to a tip below",
}

Corner = tuple[float, float, float]
Face = tuple[int, ...]


def _ring(count: int, radius: float, height: float, turn: float = 0) -> list[Corner]:
    angles = [2 * math.pi * (place + turn) / count for place in range(count)]
    return [(radius * math.cos(angle), radius * math.sin(angle), height) for angle in angles]


def _corners(kind: str, count: int) -> list[Corner]:
    """Return the corners of a solid: those of its rings, then its tips."""
    corners: dict[str, list[Corner]] = {
        "prism": [*_ring(count, 1, -0.9), *_ring(count, 1, 0.9)],
        "pyramid": [*_ring(count, 1.1, -0.8), (0, 0, 1.1)],
        "frustum": [*_ring(count, 1.1, -0.8), *_ring(count, 0.55, 0.8)],
        "tower": [*_ring(count, 1, -1.1), *_ring(count, 1, 0.35), (0, 0, 1.3)],
        "double": [*_ring(count, 1.1, 0), (0, 0, 1.3), (0, 0, -1.3)],
        "twisted": [*_ring(count, 1.1, -0.75), *_ring(count, 1.1, 0.75, 0.5)],
        "lantern": [*_ring(count, 1, -0.55), *_ring(count, 1, 0.55), (0, 0, 1.4), (0, 0, -1.4)],
    }
    return corners[kind]


def _faces(kind: str, count: int) -> list[Face]:
    """Return the faces of a solid, each with its corners anticlockwise as seen from outside."""
    around = list(pairwise([*range(count), 0]))
    base, top = tuple(range(count))[::-1], tuple(range(count, 2 * count))
    sides = [(a, b, count + b, count + a) for a, b in around]
    roof = [(count + a, count + b, 2 * count) for a, b in around]
    up = [(a, b, count + a) for a, b in around]
    down = [(b, count + b, count + a) for a, b in around]
    faces: dict[str, list[Face]] = {
        "prism": [base, top, *sides],
        "pyramid": [base, *((a, b, count) for a, b in around)],
        "frustum": [base, top, *sides],
        "tower": [base, *sides, *roof],
        "double": [*((a, b, count) for a, b in around), *((b, a, count + 1) for a, b in around)],
        "twisted": [base, top, *up, *down],
        "lantern": [*sides, *roof, *((b, a, 2 * count + 1) for a, b in around)],
    }
    return faces[kind]


def _edges(face: Face) -> set[frozenset[int]]:
    return {frozenset(pair) for pair in pairwise([*face, face[0]])}


def _projected(kind: str, count: int) -> list[tuple[float, float]]:
    """Return where one sees the corners of a solid; x points right and y down."""
    turned, down = (math.radians(angle) for angle in VIEWS[kind, count])
    points = []
    for x, y, z in _corners(kind, count):
        depth = math.sin(turned) * x + math.cos(turned) * y
        across = math.cos(turned) * x - math.sin(turned) * y
        points.append((across, -z * math.cos(down) - depth * math.sin(down)))
    return points


def _front(kind: str, count: int) -> list[Face]:
    """Return the faces that one sees."""
    points = _projected(kind, count)
    seen = []
    for face in _faces(kind, count):
        pairs = [(points[a], points[b]) for a, b in pairwise([*face, face[0]])]
        if sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs) < 0:
            seen.append(face)
    return seen


def _counts(faces: Sequence[Face]) -> tuple[int, int, int]:
    """Return the numbers of corners, edges and faces."""
    edges = set().union(*map(_edges, faces))
    return len(set().union(*edges)), len(edges), len(faces)


def sample(draws: Draws) -> dict[str, Any]:
    kinds = draws.sample(sorted({kind for kind, _ in VIEWS}), len(LETTERS))
    solids = [draws.choice([solid for solid in VIEWS if solid[0] == kind]) for kind in kinds]
    parts = {letter: _counts(_faces(*solid)) for letter, solid in zip(LETTERS, solids, strict=True)}
    corner, edge, face = draws.sample(range(2, 13), 3)
    values: dict[str, Any] = {
        "solids": dict(zip(LETTERS, solids, strict=True)),
        "parts": parts,
        "visible": {letter: _counts(_front(*solid)) for letter, solid in zip(LETTERS, solids, strict=True)},
        "first": (corner, edge, face),
        "other": (face, edge, corner),
    }
    if len(set(parts.values())) < len(parts):
        raise UnfitError("two models have the same numbers of parts")
    solve = solvers(with_changes(REFERENCE, CHANGE), values)
    orders = [draws.text(LETTERS, 2 + number % 4) for number in range(400)]
    same = [order for order in orders if agreeing([_input([order])], solve) and len(set(order)) > 1]
    shown = [next((order for order in same if len(order) == length), "") for length in (2, 4, 5)]
    shown = [order for order in shown if order]
    if len(shown) < 2:
        raise UnfitError("no orders for the sample")
    return {**values, "shown": shown, "seed": draws.integer(1, 10**9)}


def _input(orders: list[str]) -> str:
    return "\n".join([str(len(orders)), *orders]) + "\n"


def check_input(values: dict[str, Any], text: str) -> None:
    head, *orders = text.removesuffix("\n").split("\n")
    if head != str(len(orders)) or not 1 <= len(orders) <= MOST_ORDERS:
        raise ValueError("another number of orders")
    for order in orders:
        if not 1 <= len(order) <= MOST_MODELS or set(order) - set(LETTERS):
            raise ValueError(f"{order} is not an order")


def samples(values: dict[str, Any]) -> list[str]:
    return [_input(values["shown"])]


def _drawn(values: dict[str, Any], name: str, shapes: tuple[tuple[int, int], ...]) -> list[str]:
    draws = Draws("wire_solids", values["seed"], name)
    return [
        _input([draws.text(LETTERS, draws.integer(1, most)) for _ in range(count)]) for count, most in shapes
    ]


def typical(values: dict[str, Any]) -> list[str]:
    return _drawn(values, "typical", ((3, 4), (4, 5), (5, 8), (6, 12), (8, 20), (12, 40)))


def edge(values: dict[str, Any]) -> list[str]:
    """Return one model; each model alone; all pairs in both orders; the same model sixty times; no last newline."""
    pairs = [first + second for first in LETTERS for second in LETTERS if first != second]
    return [
        _input(["E"]),
        _input(list(LETTERS)),
        _input(pairs),
        _input([letter * MOST_MODELS for letter in LETTERS]),
        _input([LETTERS * 10, LETTERS[::-1], "F" + LETTERS]).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    return _drawn(values, "large", ((MOST_ORDERS, MOST_MODELS), (MOST_ORDERS - 1, MOST_MODELS)))


def _solid(canvas: Canvas, x: float, y: float, solid: tuple[str, int]) -> None:
    """Draw a solid around a point."""
    points = [(x + 112 * right, y + 112 * down) for right, down in _projected(*solid)]
    seen = set().union(*map(_edges, _front(*solid)))
    every = set().union(*map(_edges, _faces(*solid)))
    for edges, dashed in ((every - seen, True), (seen, False)):
        for first, last in sorted(map(sorted, edges)):
            width, colour = (3.0, "grey") if dashed else (5.0, "ink")
            canvas.line(points[first], points[last], stroke=colour, line=width, dashed=dashed)  # type: ignore[arg-type]
    for corner in points:
        canvas.circle(*corner, 8, fill="ink", stroke=None)


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    models = Canvas(1010, 740)
    for number, (letter, solid) in enumerate(values["solids"].items()):
        x, y = 180 + 325.0 * (number % 3), 190 + 365.0 * (number // 3)
        _solid(models, x, y, solid)
        models.text(x - 140, y - 140, letter, bold=True, size=38)
    prices = values["first" if variant == "first-prices" else "other"]
    cube = Canvas(720, 520)
    (left, top, right, bottom), shift = (200.0, 190.0, 460.0, 450.0), (110.0, -90.0)
    upper, lower = (right + shift[0], top + shift[1]), (right + shift[0], bottom + shift[1])  # at the back
    cube.polygon([(left, top), (right, top), (right, bottom), (left, bottom)], fill="paleblue", line=5)
    hidden = (left + shift[0], bottom + shift[1])
    for end in ((left, bottom), lower, (left + shift[0], top + shift[1])):
        cube.line(hidden, end, stroke="grey", line=3, dashed=True)
    cube.line((left, top), (left + shift[0], top + shift[1]), upper, lower, (right, bottom), line=5)
    cube.line((right, top), upper, line=5)
    cube.line(upper, lower, stroke="blue", line=14)
    cube.circle(left, top, 20, fill="ink")
    marks = ((left, top), (right + shift[0], (top + bottom) / 2 + shift[1]), (left + 75, top + 120))
    coins = ((70.0, 90.0), (670.0, 330.0), (70.0, 330.0))
    for price, mark, coin in zip(prices, marks, coins, strict=True):
        length = math.dist(mark, coin)
        dx, dy = (mark[0] - coin[0]) / length, (mark[1] - coin[1]) / length
        gap = {marks[0]: 26, marks[1]: 12, marks[2]: 0}[mark]
        start, end = (coin[0] + 44 * dx, coin[1] + 44 * dy), (mark[0] - gap * dx, mark[1] - gap * dy)
        arrows.arrow(cube, start, end, line=4, head=20)
        cube.circle(*coin, 40, fill="yellow", line=4)
        cube.text(*coin, price, bold=True, size=32)
    return [models, cube]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    corner, edge, face = values["first" if variant == "first-prices" else "other"]
    solids = [
        f"{letter} is {_DESCRIBED[kind].format(base=_BASES[count])}"
        for letter, (kind, count) in values["solids"].items()
    ]
    return [
        (
            "Six solids with flat faces in two rows, drawn with solid lines in front, dashed lines behind and a dot at each corner: "
            f"A, B and C above, D, E and F below. {'; '.join(solids)}."
        ),
        (
            "A cube, drawn in the same way. From three yellow coins with numbers, arrows lead to marked parts of the cube: from the coin "
            f"{corner} to a large black dot on a corner at the front, from the coin {edge} to a thick blue edge, and from the coin "
            f"{face} to the middle of the front face, which is pale blue."
        ),
    ]
