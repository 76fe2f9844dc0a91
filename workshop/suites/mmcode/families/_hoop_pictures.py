"""Drawings of the hoops of ``quay_hoops``, and their words.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from benchmark.files.palette import Colour
from workshop.authoring.family import UnfitError
from workshop.drawing.canvas import Canvas
from workshop.suites.mmcode.families._hoops import LINKED, ON, Scene

PANEL = (322, 186)  #: of a small drawing, px
_FINE = 8  #: points between two points of a hoop
MARK_WORDS = {"g": "a gap", "s": "a black square", "d": "a blue disc"}
Line = npt.NDArray[np.float64]


def _crossing(one: Line, other: Line, places: tuple[int, int]) -> Line:
    """Return the point where two parts of lines cross."""
    (a, b), (c, d) = (
        (line[place], line[(place + 1) % len(line)]) for line, place in zip((one, other), places, strict=True)
    )
    (rx, ry), (sx, sy) = b - a, d - c
    share = ((c[0] - a[0]) * sy - (c[1] - a[1]) * sx) / (rx * sy - ry * sx)
    return np.asarray(a + share * (b - a))


def _crossings(scene: Scene) -> list[tuple[Line, int, int]]:
    """Return the point of each crossing, with the upper hoop and the lower one."""
    found = []
    for pair, cuts in scene.cuts.items():
        for places, upper in zip(cuts, scene.over[pair], strict=True):
            found.append(
                (_crossing(scene.lines[pair[0]], scene.lines[pair[1]], places), upper, sum(pair) - upper)
            )
    return found


def spots(scene: Scene, signs: Sequence[Sequence[str]], room: float) -> list[dict[str, Line]]:
    """Return a free point for each sign of each hoop, ``room`` px from all other lines at least.

    Raises:
        UnfitError: if there is none.
    """
    placed = []
    for number, own in enumerate(signs):
        line = scene.lines[number]
        others = [other for place, other in enumerate(scene.lines) if place != number]
        apart = np.hypot(*(line[:, None] - np.concatenate(others)[None]).transpose(2, 0, 1)).min(axis=1)
        found: dict[str, Line] = {}
        for sign in own:
            near = [np.hypot(*(line - point).T) for point in found.values()]
            free = np.min([apart, *(0.62 * distance for distance in near)], axis=0)
            if free.max() < room:
                raise UnfitError("no room for a sign")
            found[sign] = line[int(free.argmax())]
        placed.append(found)
    return placed


def draw(
    canvas: Canvas,
    scene: Scene,
    placed: Sequence[dict[str, Line]],
    *,
    corner: tuple[float, float] = (0.0, 0.0),
    line: float = 5.0,
    cut: float = 11.0,
    red: Sequence[int] = (),
) -> None:
    """Draw hoops with their signs: marks, a letter, or a hook ``^``; those of ``red`` in this colour."""
    crossings = _crossings(scene)
    for number, points in enumerate(scene.lines):
        paint: Colour = "red" if number in red else "ink"
        fine = _fine(points)
        shown = np.ones(len(fine), bool)
        for point, _, lower in crossings:
            if lower == number:
                shown &= np.hypot(*(fine - point).T) > cut
        if "g" in placed[number]:
            shown &= np.hypot(*(fine - placed[number]["g"]).T) > cut
        for part in _parts(fine, shown):
            canvas.line(*((x + corner[0], y + corner[1]) for x, y in part), stroke=paint, line=line)
        if "g" in placed[number]:
            away = np.hypot(*(fine - placed[number]["g"]).T)
            for place in np.flatnonzero((away <= cut) != np.roll(away <= cut, 1)):
                canvas.circle(
                    fine[place][0] + corner[0], fine[place][1] + corner[1], line, fill=paint, stroke=paint
                )
    for own in placed:
        for sign, point in own.items():
            _sign(canvas, sign, point[0] + corner[0], point[1] + corner[1], line)


def _fine(points: Line) -> Line:
    after = np.roll(points, -1, axis=0)
    shares = np.arange(_FINE)[None, :, None] / _FINE
    return np.asarray((points[:, None] + (after - points)[:, None] * shares).reshape(-1, 2))


def _parts(fine: Line, shown: npt.NDArray[np.bool_]) -> list[Line]:
    """Return the parts of a closed line that are shown."""
    if shown.all():
        return [np.concatenate([fine, fine[:1]])]
    first = int(np.flatnonzero(~shown)[0])
    fine, shown = np.roll(fine, -first, axis=0), np.roll(shown, -first)
    ends = [*np.flatnonzero(shown[1:] != shown[:-1]) + 1, len(fine)]
    return [fine[start:end] for start, end in pairwise(ends) if shown[start]]


def _sign(canvas: Canvas, sign: str, x: float, y: float, line: float) -> None:
    if sign == "s":
        half = 4 + line
        canvas.rect(x - half, y - half, 2 * half, 2 * half, fill="ink")
    elif sign == "d":
        canvas.circle(x, y, 5 + line, fill="blue")
    elif sign == "^":
        canvas.polygon([(x - 12, y + 9), (x, y - 13), (x + 12, y + 9)], fill="red", stroke="red")
    elif sign != "g":
        canvas.circle(x, y, 16, fill="white", line=2.5)
        canvas.text(x, y, sign, size=20, bold=True)


def words(scene: Scene, names: Sequence[str]) -> str:
    """Describe how hoops lie, and their marks."""
    told = []
    for one, other, kind in scene.kinds():
        if kind == ON:
            told.append(f"{names[other]} lies on {names[one]}")
        elif kind == LINKED and one < other:
            told.append(f"{names[one]} and {names[other]} are linked")
    for name, marks in zip(names, scene.marks, strict=True):
        told += [f"{name} has {MARK_WORDS[mark]}" for mark in marks]
    return "; ".join(told)


#: Hoops with the places of their signs, and those that rise.
ShownHeap = tuple[Scene, list[dict[str, Line]], list[int]]


def drawn_heaps(heaps: Sequence[ShownHeap]) -> Canvas:
    """Draw small heaps in rows of three, in frames."""
    canvas = Canvas(3 * PANEL[0] + 32, len(heaps) // 3 * (PANEL[1] + 8) + 8)
    for place, (scene, places, risen) in enumerate(heaps):
        corner = 8.0 + place % 3 * (PANEL[0] + 8), 8.0 + place // 3 * (PANEL[1] + 8)
        canvas.rect(*corner, *PANEL, stroke="grey", line=2)
        draw(canvas, scene, places, corner=corner, line=4, cut=8.5, red=risen)
    return canvas


def heap_words(heaps: Sequence[ShownHeap]) -> str:
    """Describe small heaps."""
    told = []
    for number, (scene, places, risen) in enumerate(heaps, 1):
        names = [f"hoop {place}" for place in range(1, len(places) + 1)]
        (lifted,) = (name for name, own in zip(names, places, strict=True) if "^" in own)
        red = ", ".join(names[hoop] for hoop in risen)
        told.append(f"Heap {number}: {words(scene, names)}; {lifted} has the red triangle; red: {red}.")
    return f"Small heaps of hoops, some of which are red. {' '.join(told)}"
