"""A woven cloth: which thread lies on top where two cross.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from string import ascii_lowercase, ascii_uppercase
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, Solve
from workshop.authoring.rule_space import Choices, RuleSpace, choice_counts
from workshop.authoring.source import fill
from workshop.drawing.canvas import Canvas

VERSION = 5
KINDS = ("grid", "tiling")
TASK_TYPE = "Expansion"
ASPECTS = ("Dynamic Patterns", "Topological Relations")
MUTATIONS = ("twill", "basket", "satin", "stairs")

#: Threads of the cloths in the picture, upright and level. A pattern that begins at another corner of them is
#: another one in one of them.
SIZES = ((12, 12), (5, 8), (5, 7))
#: Left and top edge of each cloth, distance of two threads, px.
PLACES = ((62.0, 62.0, 52.0), (778.0, 62.0, 40.0), (778.0, 454.0, 40.0))

TEXT = '''\
def solution(down: str, across: str) -> list[str]:
    """
    A cloth is woven of upright and level threads. Where two threads cross, one of them lies on top. Weave a
    cloth of any size in the way of the cloths in the picture.

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
    shown: tuple[tuple[str, str], ...]  #: letters in the picture, in no order that a rule could follow
    tested: tuple[tuple[str, str], ...]


def sample(mutation: str, draws: Draws) -> Cloth:
    start, is_rising, is_upright = draws.integer(0, 2), draws.chance(1, 2), draws.chance(1, 2)
    fifth, is_lower = draws.integer(0, 4), draws.chance(1, 2)
    sizes = [(1, 7), (8, 1), (2, 3), (5, 5), (6, 9), (10, 4), (7, 8), (13, 11), (12, 14)]
    tested, shown = (tuple(_letters(draws, *size) for size in group) for group in (sizes, SIZES))
    return Cloth(mutation, start, fifth, is_lower, is_rising, is_upright, shown, tested)


def _letters(draws: Draws, wide: int, high: int) -> tuple[str, str]:
    return "".join(draws.sample(ascii_uppercase, wide)), "".join(draws.sample(ascii_lowercase, high))


def calls(cloth: Cloth) -> list[Call]:
    return list(cloth.tested)


def examples(cloth: Cloth) -> list[Call]:
    return list(cloth.shown)


#: Parts of what a reader may see in a cloth → their choices.
PARTS: dict[str, Sequence[Any]] = {
    "on top": ("upright", "level"),  # where the rule applies
    "period": tuple(range(2, 9)),  # in blocks
    "many": (1, 2),  # of the blocks of a period
    "step": tuple(range(7)),  # blocks by which each row of blocks is moved to the left
    "back": (False, True),  # whether the steps go back after each period, as in a zigzag
    "wide": (1, 2, 3),  # threads of a block
    "high": (1, 2, 3),
    "first column": tuple(range(8)),  # threads that are cut off
    "first row": (0, 1),
    "corner": ("top left", "top right", "bottom left", "bottom right"),  # where the pattern begins
}


def rule_space(_cloth: Cloth) -> RuleSpace:
    return _weave_rules()


@lru_cache(maxsize=1)
def _weave_rules() -> RuleSpace:
    parts = choice_counts(PARTS)
    return RuleSpace(parts=parts, results=_crossings, coded=_upright)


def _upright(rows: Sequence[str]) -> list[list[bool]]:
    """Return for each crossing whether the upright thread lies on top."""
    return [[letter.isupper() for letter in row] for row in rows]


def _crossings(rules: Choices, call: Call) -> npt.NDArray[Any]:
    """Return whether the upright thread lies on top by each rule, of shape (rules, rows, columns)."""

    def chosen(name: str) -> npt.NDArray[np.int16]:
        return np.array(PARTS[name], np.int16)[rules[name]][:, None]

    columns, rows = (np.arange(len(threads), dtype=np.int16)[None] for threads in call)
    corner, period, step = rules["corner"][:, None], chosen("period"), chosen("step")
    columns = np.where(corner % 2 == 1, columns[:, ::-1], columns)
    rows = np.where(corner > 1, rows[:, ::-1], rows)
    across = (columns + chosen("first column")) // chosen("wide")
    down = (rows + chosen("first row")) // chosen("high")
    turn = period - 1
    down = np.where(rules["back"][:, None] == 1, turn - abs(down % (2 * turn) - turn), down)
    places = (across % period).astype(np.int8)[:, None] + (down * step % period).astype(np.int8)[:, :, None]
    limit, whole = chosen("many").astype(np.int8)[..., None], period.astype(np.int8)[..., None]
    applies = (places < limit) | ((places >= whole) & (places < whole + limit))
    found: npt.NDArray[Any] = applies ^ (rules["on top"] == 1)[:, None, None]
    return found


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
    canvas = Canvas(1004, 762)
    for (down, across), (left, top, pitch) in zip(cloth.shown, PLACES, strict=True):
        gap, wide = 0.15 * pitch, 0.7 * pitch  # px around a thread, and width of it
        over, size = (
            0.05 * pitch,
            26 if pitch > 50 else 21,
        )  # px by which a thread on top overlaps the other one
        for place, letter in enumerate(down):
            long = pitch * len(across) + 24
            canvas.rect(left + pitch * place + gap, top - 12, wide, long, fill="blue", line=2)
            canvas.text(left + pitch * (place + 0.5), top - 32, letter, bold=True, size=size)
        for place, letter in enumerate(across):
            long = pitch * len(down) + 24
            canvas.rect(left - 12, top + pitch * place + gap, long, wide, fill="yellow", line=2)
            canvas.text(left - 34, top + pitch * (place + 0.5), letter, bold=True, size=size)
        for r, row in enumerate(solve(down, across)):
            for c, letter in enumerate(row):
                if letter == down[c]:
                    x, y = left + pitch * c + gap, top + pitch * r + gap - over
                    canvas.rect(x, y, wide, wide + 2 * over, fill="blue", stroke=None)
    return canvas


def describe(cloth: Cloth, solve: Solve) -> str:
    cloths = []
    for name, (down, across) in zip(("large", "upper small", "lower small"), cloth.shown, strict=True):
        woven = zip(across, solve(down, across), strict=True)
        rows = "; ".join(f"{letter}: {' '.join(row)}" for letter, row in woven)
        cloths.append(
            f"The {name} cloth has upright threads marked from left to right {' '.join(down)}, and level threads "
            f"marked from top to bottom {' '.join(across)}; from left to right, the threads that are seen along each "
            f"level thread are, {rows}."
        )
    return (
        "The picture shows three cloths, a large one and two small ones on its right, of blue upright threads and "
        f"yellow level threads. At each crossing one of the two is seen, and the other lies under it. {' '.join(cloths)}"
    )
