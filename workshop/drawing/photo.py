"""A drawing as if photographed: a sheet on a table, seen at an angle, in uneven light, with blur and noise.

:func:`photo_svg` puts the drawing on a table, and resvg makes pixels of it. :func:`photographed` then does
what a camera would do: perspective, blur, light, noise, and few tones.

After resvg all numbers are whole: lengths are counted in 16ths or 64ths of a px, shares in thousandths or in
256ths. The pixels of pictures are pinned, and floats may be rounded differently on another machine.

Angles, light and noise follow no measurement of real photographs. They are free within two limits:
shapes and texts keep a contrast of 3 : 1 (``authoring/gates/pictures.py``), and a PNG has at most 150 kB
(``render.MAX_BYTES``). Changing one changes the pixels of all published photographs.
"""

import re
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, TypeVar

from benchmark.core.draws import Draws

if TYPE_CHECKING:
    from numpy import int16, int64
    from numpy.typing import NDArray
    from PIL.Image import Image

PHOTO = re.compile("<!-- photo ([0-9]+) -->")  #: in the SVG text of every photograph, with its seed

# The table, with the sheet in its middle.
EDGE = 30  #: px of the table on each side of the sheet
_TABLE = "#7d5c40"  #: brown; much darker than the sheet, so that its edges are seen
_SHEET = "#fcfcfc"  #: nearly the white of fills, which is #ffffff
_SHADOW = "#1a1004"  #: the brown of the table, nearly black
_SHADOW_OFFSET = 5, 8  #: px to the right and down, as if the light came from the upper left
#: Widths of the outlines, in px, that lie over each other, so that the edge of the shadow is soft.
_SHADOW_WIDTHS = range(4, 28, 4)

# The camera. Each photograph draws its angle within these limits, in thousandths.
_MAX_TURN = 22  #: turn of the sheet; 22 thousandths of a radian are 1.3°
_MAX_LEAN = 12  #: shear of the sheet: a right angle is wrong by up to 24 thousandths of a radian, 1.4°
#: By how much one of two opposite edges of the table is farther away than the middle, and the other one
#: nearer: left and right, then top and bottom. The minimum keeps the perspective visible.
_TILTS = (20, 40), (20, 60)
_MARGIN = 8  #: px of the table around the sheet that the photograph shows, or more
_ONE = 1 << 20  #: the number 1 in the matrix of a perspective

# The light, in 256ths of full light: 256 are all of it.
_LAMP_REACH = 40, 45  #: maximum distance of the lamp from the middle, in % of width and height
#: Light that is lost at the distance of a whole diagonal from the lamp; it grows as the square of that.
_FALLOFF = 90
_BAR_REACH = 25  #: maximum distance of the bar, whose shadow is seen, from the middle, in % of the width
_BAR_LEAN = 30  #: px by which the bar leans to the side on 100 px of height, at most
_BAR_EDGE = 95  #: px from the middle of the bar's shadow to its end
_BAR_LOSS = 24  #: light that is lost in the shadow; at its edges this fades to 0, by 1 per px

# The picture.
_NOISE = 4  #: by how much noise makes a pixel lighter or darker, of 255
#: Steps of red, green and blue above black. Noise makes a PNG large if there are many: with 12 steps, the
#: largest of 18 pictures of nine families had 140 kB; with 16 it had 208 kB, which is too much.
_TONES = 12
#: Red, green and blue of white in the light of the lamp, which is slightly warm. The tones are scaled to it
#: last, so that all tones of grey have the same hue.
_WHITE = 255, 251, 242

_Number = TypeVar("_Number", int, float)


def photo_svg(seed: int, width: int, height: int, drawn: list[str]) -> list[str]:
    """Return the SVG text of a drawing on a table, in lines, for :func:`photographed`.

    Args:
        seed: of the angle, the light and the noise, from 0.
        width: of the photograph, px: that of the drawing and twice ``EDGE``.
        height: of the photograph, px: that of the drawing and twice ``EDGE``.
        drawn: the drawing, as lines of SVG text.
    """
    sheet = f'width="{width - 2 * EDGE}" height="{height - 2 * EDGE}"'
    right, down = _SHADOW_OFFSET
    return [
        f"<!-- photo {seed} -->",
        f'<rect width="{width}" height="{height}" fill="{_TABLE}"/><g transform="translate({EDGE} {EDGE})">',
        *(
            f'<rect x="{right}" y="{down}" {sheet} stroke="{_SHADOW}" stroke-width="{wide}" opacity=".08"/>'
            for wide in _SHADOW_WIDTHS
        ),
        f'<rect {sheet} fill="{_SHEET}"/>',
        *drawn,
        "</g>",
    ]


