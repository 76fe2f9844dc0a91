"""Buckets on stairs under a tap: where the water is.

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
from workshop.suites.humaneval_v.families._stairs_rules import right_rule, stairs_rules

VERSION = 5
KINDS = ("section",)
TASK_TYPE = "Iteration"
ASPECTS = ("Common Sense", "Dynamic Patterns", "Mathematical Operations")
MUTATIONS = ("tipping", "spout", "from-the-end", "overflow")
MOMENTS = 8  #: in the picture
SETTLED = {"litres -= min(*": "a bucket gives what it holds, and never has less than nothing"}

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
    """Parameters: the mutation, the jug, the first moment of the picture, and the buckets of the tests."""

    mutation: str
    jug: int  #: litres of the jug under the tap, which is filled before the first bucket
    seed: str  #: of the moments in the picture
    tested: tuple[tuple[tuple[int, ...], int], ...]


def sample(mutation: str, draws: Draws) -> Stairs:
    jug = draws.integer(1, 13)
    tested = [((5,), 0), ((4,), jug), ((4,), jug + 4), ((3, 6, 2), jug + 1)]
    for _ in range(9):
        row = tuple(draws.integers(draws.integer(2, 5), 1, 9))
        tested.append((row, jug + draws.integer(3, sum(row) + 3)))
    return Stairs(mutation, jug, draws.text("abcdefgh", 12), tuple(dict.fromkeys(tested)))


def calls(stairs: Stairs) -> list[Call]:
    return [(list(sizes), litres) for sizes, litres in stairs.tested]


def examples(stairs: Stairs) -> list[Call]:
    return _shown(replace(stairs, mutation=""))


@lru_cache(maxsize=4)
def _shown(stairs: Stairs) -> list[Call]:
    """Choose moments that leave one rule of the space for every mutation."""
    draws = Draws(stairs.seed, "shown")

    def candidate() -> Call:
        sizes = draws.integers(3, 1, 7)
        while sum(sizes) > MOST:
            sizes[sizes.index(max(sizes))] -= 1
        some = draws.shuffled([sizes, sizes[::-1]])[0][: draws.integer(1, 3)]
        # Rules differ most when a bucket is almost full, or has just begun to run over.
        litres = sum(some) + draws.integer(-2, 1) if draws.chance(2, 3) else draws.integer(1, 2 * sum(some))
        return sizes, stairs.jug + max(1, litres)

    return telling_examples(
        stairs_rules(stairs.jug),
        rules=[right_rule(mutation) for mutation in MUTATIONS],
        asked=calls(stairs),
        shown=[candidate() for _ in range(3)],
        candidate=candidate,
        numbers=range(MOMENTS, MOMENTS + 1),
    )


def rule_space(stairs: Stairs) -> RuleSpace:
    return stairs_rules(stairs.jug)


def reference(stairs: Stairs) -> str:
    return fill(REFERENCES[stairs.mutation], jug=stairs.jug)


def picture(stairs: Stairs, solve: Solve) -> Canvas:
    canvas = Canvas(1000, 1000)
    for number, (sizes, litres) in enumerate(examples(stairs)):
        x, y = 12 + number % 4 * 245, 15 + number // 4 * 490
        frame(canvas, x, y, 240, 480, title=f"{litres} litres" if litres > 1 else "1 litre")
        _draw(canvas, stairs, sizes, solve(sizes, litres), x, y)
    return canvas


MOST = 15  #: litres that the buckets of a moment hold in all, at most
STEP = 28.0  #: from the bottom of a bucket down to the rim of the next one, px


def _draw(canvas: Canvas, stairs: Stairs, sizes: list[int], levels: list[int], x: float, y: float) -> None:
    unit, wide = 224 / MOST, 48.0
    canvas.rect(x + 22, y + 62, 34, 16, fill="grey")
    canvas.rect(x + 44, y + 62, 14, 30, fill="grey")
    arrows.arrow(canvas, (x + 51, y + 94), (x + 51, y + 116), stroke="blue", line=3, head=12)
    canvas.rect(x + 28, y + 120, 46, 40, fill="sky")
    canvas.text(x + 51, y + 140, stairs.jug, bold=True, size=24)
    arrows.curve(
        canvas, (x + 76, y + 126), (x + 86, y + 130), (x + 82, y + 178), stroke="blue", line=3, head=12
    )
    rim = y + 182
    for place, (size, level) in enumerate(zip(sizes, levels, strict=True)):
        left, bottom = x + 26 + place * 71, rim + size * unit
        for litre in range(level):
            canvas.rect(left, bottom - (litre + 1) * unit, wide, unit, fill="sky", stroke="blue", line=2)
        canvas.line((left, rim), (left, bottom), (left + wide, bottom), (left + wide, rim), line=4)
        for litre in range(1, size):
            canvas.line((left, bottom - litre * unit), (left + 10, bottom - litre * unit), line=2)
        if place < len(sizes) - 1:
            lip = {"spout": bottom - (size + 1) // 2 * unit, "from-the-end": bottom}.get(stairs.mutation, rim)
            end = left + 91, bottom + STEP - 3
            arrows.curve(canvas, (left + wide + 2, lip), (end[0], lip), end, line=3, head=12)
        rim = bottom + STEP


def describe(stairs: Stairs, solve: Solve) -> str:
    parts = []
    for sizes, litres in examples(stairs):
        name = "1 litre" if litres == 1 else f"{litres} litres"
        held = ", ".join(
            f"{level} of {size}" for level, size in zip(solve(sizes, litres), sizes, strict=True)
        )
        parts.append(f"after {name}: {held};")
    lip = {"spout": "half its height", "from-the-end": "its bottom"}.get(stairs.mutation, "its rim")
    return (
        "The picture shows eight moments, each with three buckets on stairs, under a tap that drips into a sky blue "
        f"jug with the number {stairs.jug}, which is full; an arrow leads from the jug to the left bucket. A bent "
        f"arrow leads from each bucket, at {lip}, into the next one on its right, one step lower. "
        "Marks on the buckets count litres. Water is sky blue, a block for each litre. Over each moment stands how "
        "much has run. The litres in the buckets from left to right, and how many each can hold, are, "
        f"{' '.join(parts)[:-1]}."
    )
