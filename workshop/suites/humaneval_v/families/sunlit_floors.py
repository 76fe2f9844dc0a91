"""A row of houses in the sun: how many floors of each are lit.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from dataclasses import dataclass, replace
from functools import lru_cache

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, Solve
from workshop.authoring.rule_space import RuleSpace, telling_examples
from workshop.authoring.source import fill
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame
from workshop.drawing.items import point_on_circle
from workshop.suites.humaneval_v.families._sunlit_rules import right_rule, sunlit_rules

VERSION = 5
KINDS = ("section",)
TASK_TYPE = "Computation"
ASPECTS = ("Common Sense", "Geometric Objects", "Mathematical Operations")
MUTATIONS = ("slope-left", "level-right", "slope-right", "level-left")

TEXT = '''\
def solution(heights: list[int]) -> list[int]:
    """
    Houses stand in a row from left to right, next to a wall, and the sun shines on some of their floors. Count the sunlit
    floors of each house, by the rows of houses in the picture.

    Parameters:
        heights (list[int]): The number of floors of each house, from left to right, each from 0 to 12.

    Returns:
        list[int]: The number of sunlit floors of each house, from left to right.
    """
'''

LEFT = """
def solution(heights: list[int]) -> list[int]:
    lit = []
    shade = $wall
    for height in heights:
        lit.append(max(0, height - shade))
        shade = max(shade, height){lower}
    return lit
"""
RIGHT = """
def solution(heights: list[int]) -> list[int]:
    lit = []
    shade = $wall
    for height in reversed(heights):
        lit.append(max(0, height - shade))
        shade = max(shade, height){lower}
    lit.reverse()
    return lit
