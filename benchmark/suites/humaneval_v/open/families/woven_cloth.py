"""A woven cloth: which thread lies on top where two cross.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from dataclasses import dataclass

from benchmark.authoring.family import Call, Solve
from benchmark.authoring.source import fill
from benchmark.core.draws import Draws
from benchmark.drawing.canvas import Canvas

VERSION = 4
KINDS = ("grid", "tiling")
TASK_TYPE = "Expansion"
ASPECTS = ("Dynamic Patterns", "Topological Relations")
MUTATIONS = ("twill", "basket", "satin", "stairs")

THREADS = 12  #: number of threads in the picture, in each direction
PITCH, WIDE = 60.0, 42.0  #: distance of two threads, and width of a thread, px
LEFT, TOP = 62.0, 62.0  #: top left corner of the cloth, px

TEXT = '''\
def solution(down: str, across: str) -> list[str]:
    """
    A cloth is woven of upright and level threads. Where two threads cross, one of them lies on top. Weave a
    cloth of any size in the way of the cloth in the picture.

    Parameters:
        down (str): The upright threads from left to right, a capital letter for each.
        across (str): The level threads from top to bottom, a small letter for each.

    Returns:
        list[str]: The rows of the cloth from top to bottom, each with the letters that lie on top.
    """
'''

WEAVING = """
def solution(down: str, across: str) -> list[str]:
    cloth = []
    for r, level in enumerate(across):
        row = ""
        for c, upright in enumerate(down):
            if {crossing}:
                row += {one}
            else:
                row += {other}
        cloth.append(row)
    return cloth
"""
CROSSINGS = {
    "twill": "({slant} * r + c) % 3 == $start",
    "basket": "{lower} // 2 % 2 == {first} // 2 % 2",
    "satin": "({jump} * r + c) % 5 == $fifth",
    "stairs": "({slant} * r + c // 2) % 3 == $start",
}


@dataclass(frozen=True)
class Cloth:
    """Parameters: the mutation, the constants of its rule, and the threads."""

    mutation: str
    start: int
    fifth: int  #: the same for `satin`
    is_lower: bool  #: whether the blocks of `basket` begin with a single level thread
    is_rising: bool  #: whether the pattern rises to the right; for `basket`, whether its first column of blocks is whole
    is_upright: bool  #: whether the upright thread is on top where the rule applies
    down: str  #: the letters of the upright threads in the picture, in no order that a rule could follow
    across: str
    tested: tuple[tuple[str, str], ...]


def sample(mutation: str, draws: Draws) -> Cloth:
    start, is_rising, is_upright = draws.integer(0, 2), draws.chance(1, 2), draws.chance(1, 2)
    fifth, is_lower = draws.integer(0, 4), draws.chance(1, 2)
    sizes = [(1, 7), (8, 1), (2, 3), (5, 5), (6, 9), (10, 4), (7, 8), (13, 11), (12, 14)]
    tested = [
        ("".join(draws.sample(_letters("A"), wide)), "".join(draws.sample(_letters("a"), high)))
        for wide, high in sizes
    ]
    down, across = ("".join(draws.shuffled(_letters(first)[:THREADS])) for first in "Aa")
    return Cloth(mutation, start, fifth, is_lower, is_rising, is_upright, down, across, tuple(tested))


def _letters(first: str) -> str:
    return "".join(chr(ord(first) + place) for place in range(26))


def calls(cloth: Cloth) -> list[Call]:
    return list(cloth.tested)


def examples(cloth: Cloth) -> list[Call]:
    return [(cloth.down, cloth.across)]


def reference(cloth: Cloth) -> str:
    crossing = CROSSINGS[cloth.mutation].replace("{slant}", "1" if cloth.is_rising else "2")
    crossing = crossing.replace("{jump}", "2" if cloth.is_rising else "3")
    crossing = crossing.replace("{lower}", "(r + 1)" if cloth.is_lower else "r")
    crossing = crossing.replace("{first}", "c" if cloth.is_rising else "(c + 1)")
    threads = ("upright", "level") if cloth.is_upright else ("level", "upright")
    program = WEAVING.replace("{crossing}", crossing)
    return fill(
        program.replace("{one}", threads[0]).replace("{other}", threads[1]),
        start=cloth.start,
        fifth=cloth.fifth,
    )


def picture(cloth: Cloth, solve: Solve) -> Canvas:
    size = int(LEFT + PITCH * THREADS + 26)
    canvas = Canvas(size, size)
    long = PITCH * THREADS + 24
    for place, letter in enumerate(cloth.down):
        canvas.rect(LEFT + _edge(place), TOP - 12, WIDE, long, fill="blue", line=2)
        canvas.text(LEFT + PITCH * (place + 0.5), 30, letter, bold=True, size=26)
    for place, letter in enumerate(cloth.across):
        canvas.rect(LEFT - 12, TOP + _edge(place), long, WIDE, fill="yellow", line=2)
        canvas.text(28, TOP + PITCH * (place + 0.5), letter, bold=True, size=26)
    for r, row in enumerate(solve(cloth.down, cloth.across)):
        for c, letter in enumerate(row):
            if letter == cloth.down[c]:
                over = 3.0  # px by which a thread on top overlaps the one below
                x, y = LEFT + _edge(c), TOP + _edge(r) - over
                canvas.rect(x, y, WIDE, WIDE + 2 * over, fill="blue", stroke=None)
    return canvas


def _edge(place: int) -> float:
    return PITCH * place + (PITCH - WIDE) / 2


def describe(cloth: Cloth, solve: Solve) -> str:
    woven = zip(cloth.across, solve(cloth.down, cloth.across), strict=True)
    rows = "; ".join(f"{name}: {' '.join(row)}" for name, row in woven)
    return (
        "The picture shows a cloth of twelve upright threads, blue and marked from left to right "
        f"{' '.join(cloth.down)}, and twelve level threads, yellow and marked from top to bottom "
        f"{' '.join(cloth.across)}. At each "
        "crossing one of the two is seen, and the other lies under it. From left to right, the threads that are "
        f"seen along each level thread are, {rows}."
    )
