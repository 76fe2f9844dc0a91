"""The islands of ``island_pastures``: fields, hours between them, and what the pictures have to show.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from itertools import product
from typing import Any


def _near(column: int, row: int, lower: int) -> list[tuple[int, int]]:
    """Return the six fields around a field, the highest first, clockwise."""
    side = row - 1 + (column + lower) % 2
    return [
        (column, row - 1), (column + 1, side), (column + 1, side + 1),
        (column, row + 1), (column - 1, side + 1), (column - 1, side),
    ]  # fmt: skip


def hours_from(values: dict[str, Any], island: str, camp: tuple[int, int]) -> dict[tuple[int, int], int]:
    """Return the hours from a camp to each field that it can reach."""
    lines = island.split()
    kinds = {(x, y): kind for y, line in enumerate(lines) for x, kind in enumerate(line)}
    times = {camp: 0}
    before: dict[tuple[int, int], int] = {}
    while before != times:
        before = dict(times)
        for place, spent in before.items():
            for other in _near(*place, values["lower"]):
                if kinds.get(other, "w") not in "rw":
                    step = spent + values["hours"].get(kinds[other], 0)
                    times[other] = min(step, times.get(other, step))
    return times


def place_of(name: str) -> tuple[int, int]:
    """Return the column and row of a field, from 0."""
    return ord(name[0]) - 65, int(name[1]) - 1


def field_names(values: dict[str, Any]) -> list[str]:
    """Return the names of the fields of meadow and swamp on the first island, row by row."""
    lines = values["ground"].split()
    return [
        f"{chr(65 + x)}{y + 1}" for y, line in enumerate(lines) for x, kind in enumerate(line) if kind in ".s"
    ]


def is_clear(values: dict[str, Any]) -> bool:
    """Whether pictures 2 and 3 show what they must, and the first island has no part that is too small."""
    camp = (1, 2)
    lonely = values["lonely"].split()
    near = [(x, y) for x, y in _near(*camp, values["lower"]) if 0 <= x < 6 and 0 <= y < 4]
    kinds = [lonely[y][x] for x, y in near]
    hours = hours_from(values, values["lonely"], camp)
    if kinds.count("s") < 2 or kinds.count(".") < 2 or len(hours) < 17 or not _tells_all_steps(values, hours):
        return False
    shared = values["shared"].split()
    first, second = map(place_of, values["camps"])
    if {shared[row][column] for column, row in (first, second)} != {"."}:
        return False
    times = [hours_from(values, values["shared"], place) for place in (first, second)]
    ties = [place for place in times[0] if times[0][place] == times[1][place]]
    sizes = [sum(times[a][place] < times[1 - a][place] for place in times[0]) for a in (0, 1)]
    fields = field_names(values)
    reached = max(len(hours_from(values, values["ground"], place_of(name))) for name in fields[:3])
    return 3 <= len(ties) <= 5 and min(sizes) >= 6 and len(fields) - 4 <= reached < len(fields)


def _tells_all_steps(values: dict[str, Any], hours: dict[tuple[int, int], int]) -> bool:
    """Whether picture 2 tells the hours of a step between each two kinds, also to who takes all four for different."""
    lonely = values["lonely"].split()
    swamps = {(x, y) for x, y in hours if lonely[y][x] == "s"}
    for is_swamp in (False, True):
        ends = [place for place in hours if hours[place] and (place in swamps) == is_swamp]
        fitting = 0
        for steps in product(range(1, 16), repeat=2):  # from meadow, from swamp
            fitting += all(
                hours[end]
                == min(
                    hours[place] + steps[place in swamps]
                    for place in _near(*end, values["lower"])
                    if place in hours
                )
                for end in ends
            )
        if fitting != 1:
            return False
    return True