"""


@dataclass(frozen=True)
class Street:
    """Parameters: the mutation, which says where the sun is, the fall of its rays, and the houses."""

    mutation: str
    drop: int  #: floors by which a shadow is lower on the next house
    wall: int  #: floors of the first house that lie in the shadow of the wall before it
    seed: str  #: of the rows in the picture
    tested: tuple[tuple[int, ...], ...]

    @property
    def is_low(self) -> bool:
        return self.mutation.startswith("level")

    @property
    def from_left(self) -> bool:
        return self.mutation.endswith("left")

    @property
    def wall_height(self) -> int:
        """The height of the wall in floors."""
        return self.wall + (0 if self.is_low else self.drop)


def sample(mutation: str, draws: Draws) -> Street:
    drop, wall = draws.integer(1, 3), draws.integer(1, 7)
    tested = [(), (4,), tuple(range(10)), (12, *draws.integers(5, 3, 9)), (*draws.integers(5, 3, 9), 12)]
    tested += [(1, 2, 1, *[0] * 8, 1, 2, 1)]  # in the middle all shadows end
    tested += [tuple(draws.integers(draws.integer(6, 11), 0, 12)) for _ in range(6)]
    return Street(mutation, drop, wall, draws.text("abc", 16), tuple(dict.fromkeys(tested)))


def calls(street: Street) -> list[Call]:
    return [(list(heights),) for heights in street.tested]


PLACES = 12  #: for houses in a row of the picture


def examples(street: Street) -> list[Call]:
    return _shown(replace(street, mutation=""))


@lru_cache(maxsize=4)
def _shown(street: Street) -> list[Call]:
    """Choose rows of houses that leave one rule of the space for every mutation."""
    draws = Draws(street.seed, "shown")

    def row(*, ends: bool) -> Call:
        """Draw a row; with ``ends`` of low houses with a high one at each end, the shadows of which are long."""
        low = draws.integer(2, 4) if ends else draws.integer(3, 9)
        empty = draws.integer(1, 4)  # of ten places, about
        floors = [draws.integer(1, low) * (not draws.chance(empty, 10)) for _ in range(PLACES)]
        if ends:
            floors[0], floors[-1] = draws.integers(2, 10, 11)
        return (floors,)

    return telling_examples(
        sunlit_rules(),
        rules=[right_rule(mutation, street.drop, street.wall) for mutation in MUTATIONS],
        asked=calls(street),
        shown=[row(ends=True)],
        candidate=lambda: row(ends=draws.chance(2, 5)),
        numbers=range(4, 5),
    )


def rule_space(_street: Street) -> RuleSpace:
    return sunlit_rules()


def reference(street: Street) -> str:
    program = LEFT if street.from_left else RIGHT
    if street.is_low:
        return fill(program.replace("{lower}", ""), wall=street.wall)
    lower = program.replace("shade = max(shade, height){lower}", "shade = max(0, max(shade, height) - $drop)")
    return fill(lower, drop=street.drop, wall=street.wall)


def picture(street: Street, solve: Solve) -> Canvas:
    canvas = Canvas(960, 1000)
    for number, (heights,) in enumerate(examples(street)):
        y = 10 + number * 246
        frame(canvas, 15, y, 930, 242, title=f"Row {number + 1}")
        _draw(canvas, street, heights, solve(heights), y)
    return canvas


PITCH, SIDE = 50.0, 15.0  #: distance of two houses, and height of a floor, px


def _draw(canvas: Canvas, street: Street, heights: list[int], lit: list[int], y: float) -> None:
    floor, side, left = y + 206.0, SIDE, 280.0 if street.from_left else 90.0
    for place, (floors, bright) in enumerate(zip(heights, lit, strict=True)):
        house = left + place * PITCH
        for level in range(floors):
            is_lit = level >= floors - bright
            canvas.rect(house, floor - (level + 1) * side, 38, side, fill="yellow" if is_lit else "grey")
        canvas.text(house + 19, floor + 24, bright, bold=True)
    canvas.line((left - 20, floor), (left + PITCH * len(heights) + 4, floor), line=4)
    canvas.text(left - 34, floor + 24, "lit", anchor="end")
    beside = left - PITCH + 12 if street.from_left else left + PITCH * len(heights) + 12
    for level in range(street.wall_height):
        canvas.rect(beside, floor - (level + 1) * side, 18, side, fill="red", line=2)
    canvas.line((beside - 14, floor), (beside + 32, floor), line=4)
    way = 1 if street.from_left else -1
    sun = 90.0 if street.from_left else 870.0
    height = floor - (3.2 if street.is_low else 4.8) * side
    for turn in range(0, 360, 45):
        canvas.line(point_on_circle(sun, height, 40, turn), point_on_circle(sun, height, 52, turn), line=3)
    canvas.circle(sun, height, 31, fill="orange")
    fall = 0.0 if street.is_low else street.drop * side / PITCH  # px that a ray falls per px, as shadows do
    for shift in (-20, 20):
        x, top = sun + way * 58, height + shift + fall * 20
        arrows.arrow(canvas, (x, top), (x + way * 50, top + fall * 50), stroke="red", line=3)
    # The ray over the highest house ends at the next lit house, or at the end of the row.
    order = range(len(heights)) if street.from_left else range(len(heights) - 1, -1, -1)
    highest = max(order, key=lambda place: heights[place])
    behind = [place for place in order if (place - highest) * way > 0]
    if behind:
        end = next((place for place in behind if lit[place]), behind[-1])
        width = abs(end - highest) * PITCH
        width = min(width, heights[highest] * side / fall) if fall else width
        start, top = left + highest * PITCH + 19, floor - heights[highest] * side
        canvas.line(
            (start, top), (start + way * width, top + fall * width), stroke="red", line=3, dashed=True
        )


def describe(street: Street, solve: Solve) -> str:
    side = "left" if street.from_left else "right"
    rays = "level" if street.is_low else f"slanting down by {street.drop} floors a house"
    wall = (
        f"a red wall of {street.wall_height} floors one place before the first house on the side of the sun"
    )
    parts = []
    for number, (heights,) in enumerate(examples(street), 1):
        lit = solve(heights)
        houses = ", ".join(f"{floors} of {height}" for floors, height in zip(lit, heights, strict=True))
        parts.append(f"Row {number}: {houses}.")
    return (
        f"The picture shows {wall} and four rows of twelve places with houses that are made of square floors; some have no floors. Yellow floors are sunlit, "
        "grey ones lie in the shade; the yellow ones are at the top of a house. The sun stands at the "
        f"{side}, and two red arrows show its rays, {rays} towards the houses. A dashed red line goes on "
        "from the top of the highest house along such a ray to the next lit house or the end of the row. Under "
        "each house stands how many of its floors are lit. Lit floors and all floors, from left to right: "
        f"{' '.join(parts)}"
    )
