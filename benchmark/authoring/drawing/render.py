"""SVG text → PNG bytes, and the digest that pins what they show.

A PNG's own bytes pin nothing: compressors differ between versions while the pixels stay.
"""

import struct
import zlib
from functools import lru_cache
from typing import TYPE_CHECKING

from benchmark.authoring.canary import CANARY
from benchmark.authoring.drawing import font
from benchmark.core.digest import sha256_hex
from benchmark.core.errors import OurFailure

if TYPE_CHECKING:
    from PIL.Image import Image

#: Longest side of a picture, px.
LONGEST = 1024

_HEADER_END = 33  #: of a PNG: eight bytes of signature, and the chunk IHDR of 25


@lru_cache(maxsize=32)
def png(svg: str) -> bytes:
    """The picture as PNG, with the canary in a text chunk that no viewer shows.

    Raises:
        OurFailure: when resvg refuses the text, which our own code has written.
    """
    from resvg_py import svg_to_bytes

    try:
        data: bytes = svg_to_bytes(
            svg_string=svg, font_files=font.paths(), skip_system_fonts=True, background="white"
        )
    except ValueError as error:
        raise OurFailure(f"resvg cannot draw the picture: {error}") from error
    return data[:_HEADER_END] + _chunk(b"tEXt", b"Comment\0" + CANARY.encode("latin-1")) + data[_HEADER_END:]


def decoded(data: bytes) -> "Image":
    """The pixels of a PNG, RGB, transparent parts on white.

    Raises:
        ValueError: for data that are no whole PNG.
    """
    import io

    from PIL import Image

    try:
        image = Image.open(io.BytesIO(data), formats=("PNG",))
        if max(image.size) > 4 * LONGEST:
            raise ValueError(f"{image.width} × {image.height} px are too many")
        image.load()
    except (OSError, SyntaxError, Image.DecompressionBombError) as error:
        raise ValueError(f"not a PNG: {error}") from None
    ground = Image.new("RGBA", image.size, "white")
    return Image.alpha_composite(ground, image.convert("RGBA")).convert("RGB")


def pixel_digest(image: "Image") -> str:
    """SHA-256 over size and RGB pixels."""
    return sha256_hex(f"RGB {image.width} {image.height}\n".encode() + image.tobytes())


@lru_cache(maxsize=32)
def pixels(svg: str) -> str:
    """The digest of what a drawing shows."""
    return pixel_digest(decoded(png(svg)))


def _chunk(kind: bytes, data: bytes) -> bytes:
    """A chunk of a PNG (W3C PNG, third edition, 5.3)."""
    return struct.pack(">L", len(data)) + kind + data + struct.pack(">L", zlib.crc32(kind + data))
