"""Houses and trees on terraces: what is visible along each line of sight.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence
from dataclasses import dataclass

#: Rays → the height at which the ground of a row is seen, and how much higher than that of the row before it
#: if both are equally high.
LEVELS = {
    "level": ("ground[place]", 0),
    "rising": ("ground[place] - place", -1),
}
COLUMNS, ROWS = 7, 4  #: of the map
NAMES = "ABCDEFGH"
Floors = tuple[int, ...]


@dataclass(frozen=True)
class Hill:
    """Parameters: the mutation, which names the side of the viewer, the map, heights, and the houses' floors."""

    mutation: str
    plan: tuple[str, ...]  #: rows from north to south: letters of houses, ``t`` for a tree, ``.`` for nothing
    ground: tuple[int, ...]  #: height of each row
    tree: int
    seed: str  #: of the floors of the houses in the views
    tested: tuple[Floors, ...]


def sight_lines(hill: Hill, mutation: str) -> list[str]:
    """Return the lines of sight from the viewer on, from left to right as the viewer sees them."""
    columns = ["".join(column) for column in zip(*hill.plan, strict=True)]
    return [column[::-1] for column in columns] if mutation.startswith("south") else columns[::-1]


def ground_levels(hill: Hill, mutation: str) -> list[int]:
    """Return the height of the ground for each place of a line of sight."""
    return list(hill.ground[::-1] if mutation.startswith("south") else hill.ground)


def seen_parts(hill: Hill, mutation: str, floors: Sequence[int]) -> list[list[tuple[str, int, int]]]:
    """Return what is visible on each line of sight: its letter, and from which height to which in the view.

    The letter is ``t`` for a tree and ``.`` for ground.
    """
    _, slope = LEVELS[mutation.partition("-")[2]]
    levels = ground_levels(hill, mutation)
    seen = []
    for line in sight_lines(hill, mutation):
        top, parts = 0, []
        for place, spot in enumerate(line):
            level = levels[place] + slope * place
            heights = [(".", 0, level)]
            if spot == "t":
                heights.append(("t", level, level + hill.tree))
            elif spot in NAMES:
                heights.append((spot, level, level + floors[NAMES.index(spot)]))
            for name, low, high in heights:
                if high > max(top, low):
                    parts.append((name, max(top, low), high))
                top = max(top, high)
        seen.append(parts)
    return seen


def visible_squares(hill: Hill, mutation: str, floors: Sequence[int]) -> list[int]:
    parts = [part for line in seen_parts(hill, mutation, floors) for part in line]
    return [sum(high - low for name, low, high in parts if name == house) for house in NAMES]
