"""A row of houses in the sun: how many floors of each are lit.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from dataclasses import dataclass

from benchmark.authoring.family import Call, Solve
from benchmark.authoring.source import fill
from benchmark.core.draws import Draws
from benchmark.drawing import arrows
from benchmark.drawing.canvas import Canvas
from benchmark.drawing.examples import frame
from benchmark.drawing.items import point_on_circle

VERSION = 3
KINDS = ("section",)
TASK_TYPE = "Computation"
ASPECTS = ("Common Sense", "Geometric Objects", "Mathematical Operations")
MUTATIONS = ("slope-left", "level-right", "slope-right", "level-left")

TEXT = '''\
def solution(heights: list[int]) -> list[int]:
    """
    Houses stand in a row from left to right, next to a wall, and the sun shines on some of their floors. Count the sunlit
    floors of each house, by the two rows of houses in the picture.

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
    shown: tuple[tuple[int, ...], ...]
    tested: tuple[tuple[int, ...], ...]

    @property
    def is_low(self) -> bool:
        return self.mutation.startswith("level")

    @property
    def from_left(self) -> bool:
        return self.mutation.endswith("left")

    @property
    def wall_height(self) -> int:
        """The height of the wall in floors; no wall if the first house lies in no shadow."""
        return self.wall + (0 if self.is_low or not self.wall else self.drop)


def sample(mutation: str, draws: Draws) -> Street:
    drop, wall = draws.integer(1, 3), draws.integer(0, 6)
    shown = tuple(tuple(draws.integers(9, 0, 9)) for _ in range(2))
    tested = [(), (4,), tuple(range(10)), (12, *draws.integers(5, 3, 9)), (*draws.integers(5, 3, 9), 12)]
    tested += [tuple(draws.integers(draws.integer(6, 11), 0, 12)) for _ in range(6)]
    return Street(mutation, drop, wall, shown, tuple(dict.fromkeys(tested)))


def calls(street: Street) -> list[Call]:
    return [(list(heights),) for heights in street.tested]


def examples(street: Street) -> list[Call]:
    return [(list(heights),) for heights in street.shown]


def reference(street: Street) -> str:
    program = LEFT if street.from_left else RIGHT
    if street.is_low:
        return fill(program.replace("{lower}", ""), wall=street.wall)
    lower = program.replace("shade = max(shade, height){lower}", "shade = max(0, max(shade, height) - $drop)")
    return fill(lower, drop=street.drop, wall=street.wall)


def picture(street: Street, solve: Solve) -> Canvas:
    canvas = Canvas(960, 800)
    for number, (heights,) in enumerate(examples(street)):
        y = 15 + number * 390
        frame(canvas, 15, y, 930, 380, title=f"Row {number + 1}")
        _draw(canvas, street, heights, solve(heights), y)
    return canvas


PITCH = 58.0  #: distance of two houses, px


def _draw(canvas: Canvas, street: Street, heights: list[int], lit: list[int], y: float) -> None:
    floor, side, left = y + 332.0, 30.0, 290.0 if street.from_left else 140.0
    for place, (floors, bright) in enumerate(zip(heights, lit, strict=True)):
        house = left + place * PITCH
        for level in range(floors):
            is_lit = level >= floors - bright
            canvas.rect(house, floor - (level + 1) * side, 42, side, fill="yellow" if is_lit else "grey")
        canvas.text(house + 21, floor + 24, bright, bold=True)
    canvas.line((left - 20, floor), (left + PITCH * len(heights) + 4, floor), line=4)
    canvas.text(left - 34, floor + 24, "lit", anchor="end")
    high = street.wall_height
    beside = left - PITCH + 12 if street.from_left else left + PITCH * len(heights) + 12
    for level in range(high):
        canvas.rect(beside, floor - (level + 1) * side, 18, side, fill="red", line=2)
    if high:
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
        start, top = left + highest * PITCH + 21, floor - heights[highest] * side
        canvas.line(
            (start, top), (start + way * width, top + fall * width), stroke="red", line=3, dashed=True
        )


def describe(street: Street, solve: Solve) -> str:
    side = "left" if street.from_left else "right"
    rays = "level" if street.is_low else f"slanting down by {street.drop} floors a house"
    wall = f"a red wall of {street.wall_height} floors" if street.wall else "no wall"
    wall += " one place before the first house on the side of the sun"
    parts = []
    for number, (heights,) in enumerate(examples(street), 1):
        lit = solve(heights)
        houses = ", ".join(f"{floors} of {height}" for floors, height in zip(lit, heights, strict=True))
        parts.append(f"Row {number}: {houses}.")
    return (
        f"The picture shows {wall} and two rows of nine places with houses that are made of square floors; some have no floors. Yellow floors are sunlit, "
        "grey ones lie in the shade; the yellow ones are at the top of a house. The sun stands at the "
        f"{side}, and two red arrows show its rays, {rays} towards the houses. A dashed red line goes on "
        "from the top of the highest house along such a ray to the next lit house or the end of the row. Under "
        "each house stands how many of its floors are lit. Lit floors and all floors, from left to right: "
        f"{' '.join(parts)}"
    )
