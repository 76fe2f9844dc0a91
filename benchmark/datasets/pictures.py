"""Checks pictures of fetched data sets by decoding them once."""

import io
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput
from benchmark.files.picture_data import FORMATS, OpenedPicture, open_picture

if TYPE_CHECKING:
    from PIL.Image import Image

#: Formats that are turned into PNG.
_CONVERTED = {**FORMATS, "BMP": "bmp"}
_SIDE_LIMIT = 8192  #: px
# Decoded with transparency, this many take 160 MB. A few kilobytes of PNG can claim far more.
_PIXELS_LIMIT = 40_000_000
#: The limits in words.
LIMITS = f"at most {_SIDE_LIMIT:,} px per side and {_PIXELS_LIMIT // 10**6} million px in all"


def ending_of(data: bytes, file: object, place: str, formats: Mapping[str, str] = FORMATS) -> str:
    """Check a picture, and return the file name ending of its format, such as ``png``.

    Args:
        data: the file.
        file: name of the file, for messages.
        place: place of the picture in it, for messages.
        formats: the accepted formats, by Pillow's names, with their endings.

    Raises:
        BadInput: if the data are not a complete picture, or it is larger than the limits.
    """
    return _whole_picture(data, file, place, formats)[0].ending


def _whole_picture(
    data: bytes, file: object, place: str, formats: Mapping[str, str]
) -> "tuple[OpenedPicture, Image]":
    fix = "fetch it again"
    opened = open_picture(data, (file, place), formats, fix)
    size = opened.width, opened.height
    if max(size) > _SIDE_LIMIT or size[0] * size[1] > _PIXELS_LIMIT:
        raise BadInput(file, place, f"is too large a picture: {size[0]} × {size[1]} px", fix)
    return opened, opened.decode(fix)


class PngPicture(NamedTuple):
    """A picture as PNG without transparency, or the reason why it cannot be read."""

    data: bytes  #: the PNG file; the given bytes if the picture cannot be read
    pixels: str  #: SHA-256 of size and RGB pixels; does not depend on how the file is compressed
    problem: str = ""  #: why it cannot be read; empty if it can


def png_picture(data: bytes) -> PngPicture:
    """Return a picture as PNG; what is transparent becomes white.

    A PNG file that is upright and without transparency keeps its bytes. Of several frames, the first counts.
    """
    from PIL import Image

    try:
        opened, image = _whole_picture(data, "", "", _CONVERTED)
    except BadInput as error:
        return PngPicture(data, sha256_hex(data), error.problem)
    # Pictures with a palette have their transparency in `info` and not in a band.
    see_through = "transparency" in image.info or "A" in image.getbands() or "a" in image.getbands()
    if see_through:
        layer = image.convert("RGBA")
        plain = Image.new("RGBA", layer.size, "white")
        plain.alpha_composite(layer)
        plain = plain.convert("RGB")
    else:
        plain = image.convert("RGB")
    if see_through or opened.turned or opened.ending != "png":
        out = io.BytesIO()
        plain.save(out, "PNG")
        data = out.getvalue()
    # The pixels of 2 × 3 and of 3 × 2 can be the same bytes.
    size = f"{plain.width} {plain.height} ".encode("ascii")
    return PngPicture(data, sha256_hex(size + plain.tobytes()))
