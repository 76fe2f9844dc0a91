"""Rules of ``hedge_bush``: all that a reader may see in the drawn bushes, tried at once.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np

from workshop.authoring.rule_space import Choices

PARTS_OF_ROWS = ("left", "right", "berries", "stem")
ENDS = ("top", "ground")  #: from where rows are counted, beginning with 0 at the top and with 1 at the ground
#: First length, rows after which a left twig is a square longer, from where they count, and more at a blue square.
LEFT = [*product((1, 2), (2, 3, 4), ENDS, (0, 1, 2))]
#: Length, which rows have a longer right twig: one in so many, the remainder, from where they count; and how much.
BEATS = [(every, beat) for every in (2, 3) for beat in range(every)]
RIGHT = [*product((1, 2), BEATS, ENDS, (1, 2))]
#: After how many rows berries start anew, from where these count, and more at a blue square.
BERRIES = [*product((3, 4, 5), ENDS, (0, 1))]
#: Which squares of the stem are blue: one in so many, the remainder, and from where they count.
STEM = [*product([(every, beat) for every in (2, 3, 4) for beat in range(every)], ENDS)]
FREE = (*PARTS_OF_ROWS, "none")  #: the part that does not matter
PARTS = {
    "left": len(LEFT), "right": len(RIGHT), "berries": len(BERRIES), "stem": len(STEM), "free": len(FREE),
}  # fmt: skip


def _lengths(part: str, place: int, height: int, stem: int) -> list[int]:
    """Return the number of a part in a row by each choice."""
    at = {"top": place, "ground": height}
    match part:
        case "left":
            return [
                first + (at[end] - (end == "ground")) // step + blue * stem for first, step, end, blue in LEFT
            ]
        case "right":
            return [first + longer * (at[end] % every == beat) for first, (every, beat), end, longer in RIGHT]
        case "berries":
            return [at[end] % cycle + blue * stem for cycle, end, blue in BERRIES]
        case _:
            return [int(at[end] % every == beat) for (every, beat), end in STEM]


def belongs(rules: Choices, rows: Sequence[Sequence[int]]) -> Any:
    """Return whether a bush belongs to the garden, by each rule."""
    found = np.ones(len(rules["free"]), dtype=bool)
    for number, part in enumerate(PARTS_OF_ROWS):
        numbers = np.array(
            [_lengths(part, place, len(rows) - place, row[3]) for place, row in enumerate(rows)]
        )
        same = (numbers == np.array([row[number] for row in rows])[:, None]).all(axis=0)
        found &= same[rules[part]] | (rules["free"] == number)
    return found
