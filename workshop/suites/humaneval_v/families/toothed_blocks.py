"""Blocks with toothed sides in a tray: whether a row of them is good.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product

from benchmark.core.draws import Draws
from benchmark.files.palette import Colour
from workshop.authoring.family import Call, Solve, UnfitError
from workshop.authoring.source import fill
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame
from workshop.suites.humaneval_v.families._toothed_shapes import (
    JOINTS,
    UNIT,
    Side,
    draw_block,
    draw_grid,
    draw_joints,
)

VERSION = 2
KINDS = ("tiling", "geometry")
LEVEL = "hard"
EXCLUDED_STYLES = {
    "dark": "lines or signs in red and green look alike there to people with some colour vision deficiencies",
}
TASK_TYPE = "Validation"
ASPECTS = ("Geometric Objects", "Spatial Transformations", "Mathematical Operations")
MUTATIONS = ("alike-top", "bottom", "unlike", "unlike-top", "alike", "top")

TEXT = '''\
def solution(row: list[str]) -> bool:
    """
    Wooden blocks with toothed sides are pushed together in a row until they touch. Tell whether the row is
    good, by the sides, the joints and the tray in the picture.

    Parameters:
        row (list[str]): The blocks from left to right, two or more, each in three letters: its left side, its
            wood (y for yellow, b for blue), and its right side, such as "CyA".

    Returns:
        bool: Whether every joint is good and the row has exactly the length of the tray, measured from its
            longest tooth at the left to its longest tooth at the right.
    """
'''

ROW = """
def solution(row: list[str]) -> bool:
    teeth = {}
    for side in $sides.split():
        teeth[side[0]] = [int(tooth) for tooth in side[1:]]
    length = max(teeth[row[0][0]]) + max(teeth[row[-1][2]])
    for block in row:
        length += $width
    for first, second in zip(row, row[1:]):
        joint = []
        for tooth, other in zip(teeth[first[2]], teeth[second[0]]):
            joint.append(tooth + other)
        touch = max(joint)
        {loose}
        for place, squares in enumerate(joint):
            if squares < touch and place not in loose:
                return False
        length += touch
    return length == $tray
"""
#: Mutation → the rows of teeth that may have a gap, between blocks of the same wood and of different woods.
LOOSE: dict[str, tuple[list[int], list[int]]] = {
    "alike-top": ([0], [2]),
    "unlike-top": ([2], [0]),
    "top": ([0], [0]),
    "bottom": ([2], [2]),
    "alike": ([0, 2], []),
    "unlike": ([], [0, 2]),
}
BRANCH = """\
if first[1] == second[1]:
            loose = {alike}
        else:
            loose = {unlike}"""

NAMES = "ABCDEF"
WOODS: dict[str, Colour] = {"y": "yellow", "b": "sky"}

#: The gap of a joint: its row of teeth, or none, and whether the woods are the same.
Joint = tuple[int | None, bool]
#: Joints of the tested rows: two rows with each kind of gap that some mutation allows, two without a gap, and
#: one with a gap in the middle.
GAPS: tuple[Joint, ...] = ((0, True), (0, False), (2, True), (2, False))


@dataclass(frozen=True)
class Tray:
    """Parameters: the mutation, the sides, the width of a block's body, the tray, and the rows."""

    mutation: str
    sides: tuple[Side, ...]
    width: int
    length: int
    shown: tuple[str, ...]
    tested: tuple[tuple[str, ...], ...]


def sample(mutation: str, draws: Draws) -> Tray:
    width = draws.integer(2, 3)
    for _ in range(60):
        sides = _sides(draws)
        pairs = _pairs(sides)
        if len({*sides}) < len(NAMES) or min(map(len, pairs.values())) < 2:
            continue
        length = 5 * width + draws.integer(8, 12)
        rows: list[tuple[str, ...]] = []
        for gap, shift in [
            *((gap, 0) for gap in GAPS * 2),
            *(((None, True), 0),) * 3,
            ((None, True), draws.choice((-1, 1))),
            ((1, draws.chance(1, 2)), 0),
        ]:
            row = next(
                (row for row in _candidates(draws, pairs, gap) if _size(sides, row, width) == length + shift),
                (),
            )
            if row and row not in rows:
                rows.append(row)
        if len(rows) == len(GAPS) * 2 + 5:
            shown = rows.pop(len(GAPS) * 2)
            if {side for row in rows for block in row for side in block[::2]} == set(NAMES):
                return Tray(mutation, sides, width, length, shown, tuple(draws.shuffled(rows)))
    raise UnfitError("no sides with enough rows")


