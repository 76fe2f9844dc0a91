"""Buckets on stairs under a tap: where the water is.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import product

from benchmark.authoring.family import Call, Solve
from benchmark.authoring.source import fill
from benchmark.core.draws import Draws
from benchmark.drawing import arrows
from benchmark.drawing.canvas import Canvas
from benchmark.drawing.examples import frame

VERSION = 4
KINDS = ("section",)
TASK_TYPE = "Iteration"
ASPECTS = ("Common Sense", "Dynamic Patterns", "Mathematical Operations")
MUTATIONS = ("tipping", "spout", "from-the-end", "overflow")
#: Readings that the examples alone do not contradict, and what does.
SETTLED = {
    "argument 1 sorted": "the jug is over the left bucket, and arrows lead from each bucket to the next on its right",
    "result sorted": "the text: the litres from left to right",
    "litres -= min(*": "a bucket gives what it holds, and never has less than nothing",
}

TEXT = '''\
def solution(sizes: list[int], litres: int) -> list[int]:
    """
    Water runs from a tap into a row of buckets, one litre after the other. Find how much water is in each
    bucket at the end, by the moments that the picture shows. What leaves the last bucket is lost.

    Parameters:
        sizes (list[int]): How many litres each bucket can hold, from left to right, each from 1 to 9.
        litres (int): The number of litres that have run out of the tap, from 0 to 60.

    Returns:
        list[int]: The litres in each bucket, from left to right.
    """
'''

REFERENCES = {
    "overflow": """
def solution(sizes: list[int], litres: int) -> list[int]:
    levels = []
    litres -= min($jug, litres)
    for size in sizes:
        level = min(size, litres)
        levels.append(level)
        litres -= level
    return levels
""",
    "tipping": """
def solution(sizes: list[int], litres: int) -> list[int]:
    levels = [0] * len(sizes)
    for _ in range(litres - $jug):
        water = 1
        for place, size in enumerate(sizes):
            levels[place] += water
            if levels[place] < size:
                break
            water = levels[place]
            levels[place] = 0
    return levels
""",
    "spout": """
