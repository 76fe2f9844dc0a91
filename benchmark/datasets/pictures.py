"""Checks pictures of fetched data sets by decoding them once."""

import io
import warnings
from collections.abc import Mapping
from typing import NamedTuple

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, quote_value

_ENDINGS = {"PNG": "png", "JPEG": "jpg", "WEBP": "webp", "GIF": "gif"}
#: Formats that are turned into PNG.
_CONVERTED = {**_ENDINGS, "BMP": "bmp"}
_SIDE_LIMIT = 8192  #: px
_PIXELS_LIMIT = 40_000_000
#: The limits in words.
LIMITS = f"at most {_SIDE_LIMIT:,} px per side and {_PIXELS_LIMIT // 10**6} million px in all"


def ending_of(data: bytes, file: object, place: str, formats: Mapping[str, str] = _ENDINGS) -> str:
    """Check a picture, and return the file name ending of its format, such as ``png``.

    Args:
        data: the file.
        file: name of the file, for messages.
        place: place of the picture in it, for messages.
        formats: the accepted formats, by Pillow's names, with their endings.

    Raises:
        BadInput: if the data are not a complete picture, or it is larger than the limits.
    """
    from PIL import Image, UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(data), formats=tuple(formats)) as image:
                size, ending = image.size, formats[str(image.format)]
                if max(size) <= _SIDE_LIMIT and size[0] * size[1] <= _PIXELS_LIMIT:
                    image.verify()
                    Image.open(io.BytesIO(data), formats=tuple(formats)).load()  # `verify` skips the pixels
                    return ending
    except UnidentifiedImageError:  # its message has an address in memory
        problem = f"is not a complete picture: its format is none of {', '.join(formats)}"
        raise BadInput(file, place, problem, "fetch it again") from None
    except Exception as error:  # noqa: BLE001 - Pillow's decoders raise many kinds of errors
        problem = f"is not a complete picture: {quote_value(str(error))}"
        raise BadInput(file, place, problem, "fetch it again") from None
    raise BadInput(file, place, f"is too large a picture: {size[0]} × {size[1]} px", "fetch it again")


class PngPicture(NamedTuple):
    """A picture as PNG without transparency, or the reason why it cannot be read."""

    data: bytes  #: the PNG file; the given bytes if the picture cannot be read
    pixels: str  #: SHA-256 of size and RGB pixels; does not depend on how the file is compressed
    problem: str = ""  #: why it cannot be read; empty if it can


def png_picture(data: bytes) -> PngPicture:
    """Return a picture as PNG; what is transparent becomes white.

    A PNG file without transparency keeps its bytes. Of several frames, the first counts.
    """
    from PIL import Image

    try:
        ending = ending_of(data, "", "", _CONVERTED)
    except BadInput as error:
        return PngPicture(data, sha256_hex(data), error.problem)
    with Image.open(io.BytesIO(data), formats=tuple(_CONVERTED)) as image:
        see_through = "transparency" in image.info or "A" in image.getbands() or "a" in image.getbands()
        if see_through:
            layer = image.convert("RGBA")
            plain = Image.new("RGBA", layer.size, "white")
            plain.alpha_composite(layer)
            plain = plain.convert("RGB")
        else:
            plain = image.convert("RGB")
    if see_through or ending != "png":
        out = io.BytesIO()
        plain.save(out, "PNG")
        data = out.getvalue()
    size = f"{plain.width} {plain.height} ".encode("ascii")
    return PngPicture(data, sha256_hex(size + plain.tobytes()))
