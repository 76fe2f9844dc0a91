"""A drawing as if photographed: a sheet on a table, askew, in uneven light, a little out of focus.

Whole numbers and the renderer's filters do all of it, so that the pixels are the same on every machine.
"""

from benchmark.core.draws import Draws

PHOTO = '<filter id="photo"'  #: begins the SVG text of every photograph
EDGE = 30  #: px of the table around the sheet
_DARK = "#1a1004"  #: colour of shadows
_SHADES = " ".join(f"{shade / 16:.3f}" for shade in range(17))  # few tones, so that the PNG stays small


def photo_svg(seed: int, width: int, height: int, drawn: list[str]) -> list[str]:
    """Return the lines of SVG text of a photograph.

    Args:
        seed: of the angle and the light, from 0.
        width: of the photograph, px: that of the drawing and twice ``EDGE``.
        height: of the photograph, px: that of the drawing and twice ``EDGE``.
        drawn: the drawing, as lines of SVG text.
    """
    draws = Draws("photo", seed)
    turn, lean = draws.integer(-26, 26), draws.integer(-16, 16)  # thousandths
    sheet = f'width="{width - 2 * EDGE}" height="{height - 2 * EDGE}"'
    matrix = f"matrix(.98 {(turn + lean) / 1000} {(lean - turn) / 1000} .98 {width / 2:g} {height / 2:g})"
    place = f"{matrix} translate({EDGE - width / 2:g} {EDGE - height / 2:g})"
    tones = "".join(f'<feFunc{name} type="discrete" tableValues="{_SHADES}"/>' for name in "RGB")
    kernel = 'order="3" kernelMatrix="1 2 1 2 4 2 1 2 1"'
    blur = f'<feConvolveMatrix {kernel} edgeMode="duplicate" preserveAlpha="true"/>'
    where = 'x="0" y="0" width="1" height="1" color-interpolation-filters="sRGB"'
    return [
        f"{PHOTO} {where}>{blur}<feComponentTransfer>{tones}</feComponentTransfer></filter>",
        f'<g filter="url(#photo)"><rect width="{width}" height="{height}" fill="#6f5138"/>',
        f'<g transform="{place}">',
        *(
            f'<rect x="5" y="8" {sheet} stroke="{_DARK}" stroke-width="{wide}" opacity=".08"/>'
            for wide in range(4, 28, 4)
        ),
        f'<rect {sheet} fill="#fbf8f0"/>',
        *drawn,
        "</g></g>",
        *_light(draws, width, height),
    ]


def _light(draws: Draws, width: int, height: int) -> list[str]:
    """Return a pool of light around a lamp, and the shadow of a bar that leans."""
    x, y = draws.choice((15, 50, 85)) * width // 100, draws.choice((10, 50, 90)) * height // 100
    frame = f"M0 0H{width}V{height}H0Z"
    ring = "a{0} {1} 0 1 0 {2} 0a{0} {1} 0 1 0 -{2} 0Z"
    lamp = [
        f'<path d="{frame}M{x - wide} {y}{ring.format(wide, wide * 4 // 5, 2 * wide)}" '
        f'fill-rule="evenodd" fill="{_DARK}" opacity=".06"/>'
        for wide in range(260, 1200, 260)
    ]
    left = draws.integer(width // 4, width * 3 // 4)
    bar = [
        f'<path d="M{left - soft} 0H{left + 130 + soft}L{left - 60 + soft} {height}H{left - 190 - soft}Z" '
        f'fill="{_DARK}" opacity=".05"/>'
        for soft in range(0, 12, 6)
    ]
    return lamp + bar
