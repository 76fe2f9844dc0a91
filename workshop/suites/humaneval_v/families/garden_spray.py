"""A garden from above: which plots a sprinkler wets.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, Solve, UnfitError
from workshop.authoring.rule_space import RuleSpace
from workshop.authoring.source import fill
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame
from workshop.suites.humaneval_v.families._spray_rules import SPRAYS, WAYS, Ways, right_rule

VERSION = 5
KINDS = ("grid",)
TASK_TYPE = "Expansion"
ASPECTS = ("Dynamic Patterns", "Geometric Objects", "Topological Relations")
MUTATIONS = ("drawn", "mirrored", "ring", "slant")
SETTLED = {"if rows[r][c] == \".\": '.' → '.~'": "the text: only plots of soil get wet"}

TEXT = '''\
def solution(garden: list[str]) -> list[str]:
    """
    A garden is divided into square plots. Mark the plots that the sprinklers wet, as in the picture.

    Parameters:
        garden (list[str]): The rows of the garden, all of one length. "S" is a sprinkler, "#" a stone and "."
            a plot of dry soil.

    Returns:
        list[str]: The same rows, with "w" for every plot of soil that gets wet.
    """
'''

RAYS = """
def solution(garden: list[str]) -> list[str]:
    rows = [list(row) for row in garden]
    for r, row in enumerate(garden):
        for c, plot in enumerate(row):
            if plot == "S":
                for down, right in $ways:
                    spray(rows, r, c, down, right)
    return ["".join(row) for row in rows]


def spray(rows, r, c, down, right):
    for _ in range($reach):
        r, c = r + down, c + right
        if not (0 <= r < len(rows) and 0 <= c < len(rows[r])) or rows[r][c] == "#":
            break
        if rows[r][c] == ".":
            rows[r][c] = "w"
"""
RING = """
def solution(garden: list[str]) -> list[str]:
    heads = [(r, c) for r, row in enumerate(garden) for c, plot in enumerate(row) if plot == "S"]
    wet = []
    for r, row in enumerate(garden):
        line = ""
        for c, plot in enumerate(row):
            reached = any(max(abs(r - i), abs(c - j)) == $reach for i, j in heads)
            line += "w" if plot == "." and reached else plot
        wet.append(line)
    return wet
