"""A finished drawing as people would send it: scanned, on a screen, on a folded sheet, or in a notebook.

If the SVG text of a drawing has the comment :data:`CAPTURED`, resvg draws its :func:`surroundings`, and
:func:`captured` does the rest: paper, perspective, bends, shades, light, noise, and few tones. Nothing of the
drawing is covered. As in :mod:`.photo`, all numbers after resvg are whole, so that every
machine makes the same pixels; changing one changes the pixels of all published captures.
"""

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal, get_args

from benchmark.core.draws import Draws
from benchmark.files import font
from workshop.drawing.photo import blended, blurred, light, noise, sources, view

if TYPE_CHECKING:
    from numpy import int64
    from numpy.typing import NDArray
    from PIL.Image import Image

#: ``scan``: a sheet in a scanner; ``screen``: a window on a screen; ``folded``: a photograph of a sheet that
#: was folded; ``notebook``: a photograph of two pages with the drawing on both.
Capture = Literal["scan", "screen", "folded", "notebook"]
CAPTURES: tuple[Capture, ...] = get_args(Capture)
CAPTURED = re.compile(f"<!-- captured ({'|'.join(CAPTURES)}) ([0-9]+) -->")
BY_HAND: frozenset[Capture] = frozenset({"folded", "notebook"})  #: drawn and written by hand


@dataclass(frozen=True, slots=True, kw_only=True)
class _Kind:
    """The numbers of one kind of capture."""

    around: tuple[int, int, int, int]  #: px to the left of the drawing, above it, to its right and below it
    edge: int = 0  #: px of the surroundings on each side that need not be seen
    turn: int = 0  #: maximum turn, thousandths of a radian
    tilts: tuple[tuple[int, int], tuple[int, int]] = ((0, 0), (0, 0))  #: see ``photo._TILTS``
    percent: int = 100  #: maximum size of the picture compared with the surroundings
    is_lit: bool = False  #: whether a lamp lights it
    noise: int = 0  #: by how much noise makes a pixel lighter or darker, of 255
    tones: int = 12  #: steps of red, green and blue above black
    white: tuple[int, int, int] = (255, 255, 255)  #: red, green and blue of the lightest tone