def _sides(draws: Draws) -> tuple[Side, ...]:
    """Choose six different sides: a pair that fits with long teeth, one with short teeth, and changed ones."""
    every = list(product(range(3), repeat=3))
    sides: list[Side] = []
    for longest in (1, 2):
        top, middle, bottom = draws.choice(
            [side for side in every if {0, longest} <= set(side) <= set(range(longest + 1))]
        )
        sides += [(top, middle, bottom), (longest - top, longest - middle, longest - bottom)]
    for place in draws.sample(range(3), 2):
        tall = draws.choice([side for side in sides[:4] if side[place]])
        top, middle, bottom = (tooth - (row == place) for row, tooth in enumerate(tall))
        sides.append((top, middle, bottom))
    return tuple(draws.shuffled(sides))


def _gap(left: Side, right: Side) -> int | None:
    """Return the row of the only gap of a joint; -1 if there is none, None if it is wider or not the only one."""
    joint = [tooth + other for tooth, other in zip(left, right, strict=True)]
    gaps = [max(joint) - squares for squares in joint]
    return None if sum(gaps) > 1 else gaps.index(1) if 1 in gaps else -1


def _pairs(sides: Sequence[Side]) -> dict[int, list[tuple[str, str]]]:
    """Return the pairs of sides by the row of their gap; -1 for none."""
    pairs: dict[int, list[tuple[str, str]]] = {-1: [], 0: [], 1: [], 2: []}
    for (name, left), (other, right) in product(zip(NAMES, sides, strict=True), repeat=2):
        if (gap := _gap(left, right)) is not None:
            pairs[gap].append((name, other))
    return pairs


def _candidates(
    draws: Draws, pairs: Mapping[int, Sequence[tuple[str, str]]], gap: Joint
) -> list[tuple[str, ...]]:
    """Choose rows of four to six blocks that have a kind of gap in one joint, and no other gap."""
    place, alike = gap
    rows = []
    for _ in range(60):
        count = draws.integer(3, 5)
        loose = draws.integer(0, count - 1)
        joints = [draws.choice(pairs[-1]) for _ in range(count)]
        woods = draws.choices("yb", count + 1)
        if place is not None:
            joints[loose] = draws.choice(pairs[place])
            woods[loose + 1] = woods[loose] if alike else "yb".replace(woods[loose], "")
        left = [draws.choice(NAMES), *(right for _, right in joints)]
        right = [*(left_side for left_side, _ in joints), draws.choice(NAMES)]
        rows.append(tuple(map("".join, zip(left, woods, right, strict=True))))
    return rows


def _size(sides: Sequence[Side], row: Sequence[str], width: int) -> int:
    """Return the length of a row."""
    teeth = dict(zip(NAMES, sides, strict=True))
    size = width * len(row) + max(teeth[row[0][0]]) + max(teeth[row[-1][2]])
    for first, second in pairwise(row):
        size += max(map(sum, zip(teeth[first[2]], teeth[second[0]], strict=True)))
    return size


def calls(tray: Tray) -> list[Call]:
    return [(list(row),) for row in tray.tested]


def examples(_tray: Tray) -> list[Call]:
    return []


def reference(tray: Tray) -> str:
    alike, unlike = LOOSE[tray.mutation]
    loose = f"loose = {alike}" if alike == unlike else BRANCH.format(alike=alike, unlike=unlike)
    sides = " ".join(name + "".join(map(str, side)) for name, side in zip(NAMES, tray.sides, strict=True))
    return fill(ROW.replace("{loose}", loose), sides=sides, width=tray.width, tray=tray.length)


