"""Strands of one ink that run side by side and cross many times; at each crossing one of two lies below.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.drawing.canvas import Canvas
from workshop.drawing.items import Point, points_text

LINE, EDGE = 2.6, 2.6  #: width of a strand, and of the ground on both sides of one that lies on top, px
_STEP = 1 / 31  #: between two points of a strand, in columns
#: Strands less than so far apart have to cross at an angle of at least so many radians; no third one is so close, px.
_NEAR, _ANGLE, _CLOSE = 8.5, 0.4, 10.5
_APART = 16.0  #: between two crossings of a strand, px
_TRIES = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """How many strands a tangle has, and how they run."""

    strands: int
    columns: int  #: of crossings
    row: float  #: between two strands at their ends, px
    column: float  #: width of a column, px
    crossings: int  #: minimum of each column
    far: int  #: hundredths of a row by which a strand is moved at most before all are put in order, in a column


@dataclass(frozen=True, slots=True, kw_only=True)
class Tangle:
    """Strands from the left to the right, numbered from the top; lengths in px from the first one's start."""

    ends: tuple[int, ...]  #: the row in which each strand ends
    under: tuple[int, ...]  #: number of crossings at which each strand lies below
    over: tuple[int, ...]
    pieces: tuple[tuple[tuple[Point, ...], ...], ...]  #: what is drawn of each strand
    heads: tuple[
        tuple[Point, Point], ...
    ]  #: a place for an arrowhead on each strand, and the way to the right there
    long: float

    def draw(self, canvas: Canvas, place: Callable[[float, float], Point]) -> None:
        """Draw all strands; ``place`` returns where a point is in the picture."""
        for pieces in self.pieces:  # a path of several pieces does not wobble in drawings by hand
            commands = (
                f"M {points_text([place(*p) for p in piece[:1]])} L {points_text([place(*p) for p in piece[1:]])}"
                for piece in pieces
            )
            canvas.path(" ".join(commands), line=LINE)


def tangle(draws: Draws, form: Form, fits: Callable[[Tangle], bool] = lambda _: True) -> Tangle:
    """Return a tangle that ``fits``, and whose crossings are clear.

    Raises:
        UnfitError: if none was found.
    """
    for _ in range(1500):
        orders, shifts = [[*range(form.strands)]], [[0.0] * form.strands]
        while orders and len(orders) <= form.columns:
            orders, shifts = _longer(draws, form, orders, shifts)
        if not orders:
            continue
        rows = _rows(orders, shifts, np.arange(0, form.columns + _STEP / 2, _STEP))
        for _ in range(_TRIES):
            made = _laid(draws, form, orders, rows)
            if made is None:
                break
            if fits(made):
                return made
    raise UnfitError("a tangle has no clear crossings")


def _longer(
    draws: Draws, form: Form, orders: list[list[int]], shifts: list[list[float]]
) -> tuple[list[list[int]], list[list[float]]]:
    """Return a tangle with a column more; empty lists if none was found."""
    count, last = form.strands, len(orders) == form.columns
    for _ in range(_TRIES):
        places = {strand: row + draws.integer(0, form.far) / 100 for row, strand in enumerate(orders[-1])}
        after = sorted(places, key=places.__getitem__)
        turned = sum(after.index(a) > after.index(b) for a, b in combinations(orders[-1], 2))
        if turned < form.crossings:
            continue
        made = [*orders, after]
        moved = [*shifts, [0.0] * count if last else [draws.integer(-30, 30) / 100 for _ in range(count)]]
        rows = _rows(made, moved, np.arange(0, len(orders) - (0 if last else 0.7), _STEP))
        if rows.min() > -0.3 and rows.max() < count - 0.7 and _is_clear(form, rows):
            return made, moved
    return [], []


def _rows(
    orders: list[list[int]], shifts: list[list[float]], places: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    """Return the row of each strand at places counted in columns."""
    found, columns = [], np.arange(len(orders))
    for strand in range(len(orders[0])):
        x = columns + np.array([moved[strand] for moved in shifts])
        y = np.array([order.index(strand) for order in orders], dtype=float)
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


def _angles(form: Form, rows: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    return np.arctan(np.gradient(rows, axis=1) * form.row / (_STEP * form.column))


def _is_clear(form: Form, rows: npt.NDArray[np.float64]) -> bool:
    """Whether strands that meet cross at an angle, and only two at one place."""
    angles = _angles(form, rows)
    steep = np.minimum(np.cos(angles)[:, None], np.cos(angles)[None])
    apart = np.abs(rows[:, None] - rows[None]) * form.row * steep
    between = np.abs(angles[:, None] - angles[None])
    apart[np.arange(len(rows)), np.arange(len(rows))] = 999
    return not (((apart < _NEAR) & (between < _ANGLE)).any() or ((apart < _CLOSE).sum(axis=1) > 1).any())


def _laid(draws: Draws, form: Form, orders: list[list[int]], rows: npt.NDArray[np.float64]) -> Tangle | None:
    """Lay one of two strands below at each crossing; None if crossings are too close, or arrowheads have no room."""
    count, long = len(rows), (len(orders) - 1) * form.column
    x, angles = np.linspace(0, long, rows.shape[1]), _angles(form, rows)
    along = np.concatenate(
        [np.zeros((count, 1)), np.cumsum(np.hypot(np.diff(x), np.diff(rows) * form.row), axis=1)], axis=1
    )
    hidden, met = np.zeros(rows.shape, dtype=bool), [list[float]() for _ in rows]
    under, over = [0] * count, [0] * count
    for first, second in combinations(range(count), 2):
        for at in np.flatnonzero(np.diff(np.sign(rows[first] - rows[second]))):
            top, low = draws.shuffled((first, second))
            under[low], over[top] = under[low] + 1, over[top] + 1
            met[low].append(float(along[low, at]))
            met[top].append(float(along[top, at]))
            angle = abs(angles[first, at] - angles[second, at])
            half = (LINE / 2 + EDGE + LINE / 2 * abs(math.cos(angle))) / math.sin(angle)
            hidden[low] |= np.abs(along[low] - (along[low, at] + along[low, at + 1]) / 2) < half
    if any(
        b - a < _APART for places in met for a, b in zip(sorted(places), sorted(places)[1:], strict=False)
    ):
        return None
    steep = np.cos(angles)
    heads = []
    for strand in range(count):
        clear = np.min(np.abs(np.delete(rows, strand, 0) - rows[strand]) * form.row, axis=0) * steep[strand]
        clear[: rows.shape[1] // 4] = clear[rows.shape[1] * 3 // 4 :] = 0
        free = int(clear.argmax())
        if clear[free] < 11.5:
            return None
        heads.append(
            (
                (float(x[free]), float(rows[strand, free] * form.row)),
                (math.cos(angles[strand, free]), math.sin(angles[strand, free])),
            )
        )
    pieces = []
    for strand in range(count):
        points = [
            (-16.0, strand * form.row),
            *zip(map(float, x), (float(y) for y in rows[strand] * form.row), strict=True),
        ]
        points.append((long + 16, orders[-1].index(strand) * form.row))
        shown, made = [True, *(~hidden[strand]).tolist(), True], list[list[Point]]([[]])
        for point, is_shown in zip(points, shown, strict=True):
            if is_shown:
                made[-1].append(point)
            elif made[-1]:
                made.append([])
        pieces.append(tuple(tuple(piece) for piece in made if len(piece) > 1))
    return Tangle(
        ends=tuple(orders[-1].index(strand) for strand in range(count)), under=tuple(under), over=tuple(over),
        pieces=tuple(pieces), heads=tuple(heads), long=long,
    )  # fmt: skip
