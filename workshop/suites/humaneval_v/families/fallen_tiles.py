"""A mosaic with fallen tiles: two axes by which it is restored, and colours that are exchanged.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from benchmark.core.draws import Draws
from benchmark.files.palette import Colour
from workshop.authoring.family import Call, Solve, UnfitError
from workshop.authoring.rule_space import RuleSpace
from workshop.authoring.source import fill
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import cells, frame
from workshop.suites.humaneval_v.families._mosaic_axes import (
    SIDE,
    TILE,
    Axis,
    Place,
    described_axis,
    draw_axis,
    draw_badge,
)
from workshop.suites.humaneval_v.families._mosaic_rules import (
    HOLE,
    PARTS,
    PILLAR,
    mosaic_rules,
    right_rule,
)

VERSION = 2
KINDS = ("symmetry", "grid")
LEVEL = "hard"
TASK_TYPE = "Expansion"
ASPECTS = ("Spatial Transformations", "Geometric Objects", "Data Structures")
MUTATIONS = ("upright-falling", "half-turn-level", "rising-upright", "level-half-turn", "falling-level")

SETTLED = {
    "exchanges = *": "the pairs of colours are in the picture",
    "for row in range(8): *": "the text: 8 rows of 8 numbers",
    "for column in range(8): *": "the text: 8 rows of 8 numbers",
    "if min(down, across) >= 0 and max(down, across) < 8: *": "the text: 8 rows of 8 numbers",
}

TEXT = '''\
def solution(wall: list[list[int]]) -> list[list[int]]:
    """
    Some tiles of a mosaic have fallen off. A restorer works on it for two days, after the plan in the picture.
    Find the mosaic after the second day.

    Parameters:
        wall (list[list[int]]): The mosaic in 8 rows of 8 numbers, from top to bottom and each from left to
            right. The picture shows what the numbers from 0 to 5 stand for.

    Returns:
        list[list[int]]: The mosaic after the second day, in the same form.
    """
'''

WORK = """
def solution(wall: list[list[int]]) -> list[list[int]]:
    exchanges = [$first, $second]
    for day in range(2):
        for row in range(8):
            for column in range(8):
                if wall[row][column] != 0:
                    continue
                if day == 0:
                    down, across = {first}
                else:
                    down, across = {second}
                if min(down, across) >= 0 and max(down, across) < 8:
                    tile = wall[down][across]
                    if tile in exchanges[day]:
                        tile = exchanges[day][tile]
                    if tile != 5:
                        wall[row][column] = tile
    return wall