def picture(tray: Tray, _solve: Solve) -> Canvas:
    canvas = Canvas(980, 900)
    frame(canvas, 15, 15, 620, 270, title="Sides")
    for place, (name, side) in enumerate(zip(NAMES, tray.sides, strict=True)):
        x, y = 90 + 190.0 * (place % 3), 72 + 105.0 * (place // 3)
        draw_grid(canvas, x, y, 4, 3)
        draw_block(canvas, x, y, (0, 0, 0), side, 2, "silver")
        canvas.text(x - 22, y + 1.5 * UNIT, name, bold=True)
    frame(canvas, 650, 15, 315, 270, title="Blocks")
    for place, block in enumerate(_telling_blocks(tray)):
        y = 72 + 105.0 * place
        draw_grid(canvas, 760, y, tray.width + 4, 3)
        _draw_block(canvas, tray, 760 + 2 * UNIT, y, block)
        canvas.text(703, y + 1.5 * UNIT, block, bold=True)
    draw_joints(canvas, LOOSE[tray.mutation])
    frame(canvas, 15, 655, 950, 230, title="A good row")
    _draw_row(canvas, tray)
    return canvas


def _telling_blocks(tray: Tray) -> list[str]:
    """Return two blocks whose left sides show that a side is mirrored there, and not turned."""
    sides = dict(zip(NAMES, tray.sides, strict=True))
    first, second, *_ = sorted(NAMES, key=lambda name: sides[name] == sides[name][::-1])
    return [f"{first}y{second}", f"{second}b{first}"]


def _draw_block(canvas: Canvas, tray: Tray, x: float, y: float, block: str) -> None:
    left, right = (tray.sides[NAMES.index(side)] for side in block[::2])
    draw_block(canvas, x, y, left, right, tray.width, WOODS[block[1]])


def _draw_row(canvas: Canvas, tray: Tray) -> None:
    x, y = 490 - tray.length * UNIT / 2, 767.0
    draw_grid(canvas, x, y, tray.length, 3)
    floor, wall = y + 3 * UNIT, 18.0
    end = x + tray.length * UNIT
    for inside in (x - wall, end):
        canvas.rect(inside, y - 10, wall, 3 * UNIT + 10 + wall, fill="grey")
    for column in range(tray.length):
        canvas.rect(x + column * UNIT, floor, UNIT, wall, fill="white" if column % 2 else "grey")
    edge: Side | None = None
    at = x
    for block in tray.shown:
        left, right = (tray.sides[NAMES.index(side)] for side in block[::2])
        at += UNIT * (max(left) if edge is None else max(map(sum, zip(edge, left, strict=True))))
        _draw_block(canvas, tray, at, y, block)
        canvas.text(at + tray.width * UNIT / 2, y - 24, block, size=20, bold=True)
        at += UNIT * tray.width
        edge = right


def describe(tray: Tray, _solve: Solve) -> str:
    sides = ", ".join(
        f"{name} {' '.join(map(str, side))}" for name, side in zip(NAMES, tray.sides, strict=True)
    )
    joints = []
    loose = LOOSE[tray.mutation]
    for joint in JOINTS:
        woods = " and ".join("blue" if wood == "sky" else "yellow" for wood in joint.woods)
        where = "no gap"
        if joint.gap is not None:
            squares = "two squares" if joint.is_wide else "one square"
            where = f"a gap of {squares} in the {('top', 'middle', 'bottom')[joint.gap]} row"
        joints.append(f"{woods}, {where}: {'a green tick' if joint.is_good(loose) else 'a red cross'}")
    return (
        "On squared paper the picture shows, under Sides, six shapes of a block's right side with three teeth, one below the "
        "other. The squares by which the teeth stand out, from top to bottom, are: "
        f"{sides}. Under Blocks there are the blocks {' and '.join(_telling_blocks(tray))}; the first letter is the "
        "left side, which is the mirror image of that shape, the last letter the right side. y is yellow, b is blue. The "
        f"body of a block without teeth is {tray.width} squares wide. Under Joints there are twelve pairs of blocks that "
        f"touch: {'; '.join(joints)}. Under A good row there is a tray of {tray.length} squares between its walls, "
        f"marked on its floor, filled with the blocks {' '.join(tray.shown)}, whose longest teeth touch the walls."
    )
