"""Tracks that run side by side from the left to the right, and cross many times.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence
from itertools import pairwise, product
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError

ROW = 88.0  #: between two tracks, px
WIDE = 80.0  #: of a column of crossings, px
LOOSE, FINE = 90.0, 36.0  #: of a column of a loose tangle, and of a fine one, px
#: Width of a column → tracks so close have to cross at an angle; and no third one is so close, px.
_APART = {WIDE: (13, 22), LOOSE: (13, 20), FINE: (8, 12)}
_ANGLE = 0.3  #: least angle of a crossing, radians

#: Which track is in which row, at the beginning and after each column.
Orders = list[list[int]]


def crossings(order: Sequence[int]) -> int:
    """Return how many pairs of an order are the wrong way round."""
    return sum(order[a] > order[b] for a, b in product(range(len(order)), repeat=2) if a < b)


def tangle(draws: Draws, count: int) -> Orders:
    """Return five tracks that are level between ``count`` columns of crossings."""
    while True:
        columns = [[*range(5)]]
        while len(columns) <= count:
            after = draws.shuffled(range(5))
            if after != columns[-1] and all(
                abs(after.index(track) - row) < 4 for row, track in enumerate(columns[-1])
            ):
                columns.append(after)
        if _is_clear(columns) and 3 * count < sum(
            crossings([after.index(n) for n in before]) for before, after in pairwise(columns)
        ):
            return columns


def _is_clear(columns: Orders) -> bool:
    """Whether tracks that meet cross at an angle, and only two at one place."""
    for before, after in pairwise(columns):
        steps = np.arange(0.0, 1.0, 0.02)
        smooth = steps * steps * (3 - 2 * steps)
        rows = np.array([row + (after.index(track) - row) * smooth for row, track in enumerate(before)])
        if not _cross_well(rows, WIDE):
            return False
    return True


def _cross_well(rows: npt.NDArray[np.float64], wide: float) -> bool:
    near, close = _APART[wide]
    apart = np.abs(rows[:, None] - rows[None]) * ROW
    slopes = np.gradient(rows, axis=1) * ROW / (0.02 * wide)
    angles = np.abs(np.arctan(slopes)[:, None] - np.arctan(slopes)[None])
    apart[np.arange(len(rows)), np.arange(len(rows))] = 999
    return not (((apart < near) & (angles < _ANGLE)).any() or ((apart < close).sum(axis=1) > 1).any())


def loose_tangle(draws: Draws, count: int, wide: float = LOOSE) -> dict[str, Any]:
    """Return five tracks that are level nowhere between their ends: ``orders``, and ``shifts`` of their bends.

    Args:
        draws: the choices.
        count: number of columns.
        wide: width of a column, px; one of a fixed few.

    Raises:
        UnfitError: if no choices were found whose crossings are clear.
    """
    for _ in range(300):
        made: dict[str, Any] = {"orders": [[*range(5)]], "shifts": [[0.0] * 5]}
        while made and len(made["orders"]) <= count:
            made = _longer(draws, made, count, wide)
        if made:
            return made
    raise UnfitError("a tangle has no clear crossings")


def _longer(draws: Draws, made: dict[str, Any], count: int, wide: float) -> dict[str, Any]:
    """Return a loose tangle with a column more; an empty dict if none was found."""
    before = made["orders"][-1]
    last = len(made["orders"]) == count
    for _ in range(60):
        after = draws.shuffled(range(5))
        if crossings([after.index(track) for track in before]) < 4:
            continue
        shifts = [0.0] * 5 if last else [draws.integer(-30, 30) / 100 for _ in range(5)]
        longer = {"orders": [*made["orders"], after], "shifts": [*made["shifts"], shifts]}
        end = count if last else len(made["orders"]) - 1.3
        rows = rows_at(longer, np.arange(0.0, max(end, 0.3), 0.02))
        inside = rows.min() > -0.2 and rows.max() < 4.2
        if inside and _cross_well(rows, wide):
            return longer
    return {}


def rows_at(loose: dict[str, Any], places: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return the row of each track of a loose tangle, smoothly, at places counted in columns."""
    found, columns = [], np.arange(len(loose["orders"]))
    for track in range(5):
        x = columns + np.array([shifts[track] for shifts in loose["shifts"]])
        y = np.array([order.index(track) for order in loose["orders"]], dtype=float)
        slopes = np.zeros(len(x))
        slopes[1:-1] = 0.7 * (y[2:] - y[:-2]) / (x[2:] - x[:-2])
        place = np.clip(np.searchsorted(x, places, side="right") - 1, 0, len(x) - 2)
        wide = x[place + 1] - x[place]
        t = (places - x[place]) / wide
        found.append(
            (2 * t**3 - 3 * t**2 + 1) * y[place]
            + (t**3 - 2 * t**2 + t) * wide * slopes[place]
            + (3 * t**2 - 2 * t**3) * y[place + 1]
            + (t**3 - t**2) * wide * slopes[place + 1]
        )
    return np.array(found)
