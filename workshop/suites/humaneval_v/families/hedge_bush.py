"""Bushes that grow a row each year: whether a bush belongs to the garden.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

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
from workshop.drawing.examples import frame
from workshop.suites.humaneval_v.families._hedge_rules import PARTS, PARTS_OF_ROWS, belongs

VERSION = 1
KINDS = ("growth",)
LEVEL = "hard"
TASK_TYPE = "Validation"
ASPECTS = ("Dynamic Patterns", "Geometric Objects", "Mathematical Operations")
#: Each mutation is named after the part of a row that does not matter.
MUTATIONS = ("left", "berries", "right", "stem")
EQUIVALENT: dict[str, str] = {}

#: Ages of the bushes in the picture, in years: every row counted from the top has each remainder by 3 from the ground.
SHOWN = (5, 6, 7)
OLDEST = 9  #: age of the oldest bush in the tests
CALLS = 12
UNIT = 20.0  #: side of a square, px

TEXT = '''\
def solution(rows: list[list[int]]) -> bool:
    """
    The bushes of a garden get a new row every year, and all of them grow by the same rules. The picture shows two
    of them in three years each. Tell whether a bush can be one of the garden, at any age.

    Parameters:
        rows (list[list[int]]): The rows of the bush from top to bottom. Each has four numbers: the squares of
            its left twig, the squares of its right twig, its berries, and 1 if its square of the stem is blue or
            0 if that is white.

    Returns:
        bool: Whether the bush can be one of the garden.
    """
'''

PROGRAM = """
def solution(rows: list[list[int]]) -> bool:
    for place, row in enumerate(rows):
        left, right, berries, stem = row
        height = len(rows) - place
        {checks}
    return True