def solution(sizes: list[int], litres: int) -> list[int]:
    levels = []
    litres -= min($jug, litres)
    for size in sizes:
        level = min((size + 1) // 2, litres)
        levels.append(level)
        litres -= level
    return levels
""",
    "from-the-end": """
def solution(sizes: list[int], litres: int) -> list[int]:
    levels = []
    litres -= min($jug, litres)
    for size in reversed(sizes):
        level = min(size, litres)
        levels.append(level)
        litres -= level
    return levels[::-1]
""",
}


@dataclass(frozen=True)
class Stairs:
    """Parameters: the mutation, the buckets, and the litres that have run at each moment."""

    mutation: str
    jug: int  #: litres of the jug under the tap, which is filled before the first bucket
    sizes: tuple[int, ...]
    moments: tuple[int, ...]
    tested: tuple[tuple[tuple[int, ...], int], ...]


def sample(mutation: str, draws: Draws) -> Stairs:
    # The first bucket tips twice before the second does, and the second twice before the third. One of the
    # first two has an even size, because half of an odd size, rounded up, could be read as one litre more
    # than half.
    first = draws.integer(2, 3)
    second = first + 1 + 2 * draws.integer(0, first - 2)
    sizes = (first, second, draws.integer(2 * first + 1, 4 * first - 1))
    jug = draws.integer(1, 13)
    moments = tuple(jug + litres for litres in (1, first, first + 1, 2 * first, 3 * first, 4 * first + 2))
    tested = [((5,), 0), ((4,), jug), ((4,), jug + 4), ((3, 6, 2), jug + 1)]
    for _ in range(9):
        row = tuple(draws.integers(draws.integer(2, 5), 1, 9))
        tested.append((row, jug + draws.integer(3, sum(row) + 3)))
    return Stairs(mutation, jug, sizes, moments, tuple(dict.fromkeys(tested)))


#: Size of a bucket → how much it holds before water runs on, as a reader may think.
READINGS: dict[str, Callable[[int], int]] = {
    "all": lambda size: size,
    "half, rounded up": lambda size: (size + 1) // 2,
    "half, rounded down": lambda size: size // 2,
    "one more than half": lambda size: size // 2 + 1,
    "one less": lambda size: size - 1,
    "two less": lambda size: max(0, size - 2),
    "a third": lambda size: (size + 2) // 3,
    **{f"{litres} litres": partial(min, litres) for litres in range(1, 4)},
}


def rivals(stairs: Stairs) -> dict[str, Solve]:
    every = product(READINGS.items(), (False, True))
    return {
        f"{name}{' from the end' * back}": partial(_levels, holds, back, stairs.jug)
        for (name, holds), back in every
    }


def _levels(holds: Callable[[int], int], back: bool, jug: int, sizes: list[int], litres: int) -> list[int]:
    levels = []
    litres = max(0, litres - jug)
    for size in reversed(sizes) if back else sizes:
        levels.append(min(holds(size), litres))
        litres -= levels[-1]
    return levels[::-1] if back else levels


def calls(stairs: Stairs) -> list[Call]:
    return [(list(sizes), litres) for sizes, litres in stairs.tested]


def examples(stairs: Stairs) -> list[Call]:
    return [(list(stairs.sizes), litres) for litres in stairs.moments]


def reference(stairs: Stairs) -> str:
    return fill(REFERENCES[stairs.mutation], jug=stairs.jug)


def picture(stairs: Stairs, solve: Solve) -> Canvas:
    canvas = Canvas(1000, 1000)
    for number, (sizes, litres) in enumerate(examples(stairs)):
        x, y = 15 + number % 3 * 326, 15 + number // 3 * 490
        frame(canvas, x, y, 316, 480, title=f"{litres} litres" if litres > 1 else "1 litre")
        _draw(canvas, stairs, solve(sizes, litres), x, y)
    return canvas


STEP = 28.0  #: from the bottom of a bucket down to the rim of the next one, px


def _draw(canvas: Canvas, stairs: Stairs, levels: list[int], x: float, y: float) -> None:
    unit, wide = min(18.0, 224 / sum(stairs.sizes)), 64.0
    canvas.rect(x + 22, y + 62, 34, 16, fill="grey")
    canvas.rect(x + 44, y + 62, 14, 30, fill="grey")
    arrows.arrow(canvas, (x + 51, y + 94), (x + 51, y + 116), stroke="blue", line=3, head=12)
    canvas.rect(x + 28, y + 120, 46, 40, fill="sky")
    canvas.text(x + 51, y + 140, stairs.jug, bold=True, size=24)
    arrows.curve(
        canvas, (x + 76, y + 126), (x + 86, y + 130), (x + 82, y + 178), stroke="blue", line=3, head=12
    )
    rim = y + 182
    for place, (size, level) in enumerate(zip(stairs.sizes, levels, strict=True)):
        left, bottom = x + 26 + place * 96, rim + size * unit
        for litre in range(level):
            canvas.rect(left, bottom - (litre + 1) * unit, wide, unit, fill="sky", stroke="blue", line=2)
        canvas.line((left, rim), (left, bottom), (left + wide, bottom), (left + wide, rim), line=4)
        for litre in range(1, size):
            canvas.line((left, bottom - litre * unit), (left + 10, bottom - litre * unit), line=2)
        if place < len(stairs.sizes) - 1:
            lip = {"spout": bottom - (size + 1) // 2 * unit, "from-the-end": bottom}.get(stairs.mutation, rim)
            end = left + 120, bottom + STEP - 3
            arrows.curve(canvas, (left + wide + 2, lip), (end[0], lip), end, line=3, head=12)
        rim = bottom + STEP


def describe(stairs: Stairs, solve: Solve) -> str:
    parts = []
    for sizes, litres in examples(stairs):
        name = "1 litre" if litres == 1 else f"{litres} litres"
        parts.append(f"after {name}: {', '.join(map(str, solve(sizes, litres)))};")
    lip = {"spout": "half its height", "from-the-end": "its bottom"}.get(stairs.mutation, "its rim")
    return (
        "The picture shows the same three buckets on stairs at six moments, under a tap that drips into a sky blue "
        f"jug with the number {stairs.jug}, which is full; an arrow leads from the jug to the left bucket. A bent "
        f"arrow leads from each bucket, at {lip}, into the next one on its right, one step lower. "
        f"Marks on the buckets count litres: they hold {', '.join(map(str, stairs.sizes))}. Water is sky blue, a "
        "block for each litre. Over each moment stands how much has "
        f"run. The litres from left to right are, {' '.join(parts)[:-1]}."
    )
