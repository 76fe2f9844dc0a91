"""Crates that are folded from one net stand in a row: whether the row is good.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from benchmark.core.draws import Draws
from benchmark.files.palette import Colour
from workshop.authoring.balanced_calls import balanced_calls
from workshop.authoring.family import Call, Solve
from workshop.authoring.rule_space import Choices, RuleSpace
from workshop.authoring.source import fill
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame, good_mark
from workshop.drawing.items import Point
from workshop.suites.humaneval_v.families._crate_nets import NAMES, Spot, choose_net, rings_of
from workshop.suites.humaneval_v.families._crate_rules import (
    GOOD,
    PARTS,
    Joint,
    is_good,
    joints,
    random_row,
    right_face,
    right_rule,
    sides,
    stands,
)

VERSION = 2
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
#: Condition → its text in a program.
TEXTS = {
    "equal": "left == right", "not equal": "left != right", "at most": "left <= right", "more": "left > right",
    "odd": "left % 2 != right % 2", "even": "left % 2 == right % 2", "at least": "left >= right", "fewer": "left < right",
}  # fmt: skip
EQUIVALENT = {"'A* → *~'": "only the first three letters of a face are read"}
CALLS = 12
_FILLS: tuple[Colour, Colour] = ("yellow", "sky")


@dataclass(frozen=True)
class Shelf:
    """Parameters: the mutation, the net, the faces, the crate in the picture, and the rows."""

    mutation: str
    net: tuple[Spot, ...]  #: row and column of each face, A first
    dots: tuple[int, ...]
    blue: str  #: the blue faces; the others are yellow
    shown: str  #: the crate in the picture
    tested: tuple[tuple[str, ...], ...] = ()

    @property
    def faces(self) -> dict[str, tuple[bool, int]]:
        """For each face, whether it is blue, and its dots."""
        return {name: (name in self.blue, dots) for name, dots in zip(NAMES, self.dots, strict=True)}


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
    )
    programs = {name: reference(replace(shelf, mutation=name)) for name in MUTATIONS}
    rings = rings_of(net)
    drawn = (random_row(draws, rings, shelf.faces, right_rule(draws.choice(MUTATIONS))) for _ in range(260))
    candidates = [(list(row),) for row in dict.fromkeys(drawn)]
    tested = balanced_calls(draws, programs, candidates, CALLS, equivalent=EQUIVALENT)
    return replace(shelf, tested=tuple(tuple(row) for (row,) in tested))


def rule_space(shelf: Shelf) -> RuleSpace:
    rings, faces, rule = rings_of(shelf.net), shelf.faces, right_rule(shelf.mutation)

    def results(rules: Choices, call: Call) -> Any:
        (asked,) = call
        if isinstance(asked, str):
            return right_face(rules, rings, asked)
        return is_good(rules, asked) if isinstance(asked, Joint) else stands(rules, rings, faces, asked)

    drawn = [((asked,), results(rule, (asked,))[0]) for asked in (shelf.shown, *joints())]
    return RuleSpace(parts=PARTS, results=results, drawn=drawn)


def calls(shelf: Shelf) -> list[Call]:
    return [(list(row),) for row in shelf.tested]


def examples(_shelf: Shelf) -> list[Call]:
    return []


def reference(shelf: Shelf) -> str:
    alike, unlike = (TEXTS[condition] for condition in GOOD[shelf.mutation])
    faces = " ".join(
        f"{name}{'by'[name not in shelf.blue]}{dots}" for name, dots in zip(NAMES, shelf.dots, strict=True)
    )
    rings = " ".join(name + ring for name, ring in rings_of(shelf.net).items())
    return fill(
        PROGRAM.replace("{alike}", alike).replace("{unlike}", unlike),
        rings=rings, faces=faces,
    )  # fmt: skip


def picture(shelf: Shelf, _solve: Solve) -> Canvas:
    canvas = Canvas(1016, 1018)
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
    frame(canvas, 12, 484, 992, 522, title="Joints")
    rule = right_rule(shelf.mutation)
    for place, joint in enumerate(joints()):
        x, y = 28.0 + 108 * (place % 9), 538.0 + 118 * (place // 9)
        for number, (is_blue, dots) in enumerate((joint.left, joint.right)):
            canvas.rect(x + 50 * number, y, 42, 62, fill=_FILLS[is_blue], line=2)
            for dot in range(dots):
                canvas.circle(
                    x + 50 * number + 21, y + 31 + (2 * dot - dots + 1) * 9, 5.5, fill="ink", line=2
                )
        good_mark(canvas, x + 46, y + 86, is_good=is_good(rule, joint)[0])
    return canvas


def _colour(shelf: Shelf, name: str) -> Colour:
    return _FILLS[name in shelf.blue]


def _dots(canvas: Canvas, x: float, y: float, count: int, gap: float) -> None:
    for dot in range(count):
        canvas.circle(x + (2 * dot - count + 1) * gap / 2, y, 8, fill="ink", line=2)


def _draw_crate(canvas: Canvas, shelf: Shelf, x: float, y: float) -> None:
    """Draw a crate from the front, the top and the right; ``x`` and ``y`` are the front's corner."""
    side, deep = 150.0, 100.0
    right = sides(rings_of(shelf.net), shelf.shown)[1]
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


def describe(shelf: Shelf, _solve: Solve) -> str:
    faces = []
    for name, (row, column), dots in zip(NAMES, shelf.net, shelf.dots, strict=True):
        colour = "blue" if name in shelf.blue else "yellow"
        faces.append(f"{name} in row {row + 1}, column {column + 1}, {colour}, dots: {dots}")
    right = sides(rings_of(shelf.net), shelf.shown)[1]
    told, rule = [], right_rule(shelf.mutation)
    for joint in joints():
        pair = [f"{('yellow', 'blue')[is_blue]} {dots}" for is_blue, dots in (joint.left, joint.right)]
        told.append(f"{' and '.join(pair)}: {'tick' if is_good(rule, joint)[0] else 'cross'}")
    return (
        f"At the left, Net, are six squares that hang together, with a letter and dots in each: {'; '.join(faces)}. At the "
        f"right, A crate, is a cube with the face {shelf.shown[0]} in front, {shelf.shown[1]} on top and {right} at the "
        f"right, and below it is written {shelf.shown}. Below, Joints, are 36 pairs of narrow faces with dots, each "
        f"with a tick or a cross. From left to right, first the upper line: {'; '.join(told)}."
    )
