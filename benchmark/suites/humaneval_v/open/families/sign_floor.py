"""A floor of tiles with signs: the track of a cart that rolls across it.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from benchmark.authoring.family import Call, Solve, UnfitError
from benchmark.authoring.source import fill
from benchmark.core.draws import Draws
from benchmark.drawing import arrows
from benchmark.drawing.canvas import Canvas
from benchmark.drawing.examples import frame
from benchmark.drawing.items import Point
from benchmark.drawing.palette import Colour

VERSION = 3
KINDS = ("grid",)
TASK_TYPE = "Iteration"
ASPECTS = ("Dynamic Patterns", "Geometric Objects")
MUTATIONS = ("turns-first", "leap-first", "leap-between", "turns-exchanged")
#: Readings that the examples alone do not contradict, and what does.
SETTLED = {
    "column = 0: *": "the tracks are drawn from the first tile on",
    "while 0 <= row < len(floor) and 0 <= column < len(floor[row]): *": "the text: the cart leaves the floor",
    "row, column = row + down, column + right: *": "every track has an arrow, and the cart rolls on that way by one tile",
}

TEXT = '''\
def solution(floor: list[str], row: int) -> list[int]:
    """
    A cart rolls onto a floor of tiles from the left. Find the tile from which it leaves the floor, by the tracks
    in the picture.

    Parameters:
        floor (list[str]): The rows of tiles, all of one length. The three letters of the picture are tiles with
            signs, "." is a tile without one.
        row (int): The row in which the cart starts to roll, counted from 0 at the top.

    Returns:
        list[int]: Row and column of the last tile that the cart stands on, both counted from 0.
    """
'''

PROGRAM = """
def solution(floor: list[str], row: int) -> list[int]:
    column = 0
    down, right = 0, 1
    while 0 <= row < len(floor) and 0 <= column < len(floor[row]):
        last = [row, column]
        sign = floor[row][column]
        if sign == $left:
            down, right = -right, down
        elif sign == $right:
            down, right = right, -down
        elif sign == $leap:
            row, column = row + down, column + right
        row, column = row + down, column + right
    return last
