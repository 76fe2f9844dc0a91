"""A string is pulled tight below nails.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "math"
LEVEL = "medium"
CATEGORIES = ("geometry",)

TEXT = '''\
def solution(nails: list[list[int]]) -> list[list[int]]:
    """
    Find where a string touches nails.

    Parameters:
        nails (list[list[int]]): 0 to 40 points [x, y] with whole numbers from -100 to 100, in any order; no two
            have the same x.

    Returns:
        list[list[int]]: Points [x, y] with increasing x.
    """
'''
REFERENCE = """\
def solution(nails: list[list[int]]) -> list[list[int]]:
    moved = []
    for x, y in nails:
        if x % $step == 0:
            y += $lift
        moved.append([x, y])
    touched = []
    for x, y in sorted(moved):
        while len(touched) > 1:
            old_x, old_y = touched[-2]
            last_x, last_y = touched[-1]
            wide = x - old_x
            high = y - old_y
            turn = (last_x - old_x) * high - wide * (last_y - old_y)
            if $change:
                break
            touched.pop()
        touched.append([x, y])
    return touched
"""
VARIANTS = {"corners": "turn > 0", "all": "turn >= 0"}
PROBLEMS = {
    "corners": (
        "Nails are at points of a wall. First, every nail whose x is a multiple of $step is moved up by $lift (its y grows). "
        "Then a string is tied to the nail that is farthest left, led along below all other nails to the nail that is "
        "farthest right, and pulled tight and tied there, so that it runs straight except at nails. Return the two nails "
        "at its ends and all nails at which it bends, at their new places, from left to right. Nails that it only touches "
        "without a bend are left out. With fewer than three nails return all of them in the same way."
    ),
    "all": (
        "Nails are at points of a wall. First, every nail whose x is a multiple of $step is moved up by $lift (its y grows). "
        "Then a string is tied to the nail that is farthest left, led along below all other nails to the nail that is "
        "farthest right, and pulled tight and tied there, so that it runs straight except at nails. Return all nails that "
        "lie on the string, at their new places, from left to right: the two at its ends, those at which it bends, and "
        "those that it only touches without a bend. With fewer than three nails return all of them in the same way."
    ),
}


def sample(draws: Draws) -> dict[str, Any]:
    step, lift = draws.integer(3, 5), draws.integer(4, 12)
    lists = []
    for count in (4, 5, 6, 8, 10, 12, 14, 16):
        columns = draws.sample(range(-20, 21), count)
        slope, level = draws.integer(-2, 2), draws.integer(-14, 14)
        nails = {x: slope * x + level + draws.integer(count % 4 // 2, 25) for x in columns}
        for x in draws.sample(range(-20, 21), 4):
            nails[x] = slope * x + level - (lift if x % step == 0 else 0)
        lists.append([[x, y] for x, y in nails.items()])
    return {"step": step, "lift": lift, "lists": lists}


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(nails,) for nails in values["lists"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    step, lift = values["step"], values["lift"]
    return [
        ([],),
        ([[step, 4]],),
        ([[1, 9], [-1, 3]],),
        ([[1, 1], [-step, 1 - lift], [-1, 1], [2, 1]],),
        ([[-1, 0], [0, -1], [1, 0]],),
        ([[1, 0], [2, 0], [7, -1]],),
        ([[1, 0], [2, 0], [7, 1]],),
        ([[x, -x] for x in range(40)],),
        ([[x, x * x // 9] for x in range(-20, 20)],),
    ]
