"""A drawing as if photographed: a sheet on a table, seen at an angle, in uneven light, with blur and noise.

The renderer draws the sheet on the table. Whole numbers do the rest, so that the pixels are the same on
every machine.
"""

import re
from functools import cache
from typing import TYPE_CHECKING, Any

from benchmark.core.draws import Draws

if TYPE_CHECKING:
    from PIL.Image import Image

PHOTO = re.compile("<!-- photo ([0-9]+) -->")  #: in the SVG text of every photograph, with its seed
EDGE = 30  #: px of the table around the sheet
_MARGIN = 8  #: px of the table that are left in the photograph, or more
_SHADOW = "#1a1004"
_ONE = 1 << 20  #: 1 in the matrix of a perspective
_DARKER = 90  #: by how much a place that is far from the lamp is darker, of 256
_TONES = 12  #: steps of red, green and blue, so that the PNG stays small
_WHITE = 255, 251, 242  #: what the light makes of white
_NOISE = 4  #: by how much noise makes a place lighter or darker, of 255


def photo_svg(seed: int, width: int, height: int, drawn: list[str]) -> list[str]:
    """Return the SVG text of a drawing on a table, in lines, for :func:`photographed`.

    Args:
        seed: of the angle, the light and the noise, from 0.
        width: of the photograph, px: that of the drawing and twice ``EDGE``.
        height: of the photograph, px: that of the drawing and twice ``EDGE``.
        drawn: the drawing, as lines of SVG text.
    """
    sheet = f'width="{width - 2 * EDGE}" height="{height - 2 * EDGE}"'
    return [
        f"<!-- photo {seed} -->",
        f'<rect width="{width}" height="{height}" fill="#7d5c40"/><g transform="translate({EDGE} {EDGE})">',
        *(
            f'<rect x="5" y="8" {sheet} stroke="{_SHADOW}" stroke-width="{wide}" opacity=".08"/>'
            for wide in range(4, 28, 4)
        ),
        f'<rect {sheet} fill="#fcfcfc"/>',
        *drawn,
        "</g>",
    ]


def seen_at(place: tuple[float, float], seed: int, width: int, height: int) -> tuple[int, int]:
    """Return where a photograph shows a place of the drawing, px."""
    x, y = width // 2, height // 2
    across, down, away = (
        _times(row, (place[0] + EDGE - x, place[1] + EDGE - y, 1)) for row in _view(seed, width, height)
    )
    return x + round(across / away), y + round(down / away)


@cache
def _view(seed: int, width: int, height: int) -> list[list[int]]:
    """Return the matrix of a perspective in which the sheet fills the photograph.

    Its rows, times (x, y, 1) of a place of the drawing, give the place in the photograph, times the last of
    the three. Places count from the middle.
    """
    draws = Draws("photo", seed)
    turn, lean = draws.integer(-22, 22), draws.integer(-12, 12)  # thousandths
    aside, above = (draws.choice((-1, 1)) * draws.integer(20, least) for least in (40, 60))
    away = [aside * _ONE // (500 * width), above * _ONE // (500 * height), _ONE]
    rows = [[_ONE, (lean - turn) * _ONE // 1000, 0], [(lean + turn) * _ONE // 1000, _ONE, 0]]
    corners = [
        (x, y, 1)
        for x in (EDGE - width // 2, width // 2 - EDGE)
        for y in (EDGE - height // 2, height // 2 - EDGE)
    ]
    seen = [[64 * _times(row, corner) // _times(away, corner) for corner in corners] for row in rows]
    share = min(
        64_000 * (side - 2 * _MARGIN) // (max(places) - min(places))
        for places, side in zip(seen, (width, height), strict=True)
    )
    for row, places in zip(rows, seen, strict=True):
        shift = min(places) + max(places)  # 128ths of a px
        row[:] = [(128 * one - shift * far) * share // 128_000 for one, far in zip(row, away, strict=True)]
    return [*rows, away]


def _times(row: list[int], place: tuple[Any, Any, int]) -> Any:
    return sum(a * b for a, b in zip(row, place, strict=True))


def photographed(image: "Image", seed: int) -> "Image":
    """Return the photograph of a drawing on a table."""
    import numpy as np
    from PIL import Image

    pixels = np.asarray(image, dtype=np.int64)
    height, width, _ = pixels.shape
    y, x = (place - place.max() // 2 for place in np.indices((height, width)))
    rows = np.array(_view(seed, width, height))
    inverse = [np.cross(rows[1], rows[2]), np.cross(rows[2], rows[0]), np.cross(rows[0], rows[1])]
    u, v, away = (a * x + b * y + c for a, b, c in zip(*inverse, strict=True))
    u = np.clip(16 * u // away + 16 * (width // 2), 0, 16 * width - 17)  # 16ths of a px
    v = np.clip(16 * v // away + 16 * (height // 2), 0, 16 * height - 17)
    for axis in (0, 1):  # blur; values are multiplied by 8 per axis
        pixels = np.roll(pixels, 1, axis) + 6 * pixels + np.roll(pixels, -1, axis)
    lit = sum(
        pixels[v // 16 + low, u // 16 + far] * (tall * wide * _light(seed, x, y))[..., None]
        for low, tall in ((0, 16 - v % 16), (1, v % 16))
        for far, wide in ((0, 16 - u % 16), (1, u % 16))
    )
    noisy = (lit >> 22) + _NOISE * (noise(height, width, seed)[..., None] - 1)
    tones = (np.clip(noisy, 0, 255) * _TONES + 127) // 255
    return Image.fromarray((tones * np.array(_WHITE) // _TONES).astype(np.uint8))


def _light(seed: int, x: Any, y: Any) -> Any:
    """Return the light of places, up to 256: from a lamp, with the soft shadow of a bar that leans."""
    draws = Draws("photo", seed, "light")
    width, height = 2 * x.max(), 2 * y.max()
    aside, above = (x - draws.integer(-40, 40) * width // 100), (y - draws.integer(-45, 45) * height // 100)
    far = _DARKER * (aside * aside + above * above) // (width * width + height * height)
    bar = abs(x - draws.integer(-25, 25) * width // 100 + draws.integer(-30, 30) * y // 100)
    return 256 - far - (95 - bar).clip(0, 24)


def noise(height: int, width: int, seed: int) -> Any:
    """Return a noise for a picture: 0, 1 or 2 for each of its blocks of 2 × 2 px."""
    import numpy as np

    rows, columns = np.indices((height, width), dtype=np.uint32) // 2
    mixed: Any = (
        rows * 0x9E3779B1 + columns * 0x85EBCA77 + np.uint32(seed * 0xC2B2AE3D & 0xFFFFFFFF)
    ).astype(np.uint32)
    for shift in (15, 13, 16):
        mixed = (mixed ^ mixed >> shift) * np.uint32(0x2C1B3C6D)
    return np.asarray((mixed >> 30) % 3, dtype=np.int16)
