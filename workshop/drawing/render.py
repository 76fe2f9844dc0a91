"""Turn SVG text into PNG bytes, and compute the digest of a picture's pixels.

Pictures are pinned by their pixels, not by the bytes of the PNG: compressors differ between versions.
"""

import itertools
import struct
import zlib
from functools import lru_cache
from typing import TYPE_CHECKING, cast

from benchmark.core.canary import CANARY
from benchmark.core.digest import sha256_hex
from benchmark.core.errors import OurFailure
from benchmark.files import font
from workshop.drawing.captured import CAPTURED, captured, surroundings
from workshop.drawing.items import GRAIN
from workshop.drawing.photo import PHOTO, photographed

if TYPE_CHECKING:
    from PIL.Image import Image

    from workshop.drawing.captured import Capture

#: Maximum length of a picture's side, px: letters of 19 px are still 13 px high if it is scaled to 768.
MAX_SIDE = 1122
MAX_BYTES = 150_000  #: of a picture's file; a larger PNG is stored without filters

_HEADER_END = 33  #: where the header of a PNG ends: 8 bytes of signature and 25 of the chunk IHDR


@lru_cache(maxsize=32)
def render_png(svg: str) -> bytes:
    """Draw SVG text as a PNG, with the canary in a text chunk that viewers do not show.

    Raises:
        OurFailure: if resvg refuses the SVG text, which our own code has written.
    """
    data = _drawn(svg)
    if photo := PHOTO.search(svg):
        data = _unfiltered(photographed(decode_png(data), int(photo[1])))
    elif capture := CAPTURED.search(svg):
        return captured_png(decode_png(data), cast("Capture", capture[1]), int(capture[2]))
    elif GRAIN in svg or len(data) > MAX_BYTES:
        data = _unfiltered(decode_png(data))
    return _with_canary(data)


def _drawn(svg: str) -> bytes:
    from resvg_py import svg_to_bytes

    try:
        data: bytes = svg_to_bytes(
            svg_string=svg, font_files=font.font_paths(), skip_system_fonts=True, background="white"
        )
    except ValueError as error:
        raise OurFailure(f"resvg cannot draw the picture: {error}") from error
    return data


def captured_png(image: "Image", kind: "Capture", seed: int) -> bytes:
    """Return the PNG, with the canary, of pixels as a scan or another capture; see :mod:`.captured`.

    Raises:
        OurFailure: if resvg refuses what our own code has written.
    """
    ground = decode_png(_drawn(surroundings(kind, seed, *image.size)))
    return _with_canary(_unfiltered(captured(image, ground, kind, seed)))


def compact_png(data: bytes) -> bytes:
    """Return a PNG of :func:`render_png`, or the same pixels and canary without filters if that is smaller.

    A flowchart has few colours, so its file shrinks to less than half.
    """
    return min(data, _with_canary(_unfiltered(decode_png(data))), key=len)


def _with_canary(data: bytes) -> bytes:
    return data[:_HEADER_END] + _chunk(b"tEXt", b"Comment\0" + CANARY.encode("latin-1")) + data[_HEADER_END:]


def decode_png(data: bytes) -> "Image":
    """Decode a PNG to RGB pixels, with transparent parts on white.

    Raises:
        ValueError: if the data are not a complete PNG.
    """
    import io

    from PIL import Image

    try:
        image = Image.open(io.BytesIO(data), formats=("PNG",))
        if max(image.size) > 4 * MAX_SIDE:
            raise ValueError(
                f"has {image.width} × {image.height} px; at most {4 * MAX_SIDE} on a side are allowed"
            )
        image.load()
    except (OSError, SyntaxError, Image.DecompressionBombError) as error:
        raise ValueError(f"not a PNG: {error}") from None
    ground = Image.new("RGBA", image.size, "white")
    return Image.alpha_composite(ground, image.convert("RGBA")).convert("RGB")


def pixel_digest(image: "Image") -> str:
    """Return the SHA-256 of an image's size and RGB pixels."""
    return sha256_hex(f"RGB {image.width} {image.height}\n".encode() + image.tobytes())


def _unfiltered(image: "Image") -> bytes:
    """Return a PNG whose rows are as they are: filters would mix the few tones of many pictures."""
    pixels, kind, palette = image.tobytes(), 2, b""
    if colours := image.getcolors(256):
        places = {colour: place for place, colour in enumerate(sorted(colour for _, colour in colours))}
        pixels, kind = bytes(map(places.__getitem__, zip(*[iter(pixels)] * 3, strict=True))), 3
        palette = _chunk(b"PLTE", bytes(itertools.chain(*places)))
    width = len(pixels) // image.height
    raw = b"".join(b"\0" + pixels[place : place + width] for place in range(0, len(pixels), width))
    header = _chunk(b"IHDR", struct.pack(">LLBBBBB", image.width, image.height, 8, kind, 0, 0, 0))
    data = _chunk(b"IDAT", zlib.compress(raw, 9))
    return b"\x89PNG\r\n\x1a\n" + header + palette + data + _chunk(b"IEND", b"")


@lru_cache(maxsize=32)
def picture_digest(svg: str) -> str:
    """Return the digest of the pixels that SVG text is drawn as."""
    return pixel_digest(decode_png(render_png(svg)))


def _chunk(kind: bytes, data: bytes) -> bytes:
    """Return a chunk of a PNG (W3C PNG, third edition, 5.3)."""
    return struct.pack(">L", len(data)) + kind + data + struct.pack(">L", zlib.crc32(kind + data))