"""
CHECKS = {
    "left": """long_left = $left + place // $step
        if stem == 1:
            long_left += $blue
        if left != long_left:
            return False""",
    "right": """long_right = $right
        if height % 3 == $beat:
            long_right += $longer
        if right != long_right:
            return False""",
    "berries": """full = height % $cycle
        if stem == 1:
            full += 1
        if berries != full:
            return False""",
    "stem": """is_blue = place % $gap == $phase
        if is_blue != (stem == 1):
            return False""",
}
Row = tuple[int, int, int, int]
Rows = tuple[Row, ...]


@dataclass(frozen=True)
class Garden:
    """Parameters: the mutation, the numbers of the pattern, the shown bushes and the tested ones."""

    mutation: str
    left: int  #: squares of the left twig at the top
    step: int  #: rows after which the left twig is a square longer
    blue: int  #: squares that a left twig is longer at a blue square of the stem
    right: int
    beat: int  #: a right twig is longer in each row whose height has this remainder by 3
    longer: int
    cycle: int  #: berries grow with the height, and start anew at multiples of this
    gap: int  #: one in so many squares of the stem is blue
    phase: int
    noise: str  #: where the parts that do not matter come from
    tested: tuple[Rows, ...] = ()


def sample(mutation: str, draws: Draws) -> Garden:
    return replace(_garden(draws.text("abcdefgh", 16)), mutation=mutation)


@lru_cache(maxsize=8)
def _garden(seed: str) -> Garden:
    """Choose the numbers of the pattern, and bushes that notice faults of every rule."""
    draws = Draws(seed)
    gap = draws.integer(2, 4)
    left = draws.integer(1, 2)
    garden = Garden(
        mutation=MUTATIONS[0],
        left=left,
        step=draws.integer(2, 3),
        blue=draws.integer(1, 3 - left),
        right=draws.integer(1, 2),
        beat=draws.integer(0, 2),
        longer=draws.integer(1, 2),
        cycle=draws.integer(3, 3 if gap == 4 else 4),  # so that each remainder meets a blue square
        gap=gap,
        phase=draws.integer(0, min(gap - 1, 2)),
        noise=draws.text("abcdefgh", 8),
    )
    programs = {name: reference(replace(garden, mutation=name)) for name in MUTATIONS}
    bushes: dict[Rows, None] = {}
    for number in range(160):
        age = draws.integer(3, OLDEST)
        changed = draws.sample(range(age), draws.integer(1, 2)) if number % 4 else []
        bush = _bush(draws, garden, age, MUTATIONS[number // 4 % 4], changed)
        bushes[bush] = None
        bushes[_near(draws, bush)] = None
    candidates = [(_argument(bush),) for bush in bushes]
    tested = balanced_calls(draws, programs, candidates, CALLS, equivalent=EQUIVALENT)
    return replace(garden, tested=tuple(tuple(tuple(row) for row in rows) for (rows,) in tested))


def _bush(draws: Draws, garden: Garden, age: int, free: str, changed: list[int]) -> Rows:
    """Return a bush of the garden in which one part is random in some rows."""
    rows = []
    for place in range(age):
        height = age - place
        is_free = place in changed
        stem = int(place % garden.gap == garden.phase)
        if is_free and free == "stem":
            stem = draws.integer(0, 1)
        left = garden.left + place // garden.step + garden.blue * stem
        right = garden.right + garden.longer * (height % 3 == garden.beat)
        berries = height % garden.cycle + stem
        if is_free and free == "left":
            left = draws.integer(1, 5)
        if is_free and free == "right":
            right = draws.integer(1, 4)
        if is_free and free == "berries":
            berries = draws.integer(0, 3)
        rows.append((left, right, berries, stem))
    return tuple(rows)


def _near(draws: Draws, bush: Rows) -> Rows:
    """Return a bush with another number in one row."""
    place, part = draws.integer(0, len(bush) - 1), draws.integer(0, 3)
    row = list(bush[place])
    row[part] = 1 - row[part] if part == len(PARTS_OF_ROWS) - 1 else abs(row[part] + draws.choice((-1, 1)))
    left, right, berries, stem = row
    return (*bush[:place], (left, right, berries, stem), *bush[place + 1 :])


def _argument(bush: Rows) -> list[list[int]]:
    return [list(row) for row in bush]


def calls(garden: Garden) -> list[Call]:
    return [(_argument(bush),) for bush in garden.tested]


def examples(_garden: Garden) -> list[Call]:
    return []


def rule_space(garden: Garden) -> RuleSpace:
    def results(rules: Choices, call: Call) -> Any:
        return belongs(rules, call[0])

    drawn = [((_argument(bush),), True) for bushes in _shown(garden) for bush in bushes]
    return RuleSpace(parts=PARTS, results=results, drawn=drawn)


def reference(garden: Garden) -> str:
    checks = "\n        ".join(CHECKS[part] for part in PARTS_OF_ROWS if part != garden.mutation)
    return fill(
        PROGRAM.replace("{checks}", checks),
        left=garden.left,
        step=garden.step,
        blue=garden.blue,
        right=garden.right,
        beat=garden.beat,
        longer=garden.longer,
        cycle=garden.cycle,
        gap=garden.gap,
        phase=garden.phase,
    )


def _shown(garden: Garden) -> list[list[Rows]]:
    """Return the two bushes of the picture in each of the shown years."""
    draws = Draws(garden.noise)
    return [[_bush(draws, garden, age, garden.mutation, list(range(age))) for age in SHOWN] for _ in range(2)]


def picture(garden: Garden, _solve: Solve) -> Canvas:
    canvas = Canvas(1010, 560)
    for number, bushes in enumerate(_shown(garden)):
        frame(canvas, 12, 10 + 273.0 * number, 986, 265, title=("First bush", "Second bush")[number])
        for place, bush in enumerate(bushes):
            x, ground = 160 + 320.0 * place, 232 + 273.0 * number
            canvas.line((x - 130, ground), (x + 170, ground), line=3)
            canvas.text(x + UNIT / 2, ground + 21, f"Year {len(bush)}", size=19)
            for height, row in enumerate(reversed(bush), 1):
                _draw_row(canvas, x, ground - height * UNIT, row)
    return canvas


def _draw_row(canvas: Canvas, x: float, y: float, row: Row) -> None:
    left, right, berries, stem = row
    for square in range(-left, right + 1):
        colour: Colour = "yellow" if square else "sky" if stem else "white"
        canvas.rect(x + square * UNIT, y, UNIT, UNIT, fill=colour, line=2)
    for berry in range(berries):
        canvas.circle(x + (right + 1.6 + berry * 0.9) * UNIT, y + UNIT / 2, 7, fill="red", line=2)


def describe(garden: Garden, _solve: Solve) -> str:
    words = []
    for number, bushes in enumerate(_shown(garden)):
        for bush in bushes:
            rows = "; ".join(
                f"{left} left, {right} right, {berries} berries, {'blue' if stem else 'white'}"
                for left, right, berries, stem in bush
            )
            words.append(f"{('First bush', 'Second bush')[number]}, Year {len(bush)}: {rows}.")
    return (
        "Two bushes made of squares stand on the ground, each in three years side by side. A row has one square of the stem, blue "
        "or white, yellow squares to the left and to the right of it, and red berries at its right end. Rows from top to "
        f"bottom, with yellow squares and the colour of the stem: {' '.join(words)}"
    )
