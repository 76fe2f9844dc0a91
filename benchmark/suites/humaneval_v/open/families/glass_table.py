"""Light of three colours on a table with prisms, mirrors and filters: which squares it reaches.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import pairwise

from benchmark.authoring.family import Call, Solve, UnfitError
from benchmark.authoring.source import fill
from benchmark.core.draws import Draws
from benchmark.drawing.canvas import Canvas
from benchmark.drawing.examples import cells, frame
from benchmark.suites.humaneval_v.open.families._glass_programs import PARTS, PROGRAM
from benchmark.suites.humaneval_v.open.families._glass_rays import (
    COLOURS,
    draw_cell,
    draw_rays,
    draw_ring,
    draw_sign,
)

VERSION = 2
KINDS = ("grid", "geometry")
TASK_TYPE = "Iteration"
ASPECTS = ("Spatial Transformations", "Geometric Objects", "Dynamic Patterns")
LEVEL = "hard"
EXCLUDED_STYLES = {
    "hand-drawn": "rays next to one another and their angles have to be told apart",
    "dark": "lines or signs in red and green look alike there to people with some colour vision deficiencies",
}
MUTATIONS = ("tinted", "once", "blocks", "plain", "tinted-blocks")
EQUIVALENT = {"'N NE * → *": "the last way is still north-west"}
SETTLED = {"*": "the rings show what every sign does to each colour, from two sides"}

#: The squares that a heading leads to, from the top, clockwise by 45 degrees.
STEPS = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
EAST = 2
LONGEST = 120  #: squares of a way; longer ones are taken for endless
SIGNS = ("prism", "mirror", "filter", "pane")

TEXT = '''\
def solution(rows: list[str], start: int) -> list[list[int]]:
    """
    Light of three colours comes in at the left edge of a table of squares, on which pieces of glass stand. Find
    the squares that it reaches, by the rings and the table in the picture.

    Parameters:
        rows (list[str]): The squares of the table from top to bottom, "." for a free one. The picture shows what
            the letters mean.
        start (int): The row in which the light comes in, all colours together, from 0 at the top.

    Returns:
        list[list[int]]: For each square the number of colours that reach it; a colour counts once.
    """
'''

Table = tuple[tuple[str, ...], int]


@dataclass(frozen=True)
class Glass:
    """Parameters: the mutation, the letters, the angles, the colours that matter, and the tables."""

    mutation: str
    letters: tuple[str, ...]  #: of prism, mirror, filter and pane
    turns: tuple[int, ...]  #: eighths of a turn clockwise by which a prism bends each colour
    axis: int  #: direction of the mirror, sixteenths of a turn clockwise from the top
    tint: int  #: the colour that a tinted mirror throws back
    kept: int  #: the colour of the filter
    sides: tuple[int, ...]  #: headings at which light falls on the signs in the second rings
    shown: Table
    tested: tuple[Table, ...]

    def after(self, sign: str, colour: int, heading: int, *, is_alone: bool) -> int | None:
        """Return the heading of a colour behind a sign; None if it ends there."""
        match sign:
            case "prism" if not (is_alone and self.mutation == "once"):
                return (heading + self.turns[colour]) % 8
            case "mirror" if colour == self.tint or "tinted" not in self.mutation:
                return (self.axis - heading) % 8
            case "filter" if (colour == self.kept) == ("blocks" in self.mutation):
                return None
            case _:
                return heading

    def path(self, table: Table, colour: int) -> list[tuple[int, int, int, int | None]]:
        """Return rows, columns and headings before and after each square that a colour reaches.

        Raises:
            UnfitError: if it does not leave the table.
        """
        rows, row = table
        names = dict(zip(self.letters, SIGNS, strict=True))
        column, heading, is_alone = 0, EAST, False
        passed: list[tuple[int, int, int, int | None]] = []
        while 0 <= row < len(rows) and 0 <= column < len(rows[0]):
            sign = names.get(rows[row][column], "")
            after = self.after(sign, colour, heading, is_alone=is_alone)
            if len(passed) > LONGEST:
                raise UnfitError("light that does not leave the table")
            is_alone = is_alone or sign in ("prism", "filter")
            passed.append((row, column, heading, after))
            if after is None:
                break
            heading = after
            row, column = row + STEPS[heading][0], column + STEPS[heading][1]
        return passed


def sample(mutation: str, draws: Draws) -> Glass:
    letters = tuple(draws.sample("BDHKNRT", 4))
    turns = tuple(draws.sample((-3, -2, -1, 1, 2, 3), 3))
    axis = draws.choice((1, 2, 3, 5, 6, 7))
    tint, kept = draws.sample(range(3), 2)
    back = [side for side in (0, 1, 3, 4) if (axis - 2 * side) % 4 and _face(axis, side) != _face(axis, EAST)]
    sides = draws.choice((1, 3)), draws.choice(back), draws.choice((0, 1, 3, 4)), draws.choice((0, 1, 3, 4))
    glass = Glass(mutation, letters, turns, axis, tint, kept, sides, ((), 0), ())
    shown = _telling(glass, [_table(draws, letters, 6, 6) for _ in range(120)])
    offered = [_table(draws, letters, draws.integer(4, 8), draws.integer(5, 9)) for _ in range(150)]
    edge = [((letters[0] * 3,), 0), ((letters[1], letters[3], letters[1]), 1)]
    return replace(glass, shown=shown, tested=(*edge, *_best(glass, offered, 12)))


def _face(axis: int, heading: int) -> int:
    """Return which side of a mirror light falls on: 0 or 1."""
    return (axis - 2 * heading) % 16 // 8


def _table(draws: Draws, letters: Sequence[str], height: int, width: int) -> Table:
    """Choose a table on which a third of the squares have signs."""
    signs = [letters[0]] * 3 + [letters[1]] * 3 + [letters[2], letters[3]] + ["."] * 14
    rows = tuple("".join(draws.choices(signs, width)) for _ in range(height))
    return rows, draws.integer(0, height - 1)


Event = tuple[object, ...]


def _events(glass: Glass, table: Table) -> dict[str, set[Event]]:
    """Return what happens on a table under each rule: which colours meet which signs, and from where.

    Raises:
        UnfitError: if light does not leave the table, or colours that were parted meet a prism together.
    """
    rows, _ = table
    events: dict[str, set[Event]] = {}
    for name in MUTATIONS:
        other = replace(glass, mutation=name)
        met = events[name] = set()
        alone: set[Event] = set()
        for colour in range(3):
            path = other.path(table, colour)
            signs = [rows[row][column] for row, column, _, _ in path if rows[row][column] != "."]
            parted = [step[:3] for step in path if rows[step[0]][step[1]] in glass.letters[::2]][1:]
            if name == "once" and not alone.isdisjoint(parted):
                raise UnfitError("colours that were parted come together again")
            alone.update(step for step in parted if rows[step[0]][step[1]] == glass.letters[0])
            met |= {(colour, rows[row][column], before, after) for row, column, before, after in path}
            met.add(("parted", *[sign for sign in signs if sign in glass.letters[::2]][:2]))
            met |= {(row < 1, column < 1, after) for row, column, _, after in path}
            met |= {(colour, first, second) for first, second in pairwise(signs)}
    return events


def _telling(glass: Glass, tables: Sequence[Table]) -> Table:
    """Return the table that shows most under every rule, and another result under each.

    Raises:
        UnfitError: if there is none.
    """
    shows: dict[Table, int] = {}
    for table in tables:
        rules = [replace(glass, mutation=name) for name in MUTATIONS]
        try:
            events = _events(glass, table)
        except UnfitError:
            continue
        lit = {
            str([sorted({step[:2] for step in rule.path(table, colour)}) for colour in range(3)])
            for rule in rules
        }
        if len(lit) == len(rules):
            shows[table] = min(map(len, events.values()))
    if not shows:
        raise UnfitError("no table that tells the rules apart")
    return max(shows, key=lambda table: shows[table])


def _best(glass: Glass, tables: Sequence[Table], count: int) -> list[Table]:
    """Return tables on which as much as possible happens, under all rules together."""
    events: dict[Table, set[Event]] = {}
    for table in tables:
        with suppress(UnfitError):
            each = _events(glass, table)
            events[table] = {(name, *event) for name, met in each.items() for event in met}
    chosen: list[Table] = []
    found: set[Event] = set()
    while len(chosen) < count:
        best = max(events, key=lambda table: len(events[table] - found))
        found |= events.pop(best)
        chosen.append(best)
    return chosen


def calls(glass: Glass) -> list[Call]:
    return [(list(rows), start) for rows, start in glass.tested]


def examples(glass: Glass) -> list[Call]:
    rows, start = glass.shown
    return [(list(rows), start)]


def reference(glass: Glass) -> str:
    program = PROGRAM
    for mark, part in zip(("{first}", "{prism}", "{mirror}", "{filter}"), PARTS[glass.mutation], strict=True):
        program = program.replace(mark, part)
    prism, mirror, sieve, _ = glass.letters
    return fill(
        program, turns=list(glass.turns), prism=prism, mirror=mirror, filter=sieve,
        axis=glass.axis, tint=glass.tint, kept=glass.kept,
    )  # fmt: skip


def _rings(glass: Glass, name: str) -> list[tuple[tuple[int, ...], int]]:
    """Return for each ring of a sign the colours of the rays that fall on it, and their heading."""
    every, side, kept = (0, 1, 2), glass.sides[SIGNS.index(name)], glass.kept
    match name:
        case "prism":
            return [(every, EAST), (every, side), *(((colour,), EAST) for colour in every)]
        case "mirror":
            return [(every, EAST), (every, side)]
        case "filter":
            return [(every, EAST), ((kept,), side), (((kept + 1) % 3,), side)]
        case _:
            return [(every, side), ((0,), (side + 3) % 8), ((1,), (side + 5) % 8), ((2,), EAST)]


#: Left edge, top edge and width of the frame of each sign; side of a square of the tables; px.
FRAMES = {"prism": (12, 12, 705), "mirror": (729, 12, 279), "filter": (12, 212, 420), "pane": (444, 212, 564)}
SIDE = 64.0


def picture(glass: Glass, solve: Solve) -> Canvas:
    canvas = Canvas(1020, 882)
    for number, name in enumerate(SIGNS):
        x, y, width = FRAMES[name]
        frame(canvas, x, y, width, 190, title=glass.letters[number])
        rings = _rings(glass, name)
        for place, (colours, heading) in enumerate(rings):
            middle = x + width * (place + 0.5) / len(rings), y + 116.0
            ways = {
                colour: glass.after(name, colour, heading, is_alone=len(colours) == 1) for colour in colours
            }
            draw_ring(canvas, middle, name, glass.axis, heading, ways)
    frame(canvas, 12, 412, 996, 458, title="Table")
    rows, start = glass.shown
    names = dict(zip(glass.letters, SIGNS, strict=True))
    for row, line in enumerate(rows):
        for column, letter in enumerate(line):
            draw_cell(canvas, 70 + column * SIDE, 468 + row * SIDE, SIDE)
            if letter in names:
                middle = 70 + (column + 0.5) * SIDE, 468 + (row + 0.5) * SIDE
                draw_sign(canvas, middle, names[letter], glass.axis, 26)
    for colour in range(3):
        draw_rays(canvas, (70, 468), SIDE, start, glass.path(glass.shown, colour), colour)
    cells(canvas, 565, 468, solve(list(rows), start), SIDE)
    return canvas


def describe(glass: Glass, solve: Solve) -> str:
    parts = []
    for number, name in enumerate(SIGNS):
        rings = []
        for colours, heading in _rings(glass, name):
            gone = []
            for colour in colours:
                after = glass.after(name, colour, heading, is_alone=len(colours) == 1)
                gone.append(
                    f"{COLOURS[colour]} {'ends' if after is None else f'leaves at {45 * after} degrees'}"
                )
            together = "all three together come" if len(colours) > 1 else f"{COLOURS[colours[0]]} alone comes"
            rings.append(f"{together} in heading to {45 * heading} degrees, {', '.join(gone)}")
        tilt = f", its plate at {glass.axis * 22.5:g} degrees" if name == "mirror" else ""
        parts.append(f"{glass.letters[number]} ({name}{tilt}): {'; '.join(rings)}.")
    rows, start = glass.shown
    numbers = " / ".join(" ".join(map(str, line)) for line in solve(list(rows), start))
    return (
        "Four frames have letters as titles and rings with ticks for angles; in the middle of a ring is a piece of "
        "glass, and rays in red, green and blue come in and leave with arrows. Degrees are clockwise from the top. "
        f"{' '.join(parts)} Below, Table, is a table of 6 by 6 squares with such pieces, and the rays in their colours, "
        f"which come in at the left of row {start} from 0. Its rows with the letters of the pieces: "
        f"{' / '.join(rows)}. Next to it is a table of numbers: {numbers}."
    )
