"""Sheets of different thickness lie over each other.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "math"
LEVEL = "long"
CATEGORIES = ("geometry",)

TEXT = '''\
def solution(sheets: list[list[int]]) -> int:
    """
    Measure a part of a table with sheets on it.

    Parameters:
        sheets (list[list[int]]): 0 to 15 sheets [x, y, wide, high, thick]: the lower left corner (x, y), whole
            numbers from -100 to 100; width and height from 1 to 100; the thickness from 1 to 9.

    Returns:
        int: An area, from 0 on.
    """
'''
REFERENCE = """\
def solution(sheets: list[list[int]]) -> int:
    columns = set()
    rows = set()
    for x, y, wide, high, thick in sheets:
        columns.add(x)
        columns.add(x + wide)
        rows.add(y)
        rows.add(y + high)
    across = sorted(columns)
    upwards = sorted(rows)
    rights = across[1:]
    tops = upwards[1:]
    area = 0
    for left, right in zip(across, rights):
        for low, top in zip(upwards, tops):
            height = 0
            for x, y, wide, high, thick in sheets:
                if x <= left and left < x + wide:
                    if y <= low and low < y + high:
                        height += thick
                        if $change:
                            height = 0
            if height >= $least:
                area += (right - left) * (top - low)
    return area
"""
VARIANTS = {"over": "height > $most", "multiple": "height % $most == 0"}
PROBLEMS = {
    "over": (
        "Sheets of paper are laid on a table one after the other, their sides parallel to its edges. At each place of the table "
        "there is a pile, at first of height 0. Each sheet makes the piles below all its places higher by its thickness; but "
        "where a pile becomes higher than $most by that, it is taken away completely at once, so that its height is 0 "
        "again, and later sheets begin a new pile there. Return the area of all places at which the height is at least $least "
        "at the end."
    ),
    "multiple": (
        "Sheets of paper are laid on a table one after the other, their sides parallel to its edges. At each place of the table "
        "there is a pile, at first of height 0. Each sheet makes the piles below all its places higher by its thickness; but "
        "where the height of a pile becomes a multiple of $most by that, it is taken away completely at once, so that its "
        "height is 0 again, and later sheets begin a new pile there. Return the area of all places at which the height is at "
        "least $least at the end."
    ),
}


def sample(draws: Draws) -> dict[str, Any]:
    lists = []
    for count in (3, 4, 5, 6, 7, 8, 9, 10):
        sheets = []
        for _ in range(count):
            x, y = draws.integer(-9, 9), draws.integer(-9, 9)
            sheets.append([x, y, draws.integer(4, 16), draws.integer(4, 16), draws.integer(1, 5)])
        lists.append(sheets)
    return {"least": draws.integer(3, 5), "most": draws.integer(6, 8), "lists": lists}


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(sheets,) for sheets in values["lists"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    least, most = values["least"], values["most"]
    return [
        ([],),
        ([[0, 0, 5, 4, least]],),
        ([[0, 0, 5, 4, least - 1]],),
        ([[2, 3, 7, 6, most]],),
        ([[0, 0, 3, 3, most], [0, 0, 3, 3, least - 1]],),
        ([[0, 0, 3, 3, most + 1], [0, 0, 3, 3, least - 1]],),
        ([[2, 3, 7, 6, most - 1], [4, 5, 3, 1, 1]],),
        ([[2, 3, 7, 6, most], [9, 3, 1, 6, least], [2, 9, 7, 2, least]],),
        ([[-1, -1, 4, 4, most - 1], [0, 0, 2, 2, 2], [1, 1, 5, 5, least]],),
        ([[100, 100, 100, 100, 4], [-100, -100, 100, 100, 4]],),
        ([[9 * place - 100, 100 - 13 * place, 100, 100 - place, place % 9 + 1] for place in range(15)],),
    ]
