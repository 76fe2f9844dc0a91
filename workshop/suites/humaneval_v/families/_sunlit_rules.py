"""Rules by which houses in a row, and a wall, throw shadows on one another.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from workshop.authoring.family import Call
from workshop.authoring.rule_space import Choices, RuleSpace, choice_counts, rule_of

#: Parts of what a reader may see in rows of houses → their choices.
PARTS: dict[str, Sequence[Any]] = {
    "sun": ("left", "right"),
    "drop": (0, 0.5, 1, 1.5, 2, 2.5, 3),  # floors by which a shadow is lower, per place
    "from": (0, 1),  # places before it gets lower
    "wall": tuple(range(9)),  # floors of the first place in its shadow
    "wall's shadow": ("as a house's", "the first place only", "the first house only", "on all houses alike"),
    "throwing": ("all before", "the highest before", "the nearest before", "the highest of all"),
    "reach": (1, 2, 3, 5, 99),  # places on which a shadow falls
    "empty places": ("as others", "are no distance", "end shadows"),
    "part of a floor": ("dark", "lit"),  # that is in the shade
}


#: Parts by which houses and a wall like a house throw shadows; the last choices change the lit floors alone.
_THROWN = ("sun", "drop", "from", "wall", "throwing", "reach", "empty places")


def _shades(rules: Mapping[str, npt.NDArray[Any]], rows: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """Return how high the shade is by each rule at each place, from the sun on; ``rows`` has a row of each sun.

    What throws a shadow is a column: the wall, one place before the first house, and each house.
    """
    drop, wait, wall, throwing, reach, empty = (rules[name][:, None] for name in _THROWN[1:])
    heights = rows[rules["sun"]]
    gaps = heights == 0
    places = np.arange(heights.shape[1])
    near = np.where(empty == 1, np.cumsum(~gaps, axis=1) - ~gaps, places)
    high = np.hstack([np.where(wall > 0, wall + drop * (1 - wait), 0), heights])
    far = np.hstack([np.full_like(wall, -1), near])
    throws = high > 0
    throws[:, 1:] &= (throwing != 3) | (heights == heights.max(axis=1, initial=0, keepdims=True))
    shades = np.zeros(heights.shape)
    for place in places:
        of, shown = high[:, : place + 1], throws[:, : place + 1].copy()
        ranks = np.where(throwing == 1, of, 1) * shown
        one = place - ranks[:, ::-1].argmax(axis=1, keepdims=True)  # the last of the highest, or of all
        shown &= ((throwing != 1) & (throwing != 2)) | (np.arange(place + 1) == one)
        away = near[:, [place]] - far[:, : place + 1]
        below = np.where(shown & (away <= reach), of - drop * np.maximum(away - wait, 0), 0)
        shades[:, place] = below.max(axis=1, initial=0)
        throws[:, : place + 1] &= ~(gaps[:, [place]] & (empty == 2))
    return shades


def _lit(rules: Choices, call: Call) -> npt.NDArray[np.int64]:
    """Return the number of lit floors of each house by each rule."""
    row = np.array(call[0], dtype=int)
    rows = np.stack([row, row[::-1]])
    wall, kind = np.array(PARTS["wall"])[rules["wall"]], rules["wall's shadow"]
    thrown = {name: rules[name] for name in _THROWN} | {"wall": np.where(kind == 0, wall, 0)}
    sizes = [len(PARTS[name]) for name in _THROWN]
    keys, which = np.unique(np.ravel_multi_index(list(thrown.values()), sizes), return_inverse=True)
    alike = dict(zip(_THROWN, np.unravel_index(keys, sizes), strict=True))
    alike |= {name: np.array(PARTS[name])[alike[name]] for name in ("drop", "from", "wall", "reach")}
    shades, heights, places = _shades(alike, rows)[which], rows[rules["sun"]], np.arange(len(row))
    first = np.where(kind == 2, (heights > 0).argmax(axis=1) if row.size else 0, 0)[:, None]
    low = (kind[:, None] > 0) & ((places == first) | (kind[:, None] == 3))
    shades = np.where(low, np.maximum(wall[:, None], shades), shades)
    dark = np.where(rules["part of a floor"][:, None] == 0, np.ceil(shades), np.floor(shades)).astype(int)
    lit: npt.NDArray[np.int64] = np.maximum(heights - dark, 0)
    return np.where(rules["sun"][:, None] == 0, lit, lit[:, ::-1])


def right_rule(mutation: str, drop: int, wall: int) -> Mapping[str, int]:
    """Return the rule of a mutation, by the floors of a shadow's fall and of the first house's shade."""
    way, sun = mutation.split("-")
    falls = drop if way == "slope" else 0
    meant = sun, falls, 0, wall, "as a house's", "all before", 99, "as others", "dark"
    return rule_of(PARTS, meant)


def sunlit_rules() -> RuleSpace:
    """Return the space of all rules."""
    parts = choice_counts(PARTS)
    return RuleSpace(parts=parts, results=_lit, compared=600)