"""


TRIES = 300  #: second gardens that are tried


@dataclass(frozen=True)
class Garden:
    """Parameters: the mutation, the reach of the water, and the gardens."""

    mutation: str
    reach: int
    ways: tuple[tuple[str, Ways], ...]  #: mutation → the directions of the water; none of `ring`
    first: tuple[str, ...]  #: the first garden in the picture
    seed: str  #: of the second one
    tested: tuple[tuple[str, ...], ...]


def sample(mutation: str, draws: Draws) -> Garden:
    reach = draws.integer(2, 3)
    while True:
        drawn = sorted(draws.sample(WAYS, draws.integer(3, 4)))
        mirrored = sorted((down, -right) for down, right in drawn)
        upside_down = sorted((-down, right) for down, right in drawn)
        to_all_sides = all({-1, 1} <= set(steps) for steps in zip(*drawn, strict=True))
        if to_all_sides and drawn not in (mirrored, upside_down):
            break
    slant = draws.choice((((-1, -1), (1, 1)), ((-1, 1), (1, -1))))
    ways = (("drawn", tuple(drawn)), ("mirrored", tuple(mirrored)), ("slant", slant))
    side = _side(reach)
    middle = side // 2
    # One stone next to the sprinkler in the way of each rule, and a few stones elsewhere.
    first = {(middle, middle): "S"}
    for down, right in _blocked(draws, [own for _, own in ways]):
        first[middle + down, middle + right] = "#"
    for _ in range(3):
        r, c = draws.integer(0, 1), draws.integer(0, side - 1)
        if c != middle and abs(c - middle) != abs(r - middle):
            first[r, c] = "#"
    sizes = [(1, 1), (1, 9), (6, 5), (8, 8), (7, 10), (9, 4), (5, 11), (10, 9), (9, 12)]
    tested = [_garden(draws, rows, columns) for rows, columns in sizes]
    tested.append(("...S..", "......", "......", "S.....", "......"))  # the water would leave the garden
    return Garden(mutation, reach, ways, _rows(first, side), draws.text("abcdefgh", 16), tuple(tested))


def _side(reach: int) -> int:
    """Return the plots along a side of a garden in the picture: one beyond the reach on every side."""
    return 2 * reach + 3


def _blocked(draws: Draws, ways: Sequence[Ways]) -> list[tuple[int, int]]:
    """Choose a direction of each rule in which a stone lies, so that half of its directions or more are free."""
    for _ in range(100):
        blocked = [draws.choice(own) for own in ways]
        if all(2 * len(set(own) - set(blocked)) >= len(own) for own in ways):
            return blocked
    raise UnfitError("too many ways begin at a stone")


def _garden(draws: Draws, rows: int, columns: int) -> tuple[str, ...]:
    signs = {(draws.integer(0, rows - 1), draws.integer(0, columns - 1)): "S" for _ in range(3)}
    for r in range(rows):
        for c in range(columns):
            if draws.chance(1, 5):
                signs.setdefault((r, c), "#")
    return tuple("".join(signs.get((r, c), ".") for c in range(columns)) for r in range(rows))


def _rows(signs: dict[tuple[int, int], str], side: int) -> tuple[str, ...]:
    return tuple("".join(signs.get((r, c), ".") for c in range(side)) for r in range(side))


def calls(garden: Garden) -> list[Call]:
    return [(list(rows),) for rows in garden.tested]


def examples(garden: Garden) -> list[Call]:
    return _shown(replace(garden, mutation=""))


@lru_cache(maxsize=4)
def _shown(garden: Garden) -> list[Call]:
    """Choose a second garden that leaves one rule of the space for every mutation.

    Raises:
        UnfitError: if none is found.
    """
    draws, side, asked = Draws(garden.seed, "shown"), _side(garden.reach), calls(garden)
    rules = [right_rule(mutation, garden.reach, dict(garden.ways)) for mutation in MUTATIONS[::-1]]
    near, places = (1, side - 2), range(side)
    for _ in range(TRIES):
        signs = dict.fromkeys(product(near, near), "S")  # where water leaves the garden on all four sides
        for sign in "S" * draws.integer(1, 2) + "#" * draws.integer(5, 8):
            signs.setdefault((draws.choice(places), draws.choice(places)), sign)
        shown: list[Call] = [(list(garden.first),), (list(_rows(signs, side)),)]
        if shown[1] not in asked and all(SPRAYS.proves(shown, rule, asked) for rule in rules):
            return shown
    raise UnfitError("no second garden leaves one rule")


def rule_space(_garden: Garden) -> RuleSpace:
    return SPRAYS


def reference(garden: Garden) -> str:
    if garden.mutation == "ring":
        return fill(RING, reach=garden.reach)
    return fill(RAYS, reach=garden.reach, ways=list(dict(garden.ways)[garden.mutation]))


def picture(garden: Garden, solve: Solve) -> Canvas:
    canvas = Canvas(780, 894)
    for number, (rows,) in enumerate(examples(garden), 1):
        room = frame(canvas, 20, 20 + (number - 1) * 400, 740, 390, title=f"Garden {number}")
        _plots(canvas, rows, room.x + 10, room.y + 6)
        arrows.arrow(canvas, (room.x + 326, room.y + 158), (room.x + 386, room.y + 158), line=4, head=20)
        _plots(canvas, solve(rows), room.x + 400, room.y + 6)
    for place, (sign, name) in enumerate(
        (("S", "sprinkler"), ("#", "stone"), (".", "dry soil"), ("w", "wet soil"))
    ):
        x = 40 + 185 * place
        _plot(canvas, sign, x, 836, 36)
        canvas.text(x + 47, 854, name, anchor="start", size=20)
    return canvas


def _plots(canvas: Canvas, rows: Sequence[str], x: float, y: float) -> None:
    side = 306 / len(rows)
    for r, row in enumerate(rows):
        for c, sign in enumerate(row):
            _plot(canvas, sign, x + c * side, y + r * side, side)


def _plot(canvas: Canvas, sign: str, x: float, y: float, side: float) -> None:
    middle = x + side / 2, y + side / 2
    canvas.rect(x, y, side, side, fill="paleblue" if sign == "w" else "white", stroke="grey", line=2)
    if sign == "S":
        canvas.circle(*middle, 0.4 * side, fill="blue", stroke="ink", line=2)
        canvas.text(*middle, "S", fill="white", bold=True, size=18)
    elif sign == "#":
        canvas.rect(x + 4, y + 4, side - 8, side - 8, fill="ink", radius=7, line=2)


def describe(garden: Garden, solve: Solve) -> str:
    parts = []
    for number, (rows,) in enumerate(examples(garden), 1):
        after = solve(rows)
        parts.append(f"Garden {number}, left: {' / '.join(rows)}; right: {' / '.join(after)}.")
    return (
        "The picture shows two gardens of square plots from above, each before and after, with an arrow "
        "from left to right. A key below names the signs: a blue disc with S is a sprinkler, a black "
        "block is a stone (#), a white plot is dry soil (.), a pale blue plot is wet soil (w). The rows from "
        f"top to bottom are: {' '.join(parts)}"
    )
