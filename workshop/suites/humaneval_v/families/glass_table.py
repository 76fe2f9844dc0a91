"""Light of three colours on a table with prisms, mirrors and filters: which squares it reaches.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from dataclasses import replace
from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, Solve
from workshop.authoring.rule_space import Choices, RuleSpace
from workshop.authoring.source import fill
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import cells, frame
from workshop.suites.humaneval_v.families._glass_paths import (
    SIGNS,
    Glass,
    best_tables,
    face,
    random_table,
    telling_table,
)
from workshop.suites.humaneval_v.families._glass_programs import PROGRAM, PROGRAM_PARTS
from workshop.suites.humaneval_v.families._glass_rays import (
    COLOURS,
    draw_cell,
    draw_rays,
    draw_ring,
    draw_sign,
)
from workshop.suites.humaneval_v.families._glass_rules import EAST, PARTS, Ring, lit, right_rule, seen

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


def sample(mutation: str, draws: Draws) -> Glass:
    letters = tuple(draws.sample("BDHKNRT", 4))
    turns = tuple(draws.sample((-3, -2, -1, 1, 2, 3), 3))
    axis = draws.choice((1, 2, 3, 5, 6, 7))
    tint, kept = draws.sample(range(3), 2)
    back = [side for side in (0, 1, 3, 4) if (axis - 2 * side) % 4 and face(axis, side) != face(axis, EAST)]
    sides = draws.choice((1, 3)), draws.choice(back), draws.choice((0, 1, 3, 4)), draws.choice((0, 1, 3, 4))
    glass = Glass(mutation, letters, turns, axis, tint, kept, sides, ((), 0), ())
    shown = telling_table(glass, [random_table(draws, letters, 6, 6) for _ in range(120)])
    offered = [random_table(draws, letters, draws.integer(4, 8), draws.integer(5, 9)) for _ in range(150)]
    edge = [((letters[0] * 3,), 0), ((letters[1], letters[3], letters[1]), 1)]
    return replace(glass, shown=shown, tested=(*edge, *best_tables(glass, offered, 12)))


def calls(glass: Glass) -> list[Call]:
    return [(list(rows), start) for rows, start in glass.tested]


def examples(glass: Glass) -> list[Call]:
    rows, start = glass.shown
    return [(list(rows), start)]


def reference(glass: Glass) -> str:
    program = PROGRAM
    for mark, part in zip(
        ("{first}", "{prism}", "{mirror}", "{filter}"), PROGRAM_PARTS[glass.mutation], strict=True
    ):
        program = program.replace(mark, part)
    prism, mirror, sieve, _ = glass.letters
    return fill(
        program, turns=list(glass.turns), prism=prism, mirror=mirror, filter=sieve,
        axis=glass.axis, tint=glass.tint, kept=glass.kept,
    )  # fmt: skip


def _rings(glass: Glass) -> list[Ring]:
    """Return the rings of the picture."""
    every, kept = (0, 1, 2), glass.kept
    prism, mirror, sieve, pane = glass.sides
    rings: dict[str, list[tuple[tuple[int, ...], int]]] = {
        "prism": [(every, EAST), (every, prism), *(((colour,), EAST) for colour in every)],
        "mirror": [(every, EAST), (every, mirror)],
        "filter": [(every, EAST), ((kept,), sieve), (((kept + 1) % 3,), sieve)],
        "pane": [(every, pane), ((0,), (pane + 3) % 8), ((1,), (pane + 5) % 8), ((2,), EAST)],
    }
    return [Ring(sign, *ring) for sign in SIGNS for ring in rings[sign]]


def rule_space(glass: Glass) -> RuleSpace:
    names, axis = dict(zip(glass.letters, SIGNS, strict=True)), glass.axis

    def results(rules: Choices, call: Call) -> Any:
        return seen(rules, axis, call[0]) if len(call) == 1 else lit(rules, axis, names, *call)

    rule = right_rule(glass.mutation, glass.turns, glass.tint, glass.kept)
    return RuleSpace(
        parts=PARTS, results=results, drawn=[((ring,), seen(rule, axis, ring)[0]) for ring in _rings(glass)]
    )


#: Left edge, top edge and width of the frame of each sign; side of a square of the tables; px.
FRAMES = {"prism": (12, 12, 705), "mirror": (729, 12, 279), "filter": (12, 212, 420), "pane": (444, 212, 564)}
SIDE = 64.0


def picture(glass: Glass, solve: Solve) -> Canvas:
    canvas = Canvas(1020, 882)
    for number, name in enumerate(SIGNS):
        x, y, width = FRAMES[name]
        frame(canvas, x, y, width, 190, title=glass.letters[number])
        rings = [ring for ring in _rings(glass) if ring.sign == name]
        for place, ring in enumerate(rings):
            middle = x + width * (place + 0.5) / len(rings), y + 116.0
            draw_ring(canvas, middle, name, glass.axis, ring.heading, _ways(glass, ring))
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


def _ways(glass: Glass, ring: Ring) -> dict[int, int | None]:
    """Return the heading of each colour behind the glass in a ring; None if it ends there."""
    is_alone = len(ring.colours) == 1
    return {
        colour: glass.after(ring.sign, colour, ring.heading, is_alone=is_alone) for colour in ring.colours
    }


def describe(glass: Glass, solve: Solve) -> str:
    parts = []
    for number, name in enumerate(SIGNS):
        rings = []
        for ring in (ring for ring in _rings(glass) if ring.sign == name):
            gone = [
                f"{COLOURS[colour]} {'ends' if after is None else f'leaves at {45 * after} degrees'}"
                for colour, after in _ways(glass, ring).items()
            ]
            together = (
                "all three together come" if len(gone) > 1 else f"{COLOURS[ring.colours[0]]} alone comes"
            )
            rings.append(f"{together} in heading to {45 * ring.heading} degrees, {', '.join(gone)}")
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
