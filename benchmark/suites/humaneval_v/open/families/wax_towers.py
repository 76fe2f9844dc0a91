"""Hot wax on towers of cubes: how thick it is on each top.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from dataclasses import dataclass, replace
from functools import lru_cache

from benchmark.authoring.family import Call, Solve, UnfitError
from benchmark.authoring.source import fill
from benchmark.core.draws import Draws
from benchmark.drawing.canvas import Canvas
from benchmark.drawing.examples import frame
from benchmark.drawing.palette import Colour
from benchmark.suites.humaneval_v.open.families._wax_readings import Pouring, Rule, poured, readings

VERSION = 3
LEVEL = "hard"
KINDS = ("solid",)
TASK_TYPE = "Iteration"
ASPECTS = ("Geometric Objects", "Dynamic Patterns")
MUTATIONS = ("gathers", "halves", "depth", "thins", "renews")

TEXT = '''\
def solution(towers: list[list[int]], start: list[int], wax: int) -> list[list[int]]:
    """
    Towers of cubes stand close together on a tray. Hot wax is poured on one of them and runs on over the
    tops, as in the two pourings in the picture. Where it comes from several sides, the thickest wax counts. Find
    how thick the wax is on each top.

    Parameters:
        towers (list[list[int]]): The number of cubes of each tower, row by row; 0 is a bare square of the
            tray, on which wax can lie, too.
        start (list[int]): Row and column of the tower on which the wax is poured, both counted from 0.
        wax (int): Thickness of the wax on that tower, from 1 to 12.

    Returns:
        list[list[int]]: The thickness of the wax on each top, row by row; 0 where there is none.
    """
'''

WAX = """
def solution(towers: list[list[int]], start: list[int], wax: int) -> list[list[int]]:
    thick = [[0] * len(row) for row in towers]
    thick[start[0]][start[1]] = wax
    wet = [(start[0], start[1])]
    for row, column in wet:
        here = thick[row][column]
        if here < $lip:
            continue
        for r, c in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)):
            if 0 <= r < len(towers) and 0 <= c < len(towers[r]):
                fall = towers[row][column] - towers[r][c]
                if fall not in range($deep + 1):
                    continue
                if fall == 0:
                    there = here - $loss
                else:
                    there = {fallen}
                if there > thick[r][c]:
                    thick[r][c] = there
                    wet.append((r, c))
    return thick
