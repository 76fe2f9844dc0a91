"""Slanted light throws shadows of sticks onto a wall.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "math"
LEVEL = "medium"
CATEGORIES = ("geometry",)

TEXT = '''\
def solution(sticks: list[list[int]]) -> list[int]:
    """
    Look at the shadows of sticks on a wall.

    Parameters:
        sticks (list[list[int]]): 1 to 40 sticks, each [x, y, u, v] with whole numbers from -100 to 100: one end
            at the point (x, y) and the other at the point (u, v).

    Returns:
        list[int]: Two whole numbers, each from 0 on.
    """
'''
REFERENCE = """\
def solution(sticks: list[list[int]]) -> list[int]:
    shadows = []
    for x, y, u, v in sticks:
        start = $change
        end = $wide * u + $high * v
        shadows.append([min(start, end), max(start, end)])
    shadows.sort()
    dark = 0
    parts = 1
    reach = shadows[0][0]
    for low, high in shadows:
        if low > reach + $blur:
            parts += 1
            reach = low
        if high > reach:
            dark += high - reach
            reach = high
    return [dark, parts]
"""
VARIANTS = {"straight": "$wide * x + $high * y", "crossed": "$wide * y + $high * x"}
PROBLEMS = {
    "straight": (
        "The end (x, y) of a stick throws its shadow to the place $wide * x + ($high) * y of a wall, the end (u, v) to the place "
        "$wide * u + ($high) * v. The shadow of the stick is everything between these two places. Shadows that overlap, touch, "
        "or have a gap of at most $blur between them are one dark part; such gaps are dark as well. Return the length of "
        "all dark parts together, and the number of dark parts. A single place without length is also a part."
    ),
    "crossed": (
        "The end (x, y) of a stick throws its shadow to the place $wide * y + ($high) * x of a wall, the end (u, v) to the place "
        "$wide * u + ($high) * v. The shadow of the stick is everything between these two places. Shadows that overlap, touch, "
        "or have a gap of at most $blur between them are one dark part; such gaps are dark as well. Return the length of "
        "all dark parts together, and the number of dark parts. A single place without length is also a part."
    ),
}
EQUIVALENT = {
    "high > reach → high >= reach": "adds a length of 0",
}


def sample(draws: Draws) -> dict[str, Any]:
    lists = []
    for count in (2, 3, 4, 5, 6, 8, 10, 12):
        sticks = []
        for _ in range(count):
            x, y = draws.integer(-60, 60), draws.integer(-60, 60)
            sticks.append([x, y, x + draws.integer(-8, 8), y + draws.integer(-8, 8)])
        lists.append(sticks)
    wide, high = draws.choice(
        ((2, -3), (2, -5), (3, -4), (3, -5), (3, -7), (4, -7), (5, -7), (5, -8), (4, -9))
    )
    return {
        "wide": wide,
        "high": high,
        "blur": draws.integer(2, 12),
        "lists": lists,
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(sticks,) for sticks in values["lists"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    wide, blur, high = values["wide"], values["blur"], values["high"]
    along = [[-3 * high, 3 * wide, -high, wide], [0, 0, high, -wide]]
    places = {wide * u + high * v: [u, v] for u in range(-12, 13) for v in range(-12, 13)}
    close = [places[0], places[blur], places[-7]]
    apart = [places[1], places[blur + 2], places[-1]]
    points = [([[*place, *place] for place in row],) for row in (close, apart)]
    turned = [([[*place[::-1], *place] for place in row],) for row in (close, apart)]
    return [([[4, 7, 4, 7]],), (along,), *points, *turned, ([[100, -100, -100, 100]] * 40,)]
