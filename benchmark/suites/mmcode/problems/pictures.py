"""Turns pictures of any format into PNG: RGB, transparency on white, the first frame of an animation."""

import io
import struct
import warnings
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput
from benchmark.core.install import install_extra
from benchmark.files.atomic import write_atomic
from benchmark.suites.mmcode.problems.svg import UndrawableError, draw_svg, is_svg

if TYPE_CHECKING:
    from PIL.Image import Image

#: Formats that are read, besides SVG.
FORMATS = ("PNG", "JPEG", "GIF", "WEBP", "BMP", "TIFF", "ICO")
#: Changes of this number convert pictures again that an earlier import wrote.
_VERSION = "1"
_OPAQUE, _WHITE_16 = 255, 65_535  #: largest values of 8 and of 16 bits
_KEY = "sightbench-source"
#: What Pillow raises for a broken file, depending on its format.
_BROKEN = (
    *(OSError, ValueError, SyntaxError, EOFError, IndexError, KeyError, TypeError, AttributeError),
    *(OverflowError, RuntimeError, struct.error, zlib.error, MemoryError),
)


class UnreadablePictureError(Exception):
    """A picture cannot be read; the message says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConvertedPicture:
    """A picture as PNG."""

    png: bytes
    repairs: tuple[str, ...]  #: rules of repairs, such as ``picture-alpha``


def to_png(data: bytes) -> ConvertedPicture:
    """Return a picture as PNG in RGB, turned as its camera recorded it.

    The PNG records the SHA-256 of ``data`` and the repairs, so that a repeated import can keep it.

    Raises:
        UnreadablePictureError: if it is not a picture of a known format, is broken, or has too many pixels.
        BadInput: if Pillow is not installed.
    """
    try:
        from PIL import Image, PngImagePlugin
    except ImportError:
        raise BadInput("pictures", "", "need the package pillow", install_extra("pictures")) from None
    repairs: list[str] = []
    source = data
    if is_svg(data):
        try:
            source = draw_svg(data)
        except UndrawableError as error:
            raise UnreadablePictureError(str(error)) from None
        repairs.append("picture-drawn")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            image = Image.open(io.BytesIO(source), formats=FORMATS)
            if getattr(image, "n_frames", 1) > 1:
                image.seek(0)
                repairs.append("picture-first-frame")
            flat = _flatten(image, repairs)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise UnreadablePictureError("has too many pixels") from None
    except Image.UnidentifiedImageError:
        raise UnreadablePictureError("is not a picture of a known format") from None
    except _BROKEN as error:
        raise UnreadablePictureError(f"is broken ({type(error).__name__})") from None
    info = PngImagePlugin.PngInfo()
    info.add_text(_KEY, _mark(data, repairs))
    out = io.BytesIO()
    flat.save(out, "PNG", pnginfo=info)
    return ConvertedPicture(png=out.getvalue(), repairs=tuple(repairs))


def write_png(data: bytes, path: Path) -> tuple[str, ...]:
    """Write a picture as PNG to ``path``, unless an earlier import did; return the rules of its repairs.

    Raises:
        UnreadablePictureError: for the reasons of :func:`to_png`.
        BadInput: if the file cannot be written.
    """
    if (before := _repairs_of(path, data)) is not None:
        return before
    converted = to_png(data)
    write_atomic(path, converted.png)
    return converted.repairs


def _flatten(image: "Image", repairs: list[str]) -> "Image":
    """Return the picture in RGB without metadata, on white where it is transparent."""
    from PIL import Image, ImageOps

    if image.mode.startswith("I;16") or image.mode in ("I", "F"):
        _, high = image.getextrema()
        scale = _OPAQUE / _WHITE_16 if high > _OPAQUE else 1.0
        image = image.convert("F").point(lambda value: value * scale).convert("L")
    rgba = ImageOps.exif_transpose(image).convert("RGBA")
    if rgba.getextrema()[3][0] < _OPAQUE:
        repairs.append("picture-alpha")
    flat = Image.new("RGB", rgba.size, "white")
    flat.paste(rgba, (0, 0), rgba)
    return flat


def _mark(data: bytes, repairs: list[str]) -> str:
    return " ".join((_VERSION, sha256_hex(data), *repairs))


def _repairs_of(path: Path, data: bytes) -> tuple[str, ...] | None:
    """Return the repairs of the PNG at ``path`` if it was made from ``data`` by this version, else None."""
    from PIL import Image

    if not path.is_file():
        return None
    try:
        with Image.open(path, formats=("PNG",)) as image:
            version, digest, *repairs = str(image.info.get(_KEY, "")).split(" ")
    except _BROKEN:
        return None
    return tuple(repairs) if (version, digest) == (_VERSION, sha256_hex(data)) else None