"""
#: Kind of axis → the place opposite to a place; ``$x`` and ``$y`` say where the axis is.
OPPOSITE = {
    "upright": "row, $x - column",
    "level": "$y - row, column",
    "falling": "column + $y, row - $y",
    "rising": "$x - column, $x - row",
    "half-turn": "$y - row, $x - column",
}
COLOURS: tuple[Colour, ...] = ("white", "yellow", "sky", "orange", "blue", "ink")

Wall = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Plan:
    """Parameters: the mutation, which names the kinds of both axes, the axes, and the mosaics."""

    mutation: str
    axes: tuple[Axis, Axis]
    tested: tuple[Wall, ...]
    shown: tuple[Wall, ...]  #: the first of these that leaves one rule of the space is in the picture

    @property
    def kinds(self) -> tuple[str, str]:
        first, _, second = self.mutation.replace("half-turn", "half").partition("-")
        return tuple(kind.replace("half", "half-turn") for kind in (first, second))  # type: ignore[return-value]


def sample(mutation: str, draws: Draws) -> Plan:
    pairs = draws.sample([(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)], 2)
    near, far = draws.shuffled([(5, 6), (8, 9)])
    for _ in range(60):
        axes = (_axis(draws, pairs[0], near), _axis(draws, pairs[1], far))
        if all(_reaches_edges(Plan(name, axes, (), ())) for name in MUTATIONS):
            break
    else:
        raise UnfitError("no axes that reach the edges")
    tested = tuple(_wall(draws, share) for share in (12, 20, 25, 30, 30, 34, 34, 38, 44, 50))
    return Plan(mutation, axes, tested, tuple(_wall(draws, 30) for _ in range(20)))


def _reaches_edges(plan: Plan) -> bool:
    """Whether some place in the last row, and in the last column, has an opposite place on one of the days."""
    last = SIDE - 1
    for edge in ([(last, place) for place in range(SIDE)], [(place, last) for place in range(SIDE)]):
        opposite = [
            axis.opposite(kind, *place)
            for kind, axis in zip(plan.kinds, plan.axes, strict=True)
            for place in edge
        ]
        if not any(0 <= down <= last and 0 <= across <= last for down, across in opposite):
            return False
    return True


def _axis(draws: Draws, pair: Place, sums: Sequence[int]) -> Axis:
    return Axis(draws.choice(sums), draws.choice(sums), draws.choice((-2, -1, 1, 2)), pair)


def _wall(draws: Draws, holes: int) -> Wall:
    """Choose a mosaic with a number of holes and four to six pillars."""
    pillars = draws.integer(4, 6)
    tiles = [HOLE] * holes + [PILLAR] * pillars
    tiles = draws.shuffled([*tiles, *draws.integers(SIDE * SIDE - len(tiles), 1, 4)])
    return tuple(tuple(tiles[start : start + SIDE]) for start in range(0, SIDE * SIDE, SIDE))


def rule_space(plan: Plan) -> RuleSpace:
    return mosaic_rules(plan.axes)


def calls(plan: Plan) -> list[Call]:
    return [([list(row) for row in wall],) for wall in plan.tested]


def examples(plan: Plan) -> list[Call]:
    return [([list(row) for row in _shown(replace(plan, mutation=""))],)]


@lru_cache(maxsize=4)
def _shown(plan: Plan) -> Wall:
    """Choose a wall that leaves one rule of the space for every mutation."""
    space, asked = rule_space(plan), calls(plan)
    rules = [right_rule(replace(plan, mutation=mutation).kinds) for mutation in MUTATIONS]
    for wall in plan.shown:
        if all(space.proves([(wall,)], rule, asked) for rule in rules):
            return wall
    raise UnfitError("no wall that leaves one rule")


def _first_day(plan: Plan) -> list[list[int]]:
    """Return the wall of the picture after the first day."""
    rule = {**right_rule(plan.kinds), "days": PARTS["days"].index("1")}
    ((_, tiles),) = rule_space(plan).given(rule, examples(plan))
    return [[int(tile) for tile in row] for row in tiles.reshape(SIDE, SIDE)]


def reference(plan: Plan) -> str:
    program = WORK
    exchanges: list[dict[int, int]] = []
    for name, kind, axis in zip(("first", "second"), plan.kinds, plan.axes, strict=True):
        y = axis.shift if kind == "falling" else axis.down
        place = fill(OPPOSITE[kind], x=axis.across, y=y).replace("+ -", "- ").replace("- -", "+ ")
        program = program.replace(f"{{{name}}}", place)
        exchanges.append({axis.pair[0]: axis.pair[1], axis.pair[1]: axis.pair[0]})
    return fill(program, first=exchanges[0], second=exchanges[1])


def picture(plan: Plan, solve: Solve) -> Canvas:
    canvas = Canvas(980, 860)
    frame(canvas, 15, 15, 500, 430, title="Plan")
    x, y = 15 + (500 - SIDE * TILE) / 2, 96.0
    _draw(canvas, [[HOLE] * SIDE] * SIDE, x, y)
    for number, (kind, axis) in enumerate(zip(plan.kinds, plan.axes, strict=True), 1):
        draw_axis(canvas, kind, axis, number, x, y)
    frame(canvas, 530, 15, 435, 185, title="Tiles")
    for tile, colour in enumerate(COLOURS):
        left = 556 + 66 * tile
        canvas.rect(left, 82, 46, 46, fill=colour)
        canvas.text(left + 23, 158, tile, bold=True)
    frame(canvas, 530, 215, 435, 230, title="Exchange")
    for number, axis in enumerate(plan.axes, 1):
        top = 285.0 + 78 * (number - 1)
        draw_badge(canvas, 600, top + 23, number)
        first, second = axis.pair
        canvas.rect(670, top, 46, 46, fill=COLOURS[first])
        canvas.rect(840, top, 46, 46, fill=COLOURS[second])
        for start, end in ((732, 826), (826, 732)):
            arrows.arrow(canvas, ((start + end) / 2, top + 23), (end, top + 23), line=4, head=18)
    frame(canvas, 15, 460, 950, 385, title="A wall")
    found = _shown(replace(plan, mutation=""))
    for place, (title, tiles) in enumerate(
        zip(("Found", "Day 1", "Day 2"), (found, _first_day(plan), solve(*examples(plan)[0])), strict=True)
    ):
        left = 38 + place * 312
        _draw(canvas, tiles, left, 512)
        canvas.text(left + SIDE * TILE / 2, 817, title, bold=True)
    return canvas


def _draw(canvas: Canvas, tiles: Sequence[Sequence[int]], x: float, y: float) -> None:
    blank = [[""] * SIDE] * SIDE
    cells(canvas, x, y, blank, TILE, fill=lambda row, column: COLOURS[tiles[row][column]])


def describe(plan: Plan, solve: Solve) -> str:
    lines = " ".join(
        f"{number}: {described_axis(kind, axis)}; its exchange has the colours {axis.pair[0]} and {axis.pair[1]}, with "
        "a double arrow."
        for number, (kind, axis) in enumerate(zip(plan.kinds, plan.axes, strict=True), 1)
    )
    found = _shown(replace(plan, mutation=""))
    stages = " ".join(
        f"{title}: {' / '.join(' '.join(map(str, row)) for row in tiles)}."
        for title, tiles in zip(
            ("Found", "Day 1", "Day 2"), (found, _first_day(plan), solve(*examples(plan)[0])), strict=True
        )
    )
    return (
        f"The picture has a Plan, an empty square of 8 by 8 tiles with two red marks, 1 and 2. {lines} The key Tiles "
        "gives numbers to colours: 0 white for a place with no tile, 1 yellow, 2 sky blue, 3 orange, 4 dark blue, 5 black. "
        f"A wall is drawn three times, as it was found and after each of two days. The rows in these numbers: {stages} "
        "Frames: Plan, Tiles, Exchange, A wall."
    )