"""
#: Mutation → the signs of a left turn, of a right turn, and of a leap.
SIGNS = {"turns-first": "ABC", "leap-first": "BCA", "leap-between": "CAB", "turns-exchanged": "BAC"}
HIGH, WIDE = 5, 6  #: size of a floor in the picture, tiles
MAX_STEPS = 60  #: maximum steps; a cart that takes more never leaves the floor


MAX_CALLS = 16

#: The rows of a floor, and the row in which the cart starts.
Start = tuple[tuple[str, ...], int]


@dataclass(frozen=True)
class Step:
    """A cart on a tile, with the direction and the length of its next move."""

    row: int
    column: int
    sign: str
    down: int
    right: int
    length: int  #: tiles of the next move: 2 for a leap, else 1


@dataclass(frozen=True)
class Floors:
    """Parameters: the mutation, which says what the signs do, and the floors with the row of the start.

    The floors have the signs A, B and C, in the place of which the letters are shown.
    """

    mutation: str
    letters: str
    shown: tuple[Start, ...]
    tested: tuple[Start, ...]


def sample(mutation: str, draws: Draws) -> Floors:
    letters = "".join(draws.sample("ABCDE", 3))
    return Floors(mutation, letters, _example_floors(draws), _test_floors(draws))


def _test_floors(draws: Draws) -> tuple[Start, ...]:
    """Choose floors on which, under every rule, signs are met from all sides and carts leave on all sides."""
    offered: dict[Start, set[str]] = {}
    for _ in range(240):
        rows, columns = draws.integer(3, 8), draws.integer(3, 8)
        start = tuple(draws.text("ABC....", columns) for _ in range(rows)), draws.integer(0, rows - 1)
        tracks = [_track(signs, *start) for signs in SIGNS.values()]
        if all(tracks) and len({str(track[-1:]) for track in tracks}) >= len(SIGNS) - 1:
            offered[start] = set().union(*(_track_facts(signs, *start) for signs in SIGNS.values()))
    chosen: list[Start] = [((".",), 0), (("...", "..."), 1)]
    found = set[str]()
    while offered and len(chosen) < MAX_CALLS:
        best = max(offered, key=lambda start: _worth(offered[start] - found))
        found |= offered.pop(best)
        chosen.append(best)
    leaps = all(
        {f"{signs} needs {signs[-1]} {down}" for down in (-1, 0, 1)} & found for signs in SIGNS.values()
    )
    if len(chosen) < MAX_CALLS or not leaps or sum("out" in fact for fact in found) < 4 * len(SIGNS):
        raise UnfitError
    return tuple(chosen)


def _worth(facts: set[str]) -> tuple[int, int]:
    """Return a sort key of the facts that a floor shows; exits and signs that change them count most."""
    return sum("out" in fact or "needs" in fact for fact in facts), len(facts)


def _track_facts(signs: str, floor: tuple[str, ...], start: int) -> set[str]:
    """Return what a track shows: signs with the direction of travel, the exit, and signs that change the exit."""
    track = _track(signs, floor, start)
    facts = {f"{signs} {step.sign} {step.down} {step.right}" for step in track if step.sign in signs}
    last = track[-1]
    if last.length == 1:
        facts.add(f"{signs} out {last.down} {last.right}")
    for step in track:
        other = _track(signs.replace(step.sign, "-"), floor, start)
        if not other or (other[-1].row, other[-1].column) != (last.row, last.column):
            facts.add(f"{signs} needs {step.sign} {step.down}")
    return facts


def _example_floors(draws: Draws) -> tuple[Start, ...]:
    """Choose one floor for each sign, and one on which the cart meets several signs under every rule.

    On the floor of a sign the cart meets this sign first, and meets it again if it turns. The other two signs
    are behind it.
    """
    floors: list[Start] = []
    for sign in "ABC":
        before = "." * draws.integer(1, 2)
        after = draws.shuffled("ABC".replace(sign, ""))
        middle = (before + sign + "".join(after)).ljust(WIDE, ".")
        edge = (before + sign).ljust(WIDE, ".")
        floors.append(((edge, "." * WIDE, middle, "." * WIDE, edge), 2))
    for _ in range(900):
        floor, start = tuple(draws.text("ABC....", WIDE) for _ in range(HIGH)), draws.integer(1, HIGH - 2)
        if all(_meets_several(_track(signs, floor, start)) for signs in SIGNS.values()):
            return (*floors, (floor, start))
    raise UnfitError


def _meets_several(track: list[Step]) -> bool:
    """Whether a track is long enough, meets two or more signs, and passes no tile twice."""
    signs = {step.sign for step in track} - {"."}
    return (
        len(track) > 5 and len(signs) > 1 and len({(step.row, step.column) for step in track}) == len(track)
    )


def _track(signs: str, floor: tuple[str, ...], start: int) -> list[Step]:
    """Return the steps of a cart; none if it never leaves, or leaps over the last tile."""
    steps: list[Step] = []
    for step in _steps(signs, floor, start):
        ahead = [
            _sign(floor, step.row + far * step.down, step.column + far * step.right)
            for far in (1, step.length)
        ]
        if len(steps) == MAX_STEPS or (ahead[0] and not ahead[1]):
            return []
        steps.append(step)
    return steps


def _steps(signs: str, floor: tuple[str, ...], start: int) -> Iterator[Step]:
    left, turn, leap = tuple(signs)
    row, column, down, right = start, 0, 0, 1
    while sign := _sign(floor, row, column):
        if sign == left:
            down, right = -right, down
        elif sign == turn:
            down, right = right, -down
        step = Step(row, column, sign, down, right, 2 if sign == leap else 1)
        yield step
        row, column = row + step.length * down, column + step.length * right


def _sign(floor: tuple[str, ...], row: int, column: int) -> str:
    """Return the sign of a tile; empty outside the floor."""
    return floor[row][column] if 0 <= row < len(floor) and 0 <= column < len(floor[0]) else ""


def calls(floors: Floors) -> list[Call]:
    return [(_lettered(floors, floor), row) for floor, row in floors.tested]


def examples(floors: Floors) -> list[Call]:
    return [(_lettered(floors, floor), row) for floor, row in floors.shown]


def _lettered(floors: Floors, signs: Sequence[str]) -> list[str]:
    """Return rows or signs with the letters that are shown."""
    return [row.translate(str.maketrans("ABC", floors.letters)) for row in signs]


def reference(floors: Floors) -> str:
    letters = _lettered(floors, SIGNS[floors.mutation])
    return fill(PROGRAM, **dict(zip(("left", "right", "leap"), letters, strict=True)))


TILE = 60.0
FILLS: dict[str, Colour] = {"A": "yellow", "B": "sky", "C": "silver", ".": "white"}


def picture(floors: Floors, solve: Solve) -> Canvas:
    canvas = Canvas(1000, 915)
    for place, (floor, row) in enumerate(floors.shown):
        x, y = 10 + place % 2 * 495, 10 + place // 2 * 452
        frame(canvas, x, y, 485, 442, title=f"row {row}")
        canvas.text(
            x + 420, y + 26, str(solve(_lettered(floors, floor), row)), bold=True, fill="blue", anchor="end"
        )
        _tiles(canvas, floors, floor, x + 78, y + 112)
        _draw_track(canvas, _track(SIGNS[floors.mutation], floor, row), x + 78, y + 112)
    return canvas


def _tiles(canvas: Canvas, floors: Floors, floor: tuple[str, ...], x: float, y: float) -> None:
    for c in range(WIDE):
        canvas.text(x + (c + 0.5) * TILE, y - 40, c, size=21, tick=True)
    for r, row in enumerate(floor):
        canvas.text(x - 56, y + (r + 0.5) * TILE, r, size=21, tick=True)
        for c, sign in enumerate(row):
            left, top = x + c * TILE, y + r * TILE
            canvas.rect(left, top, TILE, TILE, fill=FILLS[sign], stroke="grey", line=2)
            if sign != ".":
                canvas.text(left + 16, top + 16, _lettered(floors, sign)[0], bold=True, size=18)


def _draw_track(canvas: Canvas, track: list[Step], x: float, y: float) -> None:
    def at(row: float, column: float) -> Point:
        return x + (column + 0.5) * TILE, y + (row + 0.5) * TILE

    first, last = track[0], track[-1]
    left, top = at(last.row - 0.5, last.column - 0.5)
    canvas.rect(left + 4, top + 4, TILE - 8, TILE - 8, stroke="blue", line=4)
    arrows.arrow(canvas, at(first.row, -1.18), at(first.row, -0.45), stroke="blue", line=5, head=17)
    canvas.line(at(first.row, -0.5), at(first.row, 0), stroke="blue", line=5)
    for step in track:
        start = at(step.row, step.column)
        end = at(step.row + step.length * step.down, step.column + step.length * step.right)
        if step is last:
            end = at(step.row + 0.98 * step.down, step.column + 0.98 * step.right)
            arrows.arrow(canvas, start, end, stroke="blue", line=5, head=17)
        elif step.length > 1:
            bend = at(
                step.row + step.down + 0.9 * abs(step.right), step.column + step.right + 0.9 * abs(step.down)
            )
            arrows.curve(canvas, start, bend, end, stroke="blue", line=5, head=17)
        else:
            middle = at(step.row + 0.62 * step.down, step.column + 0.62 * step.right)
            arrows.arrow(canvas, start, middle, stroke="blue", line=5, head=15)
            canvas.line(middle, end, stroke="blue", line=5)


def describe(floors: Floors, solve: Solve) -> str:
    parts = []
    for floor, row in floors.shown:
        places = []
        for step in _track(SIGNS[floors.mutation], floor, row):
            sign = f" ({_lettered(floors, step.sign)[0]})" if step.sign != "." else ""
            bow = ", then in a bow over the next tile" if step.length > 1 else ""
            places.append(f"{step.row} {step.column}{sign}{bow}")
        parts.append(
            f"row {row}: rows of tiles {' / '.join(_lettered(floors, floor))}; the track passes row and column {'; '.join(places)}; there, "
            f"in a tile with a blue frame, it leaves the floor, and at the top right stands {solve(_lettered(floors, floor), row)}."
        )
    a, b, c = list(floors.letters)
    return (
        f"The picture shows four floors of five rows and six columns of tiles, numbered from 0. Tiles with {a} are "
        f"yellow, those with {b} sky blue, those with {c} silver, the others, written as a dot, are white. A blue "
        f"track with arrows comes in from the left and runs from tile to tile. The floors: {' '.join(parts)}"
    )
