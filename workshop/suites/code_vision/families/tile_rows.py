"""Rows of tiles get longer from row to row until the tiles run out.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "math"
LEVEL = "easy"
CATEGORIES = ("arithmetic",)

TEXT = '''\
def solution(tiles: int, first: int) -> list[int]:
    """
    Tiles are laid in rows.

    Parameters:
        tiles (int): The number of tiles, from 0 to 10,000.
        first (int): The number of tiles in the first row, from 1 to 100.

    Returns:
        list[int]: A number of rows, and a number of tiles that are left over.
    """
'''

REFERENCE = """\
def solution(tiles: int, first: int) -> list[int]:
    left = tiles
    length = first
    rows = 0
    while length <= left:
        left -= length
        rows += 1
        if $change:
            length += $step
    return [rows, left]
"""
VARIANTS = {"every": "rows % $every == 0", "unless": "rows % $every != 0"}
PROBLEMS = {
    "every": (
        "Rows are laid as long as there are enough tiles for a whole row. The first row has the given number of "
        "tiles. After each row whose number ($every, 2 · $every and so on, counted from 1) is a multiple of $every, "
        "the next row has $step tiles more than that row; after every other row it has as many. Find the number of "
        "rows and the number of tiles left over, as a list."
    ),
    "unless": (
        "Rows are laid as long as there are enough tiles for a whole row. The first row has the given number of "
        "tiles. After each row whose number (counted from 1) is not a multiple of $every, the next row has $step "
        "tiles more than that row; after a row whose number is a multiple of $every it has as many. Find the "
        "number of rows and the number of tiles left over, as a list."
    ),
}


def sample(draws: Draws) -> dict[str, Any]:
    pairs = [(draws.integer(60, 900), draws.integer(1, 20)) for _ in range(8)]
    return {"every": draws.integer(3, 5), "step": draws.integer(2, 9), "pairs": pairs}


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return list(dict.fromkeys(values["pairs"]))


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    every, step = values["every"], values["step"]
    return [(0, 1), (1, 1), (99, 100), (100, 100), (10_000, 1), (10_000, 100), (7 * every, 7), (14 + step, 7)]