"""
FALLEN = {
    "gathers": "min(here + fall, $cap)",
    "halves": "here // 2",
    "depth": "$times * fall",
    "thins": "here - fall",
    "renews": "$fresh",
}
EQUIVALENT = {
    "there > thick[r][c] → there >= thick[r][c]": "the same thickness is written again, and wax ends on level tops",
}
#: Readings that the examples alone do not contradict, and what does.
SETTLED = {
    "if 0 <= r < len(towers) and *": "the text: there is nothing beyond the tray",
    "for r, c in ((row - 1, column), *": "the drawing: a top has four sides, and wax runs backwards, too",
}

SIDE = 5  #: towers along each edge of the trays in the picture
POURINGS = 400  #: that are tried for an instance


@dataclass(frozen=True)
class Tray:
    """Parameters: the mutation, the constants of the rule, and the pourings."""

    mutation: str
    rule: Rule
    shown: tuple[Pouring, ...]
    tested: tuple[Pouring, ...]


def sample(mutation: str, draws: Draws) -> Tray:
    return replace(_tray_of(draws.text("ABCDEFGH", 16)), mutation=mutation)


@lru_cache(maxsize=8)
def _tray_of(seed: str) -> Tray:
    """Choose the constants, and pourings that serve every mutation."""
    draws = Draws(seed)
    lip, loss, deep = draws.integer(3, 4), draws.integer(1, 2), draws.integer(2, 3)
    rule = Rule(lip, loss, deep, draws.integer(7, 9), draws.integer(2, 3), draws.integer(lip + 1, 6))
    shown = _telling_pair(draws, rule)
    sizes = [(1, 7), (5, 2), (4, 4), (3, 6), (5, 5), (6, 4), (6, 6), (7, 5)]
    tested = [_tray(draws, rows, columns) for rows, columns in sizes]
    wax = draws.integer(7, 9)
    tested += [
        _steps(draws),
        (((6,) * 7, (5, 9, 5, 9, 5, 9, 5)), (0, 0), lip + 3),  # falls after level tops, between walls
        (((9, 4, 9, 5, 9, 4, 9), (6,) * 7), (1, 6), wax + 1),
        (((5, 9, 5), (9, 9, 9), (5, 9, 5)), (0, 0), wax),  # nowhere to go
        (((6, 9, 6, 9), (6, 6, 6, 6), (5, 9, 4, 3)), (1, 0), lip + 2),
    ]
    return Tray(MUTATIONS[0], rule, shown, tuple(tested))


def _telling_pair(draws: Draws, rule: Rule) -> tuple[Pouring, Pouring]:
    """Choose two pourings that contradict, for each mutation, every other reading.

    Raises:
        UnfitError: if there are none among those that are tried.
    """
    every = {(name, other) for name in MUTATIONS for other in readings(name, rule)}
    pool: list[tuple[Pouring, set[tuple[str, str]]]] = []
    for _ in range(POURINGS):
        pouring = _steps(draws)
        told = _contradicted(rule, pouring)
        for earlier, told_before in pool:
            if told | told_before == every:
                return earlier, pouring
        pool.append((pouring, told))
    raise UnfitError("no pourings that tell the rule")


def _contradicted(rule: Rule, pouring: Pouring) -> set[tuple[str, str]]:
    """Return the mutations and other readings that differ for a pouring."""
    found = set()
    for name in MUTATIONS:
        right = poured(name, rule, *pouring)
        others = readings(name, rule).items()
        found |= {(name, other) for other, reading in others if reading(*pouring) != right}
    return found


def _steps(draws: Draws) -> Pouring:
    """Choose towers of which none hides a top behind it, and pour near the back."""
    rows: list[list[int]] = []
    for row in range(SIDE):
        rows.append([])
        for column in range(SIDE):
            behind = [rows[row - 1][column]] if row else []
            behind += [rows[row][column - 1]] if column else []
            drop = draws.choice((0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 4))
            rows[row].append(max(0, min(behind, default=7) - drop))
    start = draws.choice(((1, 0), (2, 0), (2, 1)))  # a reader who exchanges row and column notices it
    return tuple(map(tuple, rows)), start, draws.integer(4, 12)


def _tray(draws: Draws, rows: int, columns: int) -> Pouring:
    towers = tuple(tuple(draws.choices((0, 1, 2, 2, 3, 3, 3, 4, 4, 5, 6), columns)) for _ in range(rows))
    start = draws.integer(0, rows - 1), draws.integer(0, columns - 1)
    heights = [height for row in towers for height in row]
    top = max(range(len(heights)), key=lambda place: heights[place])
    start = start if draws.chance(1, 3) else divmod(top, columns)
    return towers, start, draws.integer(4, 12)


def rivals(tray: Tray) -> dict[str, Solve]:
    return readings(tray.mutation, tray.rule)


def calls(tray: Tray) -> list[Call]:
    return [_arguments(pouring) for pouring in tray.tested]


def examples(tray: Tray) -> list[Call]:
    return [_arguments(pouring) for pouring in tray.shown]


def _arguments(pouring: Pouring) -> Call:
    towers, start, wax = pouring
    return [list(row) for row in towers], list(start), wax


def reference(tray: Tray) -> str:
    rule = tray.rule
    program = WAX.replace("{fallen}", FALLEN[tray.mutation])
    constants = {"lip": rule.lip, "loss": rule.loss, "deep": rule.deep}
    return fill(program, **constants, cap=rule.cap, times=rule.times, fresh=rule.fresh)


WIDE, HIGH, CUBE = 86.0, 54.0, 36.0  #: width and height of a top, and height of a cube, px


def picture(tray: Tray, solve: Solve) -> Canvas:
    canvas = Canvas(1000, 690)
    for number, (towers, start, wax) in enumerate(examples(tray)):
        x = 15.0 + 490 * number
        frame(canvas, x, 15, 480, 610, title=("First pouring", "Second pouring")[number])
        middle = x + 240
        thick = solve(towers, start, wax)
        for row, column in sorted(((r, c) for r in range(SIDE) for c in range(SIDE)), key=sum):
            left = middle + (column - row) * WIDE / 2
            base = 345 + (column + row) * HIGH / 2
            _tower(canvas, left, base, towers[row][column], thick[row][column], start == [row, column])
    _top(canvas, 300, 657, 60, 38, "yellow")
    canvas.text(300, 657, 3, size=20, bold=True)
    canvas.text(345, 657, "thickness", size=20, anchor="start")
    canvas.circle(580, 657, 17, stroke="red", line=3)
    canvas.text(612, 657, "poured here", size=20, anchor="start")
    return canvas


def _tower(canvas: Canvas, x: float, base: float, height: int, wax: int, is_start: bool) -> None:
    """Draw a tower; ``base`` is the middle of its lowest square."""
    for level in range(height):
        y = base - level * CUBE
        for side, colour in ((-1, "silver"), (1, "grey")):
            face: Colour = "silver" if colour == "silver" else "grey"
            low = [(x, y + HIGH / 2), (x + side * WIDE / 2, y)]
            canvas.polygon([*low, *((px, py - CUBE) for px, py in reversed(low))], fill=face, line=2)
    top = base - height * CUBE
    _top(canvas, x, top, WIDE, HIGH, "yellow" if wax else "white")
    if is_start:
        canvas.circle(x, top, 19, stroke="red", line=3)
    if wax:
        canvas.text(x, top, wax, size=21, bold=True)


def _top(canvas: Canvas, x: float, y: float, wide: float, high: float, colour: Colour) -> None:
    corners = [(x, y - high / 2), (x + wide / 2, y), (x, y + high / 2), (x - wide / 2, y)]
    canvas.polygon(corners, fill=colour, line=2)


def describe(tray: Tray, solve: Solve) -> str:
    parts = []
    for name, (towers, start, wax) in zip(("First", "Second"), examples(tray), strict=True):
        heights = " / ".join(" ".join(map(str, row)) for row in towers)
        thick = " / ".join(" ".join(str(value or "-") for value in row) for row in solve(towers, start, wax))
        parts.append(
            f"{name} pouring: cubes {heights}; wax {thick}; poured here: row {start[0]}, column {start[1]}."
        )
    return (
        "The picture shows two trays in an isometric drawing, each with five by five towers of cubes; the back corner is at the "
        "top. Towers are never higher than those behind them, so every top is seen, and bare squares of the tray are "
        "tops without a cube. Some tops are yellow with a number, the thickness of the wax (the key has a 3); the others "
        "are white. A red ring marks where the wax was poured. Rows run from the back corner to the right and "
        f"follow one another to the left; rows and columns count from 0, and - is a white top. {' '.join(parts)}"
    )
