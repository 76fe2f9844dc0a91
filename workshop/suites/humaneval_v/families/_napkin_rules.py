"""Rules by which a napkin is folded, punched and unfolded.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from workshop.authoring.rule_space import RuleSpace, program_space, rule_of

STEPS = (-2, -1, 0, 1, 2)
#: How the step from the first pin to the second, rows down and columns to the right, is changed by a punch.
TURNS: Mapping[str, Callable[[int, int], tuple[int, int]]] = {
    "same": lambda down, right: (down, right),
    "half turn": lambda down, right: (-down, -right),
    "turned right": lambda down, right: (right, -down),
    "turned left": lambda down, right: (-right, down),
    "mirrored across": lambda down, right: (down, -right),
    "mirrored down": lambda down, right: (-down, right),
}
#: Parts of what a reader may see in the steps of a napkin → their choices.
PARTS: dict[str, Sequence[Any]] = {
    "still columns": ("start", "end", "middle"),
    "still rows": ("start", "end", "middle"),
    "moved columns": ("turned", "slid"),
    "moved rows": ("turned", "slid"),
    # What napkins of all sides have in common.
    "folds": ("share of the side", "squares that are moved", "squares that stay"),
    "down": STEPS,  # from the first pin to the second
    "right": STEPS,
    "distance": ("squares", "share of the side"),
    "next punch": tuple(TURNS),
    "result": ("as it lay", "mirrored across", "mirrored down", "half turn"),
}
SHOWN_SIDE = 8  #: of the napkin whose folds are drawn


@lru_cache(maxsize=4096)
def layers(side: int, still: str, place: int, moved: str, folds: str, mirrored: bool) -> tuple[int, ...]:
    """Return the rows (or columns) of a napkin that lie on one another at a place of the folded napkin.

    Raises:
        IndexError: if the folded napkin has no such place.
    """
    known = side if folds == "share of the side" else SHOWN_SIDE
    wide = known // (4 if still == "middle" else 2)  # of a moved part
    if folds == "squares that stay":
        wide = (side - known // 2) // (2 if still == "middle" else 1)
    low = 0 if still == "start" else wide
    high = side if still == "end" else side - wide
    if not 0 <= place < high - low:
        raise IndexError(place)
    found = [low + place]
    if place < low:  # the part before the still one covers as much of it
        found.append(low - 1 - place if moved == "turned" else place)
    if place >= 2 * high - low - side:
        found.append(2 * high - 1 - low - place if moved == "turned" else side - high + low + place)
    return tuple(side - 1 - line if mirrored else line for line in found)


def unfolded(choices: Sequence[Any], side: int, holes: Sequence[Sequence[int]]) -> list[str]:
    """Return the unfolded napkin by a rule of the space."""
    columns, rows, moved_columns, moved_rows, folds, down, right, distance, turn, result = choices
    if distance != "squares":  # more than half a square is a whole one
        down, right = (round(step * side / SHOWN_SIDE + step / 9) for step in (down, right))
    across, over = result in ("mirrored across", "half turn"), result in ("mirrored down", "half turn")
    lines = [0] * side
    for row, column in holes:
        for r, c in (row, column), (row + down, column + right):
            mask = sum(1 << place for place in layers(side, columns, c, moved_columns, folds, across))
            for place in layers(side, rows, r, moved_rows, folds, over):
                lines[place] |= mask
        down, right = TURNS[turn](down, right)
    return [_line(mask, side) for mask in lines]


@lru_cache(maxsize=4096)
def _line(mask: int, side: int) -> str:
    return "".join("o" if mask >> place & 1 else "." for place in range(side))


def right_rule(columns: str, rows: str, second: tuple[int, int]) -> Mapping[str, int]:
    """Return a right rule by the parts that are not moved, and the rows down and columns right to the second pin."""
    meant = columns, rows, "turned", "turned", "share of the side", *second, "squares", "same", "as it lay"
    return rule_of(PARTS, meant)


@lru_cache(maxsize=1)
def napkin_rules() -> RuleSpace:
    """Return the space of all rules."""
    return program_space(PARTS, unfolded)