def seen_at(place: tuple[float, float], seed: int, width: int, height: int) -> tuple[int, int]:
    """Return where a photograph shows a place of the drawing, px.

    Args:
        place: in the drawing, px.
        seed: of the photograph.
        width: of the photograph, px.
        height: of the photograph, px.
    """
    x, y = width // 2, height // 2
    across, down, away = (
        _dot(row, (place[0] + EDGE - x, place[1] + EDGE - y, 1.0)) for row in _view(seed, width, height)
    )
    return x + round(across / away), y + round(down / away)


@cache
def _view(seed: int, width: int, height: int) -> list[list[int]]:
    """Return the matrix of a perspective in which the sheet fills the photograph; see :func:`view`."""
    draws = Draws("photo", seed)
    turn, lean = draws.integer(-_MAX_TURN, _MAX_TURN), draws.integer(-_MAX_LEAN, _MAX_LEAN)
    aside, above = (draws.choice((-1, 1)) * draws.integer(least, most) for least, most in _TILTS)
    return view((width, height), turn, lean, (aside, above))


def view(
    size: tuple[int, int], turn: int, lean: int, tilts: tuple[int, int], edge: int = EDGE
) -> list[list[int]]:
    """Return the matrix of a perspective in which what lies inside the edge fills the picture.

    Its rows, times (x, y, 1) of a place of the drawing, give the place in the photograph, times the last of
    the three. Places count from the middle.

    Args:
        size: width and height, px.
        turn: thousandths of a radian.
        lean: shear, thousandths.
        tilts: by how much the right and the lower edge are farther away than the middle, thousandths.
        edge: px on each side that the picture need not show.
    """
    width, height = size
    # An edge is half a side away from the middle, so thousandths at the edge are 500ths of the side.
    away = [tilts[0] * _ONE // (500 * width), tilts[1] * _ONE // (500 * height), _ONE]
    rows = [[_ONE, (lean - turn) * _ONE // 1000, 0], [(lean + turn) * _ONE // 1000, _ONE, 0]]
    corners = [
        (x, y, 1)
        for x in (edge - width // 2, width // 2 - edge)
        for y in (edge - height // 2, height // 2 - edge)
    ]
    seen = [
        [64 * _dot(row, corner) // _dot(away, corner) for corner in corners] for row in rows
    ]  # 64ths of px
    enlarged = min(  # thousandths
        64_000 * (side - 2 * _MARGIN) // (max(places) - min(places))
        for places, side in zip(seen, (width, height), strict=True)
    )
    for row, places in zip(rows, seen, strict=True):
        shift = min(places) + max(places)  # the middle of the sheet, in 128ths of px
        row[:] = [(128 * one - shift * far) * enlarged // 128_000 for one, far in zip(row, away, strict=True)]
    return [*rows, away]


def _dot(row: Sequence[int], place: tuple[_Number, _Number, _Number]) -> _Number:
    return row[0] * place[0] + row[1] * place[1] + row[2] * place[2]


def photographed(image: "Image", seed: int) -> "Image":
    """Return the photograph of a drawing on a table.

    Args:
        image: the pixels of :func:`photo_svg`, RGB.
        seed: the same as there.
    """
    import numpy as np
    from PIL import Image

    pixels = np.asarray(image, dtype=np.int64)
    height, width, _ = pixels.shape
    rows, columns = np.indices((height, width))
    x, y = columns - (width - 1) // 2, rows - (height - 1) // 2
    pixels = blurred(pixels)
    u, v = sources(_view(seed, width, height), x, y, (width, height))
    lit = blended(pixels, u, v) * light(seed, x, y)[..., None]
    # 2 ** 22 are 8 × 8 of the blur, 16 × 16 of the mean and 256 of the light.
    noisy = (lit >> 22) + _NOISE * (noise(height, width, seed)[..., None] - 1)
    tones = (np.clip(noisy, 0, 255) * _TONES + 127) // 255
    return Image.fromarray((tones * np.array(_WHITE) // _TONES).astype(np.uint8))


def blurred(pixels: "NDArray[int64]") -> "NDArray[int64]":
    """Return blurred pixels; each axis multiplies the values by 8."""
    import numpy as np

    for axis in (0, 1):
        pixels = np.roll(pixels, 1, axis) + 6 * pixels + np.roll(pixels, -1, axis)
    return pixels


def blended(pixels: "NDArray[int64]", u: "NDArray[int64]", v: "NDArray[int64]") -> "NDArray[int64]":
    """Return the mean of the four pixels around each place, by the 16ths of px to them: 16 × 16 in all."""
    return sum(
        (
            pixels[v // 16 + low, u // 16 + far] * (tall * wide)[..., None]
            for low, tall in ((0, 16 - v % 16), (1, v % 16))
            for far, wide in ((0, 16 - u % 16), (1, u % 16))
        ),
        start=0 * u[..., None],
    )


def sources(
    rows: Sequence[Sequence[int]], x: "NDArray[int64]", y: "NDArray[int64]", size: tuple[int, int]
) -> "tuple[NDArray[int64], NDArray[int64]]":
    """Return which places the pixels of a view show: x and y, 16ths of px from the upper left.

    Args:
        rows: the matrix of the view.
        x: places in the picture, px to the right of its middle.
        y: places in the picture, px below its middle.
        size: width and height of what is seen, px.
    """
    import numpy as np

    width, height = size
    across, down, deep = np.array(rows)
    # The columns of the inverse matrix, times the determinant, which the division by `away` removes.
    inverse = [np.cross(down, deep), np.cross(deep, across), np.cross(across, down)]
    u, v, away = (a * x + b * y + c for a, b, c in zip(*inverse, strict=True))
    # The mean also uses the next pixel, so the last source is before the last pixel.
    return (
        np.clip(16 * u // away + 16 * (width // 2), 0, 16 * width - 17),
        np.clip(16 * v // away + 16 * (height // 2), 0, 16 * height - 17),
    )


def light(seed: int, x: "NDArray[int64]", y: "NDArray[int64]") -> "NDArray[int64]":
    """Return the light of places, up to 256: from a lamp, with the soft shadow of a bar that leans."""
    draws = Draws("photo", seed, "light")
    width, height = 2 * x.max(), 2 * y.max()
    aside, above = (
        places - draws.integer(-reach, reach) * side // 100
        for places, side, reach in zip((x, y), (width, height), _LAMP_REACH, strict=True)
    )
    lost: NDArray[int64] = _FALLOFF * (aside * aside + above * above) // (width * width + height * height)
    middle = draws.integer(-_BAR_REACH, _BAR_REACH) * width // 100
    to_bar = abs(x - middle + draws.integer(-_BAR_LEAN, _BAR_LEAN) * y // 100)
    shadow: NDArray[int64] = (_BAR_EDGE - to_bar).clip(0, _BAR_LOSS)
    return 256 - lost - shadow


def noise(height: int, width: int, seed: int) -> "NDArray[int16]":
    """Return a noise for a picture: 0, 1 or 2 for each of its blocks of 2 × 2 px.

    Half of the blocks are 0, a quarter 1 and a quarter 2. A block stays visible in a picture of half the
    size; noise of single pixels would not.

    The number of a block is a hash of row, column and seed, because generators of numpy may give other
    numbers in another version. The first three multipliers are the primes PRIME32_1 to PRIME32_3 of xxHash.
    The mixing alternates shifts and multiplications, as xxHash's last step does; its multiplier is the first
    one of a function that hash-prospector found (https://github.com/skeeto/hash-prospector).
    """
    import numpy as np

    rows, columns = np.indices((height, width), dtype=np.uint32) // np.uint32(2)
    mixed = (
        rows * np.uint32(0x9E3779B1)
        + columns * np.uint32(0x85EBCA77)
        + np.uint32(seed * 0xC2B2AE3D & 0xFFFFFFFF)
    )
    for shift in (15, 13, 16):
        mixed = (mixed ^ (mixed >> np.uint32(shift))) * np.uint32(0x2C1B3C6D)
    return np.asarray((mixed >> np.uint32(30)) % 3, dtype=np.int16)