_KINDS: Mapping[Capture, _Kind] = {
    "scan": _Kind(around=(88, 44, 40, 44), edge=14, turn=14, noise=5, white=(250, 247, 236)),
    "screen": _Kind(around=(52, 104, 88, 74), edge=8, percent=93, tones=15),
    "folded": _Kind(around=(64, 60, 64, 60), edge=26, turn=28, tilts=((20, 45), (25, 60)), is_lit=True,
                    noise=4, white=(255, 250, 238)),
    "notebook": _Kind(around=(62, 58, 62, 58), edge=26, turn=18, tilts=((10, 30), (30, 60)), is_lit=True,
                      noise=3, white=(255, 252, 244)),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Crease:
    """A line along which paper was folded or is bound."""

    axis: int  #: 0 for an upright line, 1 for a level one
    place: int  #: px from the left or from the top of the surroundings
    reach: int  #: px on each side that its shade reaches
    depth: int  #: light that is lost on the line, of 256
    beyond: int  #: light that is lost everywhere after it
    slope: int  #: by how much the paper leans away from the line, thousandths; negative towards it


_PIXELS = 850_000  #: of a picture, if it need not be larger to be legible
_LEAST = 84  #: minimum size of a picture, % of its surroundings


def _whole(kind: Capture, size: tuple[int, int]) -> tuple[int, int]:
    """Return width and height of a drawing with its surroundings."""
    left, top, right, bottom = _KINDS[kind].around
    return size[0] + left + right, size[1] + top + bottom


def _percent(kind: Capture, whole: tuple[int, int]) -> int:
    """Return the size of a picture compared with what it shows: smaller if its file would be too large."""
    return max(_LEAST, min(_KINDS[kind].percent, math.isqrt(_PIXELS * 10_000 // (whole[0] * whole[1]))))


@cache
def _camera(kind: Capture, seed: int, size: tuple[int, int]) -> list[list[int]]:
    one, draws = _KINDS[kind], Draws("captured", kind, seed)
    turn = draws.choice((-1, 1)) * draws.integer(one.turn // 3, one.turn)
    aside, above = (draws.choice((-1, 1)) * draws.integer(*limits) for limits in one.tilts)
    *rows, away = view(size, turn, 0, (aside, above), one.edge)
    return [*([number * _percent(kind, size) // 100 for number in row] for row in rows), away]


@cache
def _creases(kind: Capture, seed: int, size: tuple[int, int]) -> tuple[_Crease, ...]:
    draws = Draws("captured", kind, seed, "creases")
    width, height = size
    if kind == "notebook":
        return (_Crease(0, width * draws.integer(47, 53) // 100, 90, 66, 0, -22),)
    if kind == "scan":  # the sheet does not lie flat at the holes
        return (_Crease(0, 16, 120, draws.integer(40, 60), 0, 0),)
    if kind == "screen":
        return ()
    upright = [width * (share + draws.integer(-4, 4)) // 100 for share in draws.choice(((50,), (33, 67)))]
    found = [_Crease(0, place, 26, 34, 9, draws.choice((-12, 12))) for place in upright]
    return (*found, _Crease(1, height * draws.integer(44, 56) // 100, 26, 34, 9, draws.choice((-9, 9))))


def _bend(creases: tuple[_Crease, ...], axis: int, places: "NDArray[int64]") -> "NDArray[int64]":
    """Return by how much places, in 16ths of px along an axis, are shifted along the other axis."""
    along = [crease for crease in creases if crease.axis == axis]
    shifts = (abs(places - 16 * crease.place) * crease.slope // 1000 for crease in along)
    return sum(shifts, start=0 * places)


def captured_at(
    place: tuple[float, float], kind: Capture, seed: int, size: tuple[int, int]
) -> tuple[int, int]:
    """Return where a capture shows a place of a drawing of this size, all in px."""
    import numpy as np

    left, top, _, _ = _KINDS[kind].around
    whole, creases = _whole(kind, size), _creases(kind, seed, _whole(kind, size))
    u, v = round(16 * (place[0] + left)), round(16 * (place[1] + top))
    v -= int(_bend(creases, 0, np.array([u]))[0])
    u -= int(_bend(creases, 1, np.array([v]))[0])
    x, y = u / 16 - whole[0] // 2, v / 16 - whole[1] // 2
    across, down, away = (row[0] * x + row[1] * y + row[2] for row in _camera(kind, seed, whole))
    middle = [side * _percent(kind, whole) // 100 // 2 for side in whole]
    return middle[0] + round(across / away), middle[1] + round(down / away)


def captured(image: "Image", ground: "Image", kind: Capture, seed: int) -> "Image":
    """Return the capture of a drawing from its pixels and those of its :func:`surroundings`, RGB."""
    import numpy as np
    from PIL import Image

    one, whole = _KINDS[kind], ground.size
    pixels = np.asarray(ground, dtype=np.int64).copy()
    left, top, _, _ = one.around
    within = pixels[top : top + image.height, left : left + image.width]
    within[:] = within * np.asarray(image, dtype=np.int64) // 255  # ink on the paper that is there
    rows, columns = np.indices([side * _percent(kind, whole) // 100 for side in whole[::-1]])
    x, y = columns - columns.shape[1] // 2, rows - rows.shape[0] // 2
    u, v = sources(_camera(kind, seed, whole), x, y, whole)
    creases = _creases(kind, seed, whole)
    u = np.clip(u + _bend(creases, 1, v), 0, 16 * whole[0] - 17)
    v = np.clip(v + _bend(creases, 0, u), 0, 16 * whole[1] - 17)
    shade = 256 - _lost(creases, u, v)
    lamp = light(seed, x, y) if one.is_lit else 256
    # 2 ** 30 are 8 × 8 of the blur, 16 × 16 of the mean, and 256 each of shade and lamp.
    seen = blended(blurred(pixels), u, v) * (shade * lamp)[..., None] >> 30
    seen = seen + one.noise * (noise(x.shape[0], x.shape[1], seed)[..., None] - 1)
    tones = (np.clip(seen, 0, 255) * one.tones + 127) // 255
    return Image.fromarray((tones * np.array(one.white) // one.tones).astype(np.uint8))


def _lost(creases: tuple[_Crease, ...], u: "NDArray[int64]", v: "NDArray[int64]") -> "NDArray[int64]":
    """Return the light that creases take, of 256, for places in 16ths of px."""
    lost = 0 * u
    for crease in creases:
        away = (v if crease.axis else u) // 16 - crease.place
        near = (crease.reach - abs(away)).clip(0)
        lost = lost + crease.depth * near * near // (crease.reach * crease.reach) + crease.beyond * (away > 0)
    return lost


def surroundings(kind: Capture, seed: int, width: int, height: int) -> str:
    """Return as SVG text what is around and behind a drawing of this width and height, px."""
    wide, high = _whole(kind, (width, height))
    draws = Draws("captured", kind, seed, "around")
    parts = {"scan": _scanner, "screen": _screen, "folded": _paper, "notebook": _notebook}[kind]
    size = f'width="{wide}" height="{high}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(parts(draws, wide, high))}</svg>'


def _rect(x: int, y: int, width: int, height: int, fill: str, *, more: str = "") -> str:
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{fill}" {more}/>'


def _words(x: int, y: int, text: str | int, size: int, fill: str, *, face: str = font.FAMILY) -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}" font-family="{face}" fill="{fill}">{text}</text>'


def _shadow(x: int, y: int, width: int, height: int) -> Iterator[str]:
    for wide in range(4, 28, 4):
        edge = f'stroke="#140c04" stroke-width="{wide}" opacity=".07"'
        yield _rect(x + 5, y + 8, width, height, "#140c04", more=edge)


def _scanner(draws: Draws, wide: int, high: int) -> Iterator[str]:
    """Yield a punched sheet under the lid of a scanner, with dust, and the shadow of its edge."""
    yield _rect(0, 0, wide, high, "#b4b4b4")
    yield _rect(16, 16, wide - 32, high - 32, "#fbfbfb", more='stroke="#8d8c86" stroke-width="2"')
    for near in range(6):
        yield _rect(wide - 40 + 4 * near, 17, 24 - 4 * near, high - 34, "#666666", more='opacity=".07"')
    holes = draws.choice((2, 4))
    for number in range(holes):
        y = high // 2 + (2 * number - holes + 1) * high * 6 // (10 * holes)
        yield f'<circle cx="50" cy="{y}" r="13" fill="#8f8f8b" stroke="#6b6962" stroke-width="2"/>'
    for _ in range(46):
        x, y = draws.integer(20, wide - 20), draws.integer(20, high - 20)
        yield f'<circle cx="{x}" cy="{y}" r="{draws.choice(("0.8", "1.1", "1.4"))}" fill="#c0c0c0"/>'
    yield _words(wide - 190, high - 26, f"- {draws.integer(11, 198)} -", 15, "#77736a")


def _screen(draws: Draws, wide: int, high: int) -> Iterator[str]:
    """Yield a window on a desk of other windows, none of which is before it."""
    desk, bar = draws.choice((("#2b5d73", "#e4e7ea"), ("#5a4a78", "#ececec"), ("#3f6b4c", "#dfe5df")))
    yield _rect(0, 0, wide, high, desk)
    yield _rect(wide // 2, 22, wide // 2 - 14, high - 90, "#f4f4f4", more='stroke="#7f8790"')
    for number in range((high - 150) // 22):
        yield _rect(wide - 42, 60 + 22 * number, draws.integer(8, 24), 7, "#9aa3ad")
    yield from _shadow(36, 18, wide - 100, high - 76)
    yield _rect(36, 18, wide - 100, high - 76, "#ffffff", more='stroke="#59616b"')
    yield _rect(36, 18, wide - 100, 34, bar)
    yield _rect(36, 52, wide - 100, 36, "#f6f6f6", more='stroke="#c9ced4"')
    for number, fill in enumerate(("#e2574c", "#e8b33c", "#4caf62")):
        yield f'<circle cx="{58 + 22 * number}" cy="35" r="7" fill="{fill}"/>'
    yield _words(wide // 2 - 120, 41, f"IMG_{draws.integer(1000, 9999)}.png", 16, "#3b424a")
    for number, word in enumerate(("File", "Edit", "View", "Tools")):
        yield _words(56 + 70 * number, 76, word, 15, "#4a515a")
    yield _rect(0, high - 44, wide, 44, "#1d2329")
    for number in range(6):
        paint = draws.choice(("#4f8fd0", "#c9733d", "#7aa35a"))
        yield _rect(20 + 46 * number, high - 36, 28, 28, paint, more='rx="6"')
    clock = f"{draws.integer(8, 19):02}:{draws.integer(0, 59):02}"
    yield _words(wide - 90, high - 16, clock, 17, "#e8ecf1")


def _paper(draws: Draws, wide: int, high: int) -> Iterator[str]:
    """Yield a sheet on a table of boards."""
    wood, gap = draws.choice((("#7d5c40", "#5f4229"), ("#66707a", "#4d565f"), ("#8d7350", "#6c5537")))
    yield _rect(0, 0, wide, high, wood)
    for y in range(draws.integer(20, 90), high, 130):
        yield _rect(0, y, wide, 3, gap)
    yield from _shadow(30, 28, wide - 60, high - 56)
    yield _rect(30, 28, wide - 60, high - 56, "#fbfbfb")


def _notebook(draws: Draws, wide: int, high: int) -> Iterator[str]:
    """Yield two pages with pale squares, and a date and page numbers by hand."""
    yield from _paper(draws, wide, high)
    for x in range(52, wide - 32, 36):
        yield _rect(x, 28, 1, high - 56, "#e0e0e0")
    for y in range(50, high - 30, 36):
        yield _rect(30, y, wide - 60, 1, "#e0e0e0")
    page, date = 2 * draws.integer(4, 40), f"{draws.integer(1, 28)}.{draws.integer(1, 12)}."
    for x, y, words in ((48, high - 38, page), (wide - 70, high - 38, page + 1), (wide - 110, 50, date)):
        yield _words(x, y, words, 21, "#5d6b84", face=font.HANDWRITING)
