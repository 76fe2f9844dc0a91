"""Draws a picture in SVG, with the project's font, unless it refers to anything outside itself."""

import html
import re

from benchmark.core.errors import BadInput
from benchmark.core.install import install_extra
from benchmark.drawing.font import FAMILY, font_paths, missing_characters
from benchmark.files.bounded import MIB

SIDE_LIMIT = 2048  #: maximum px of the longest side; a larger picture is drawn smaller
_SIZE_LIMIT = 4 * MIB  #: maximum bytes
_ROOT = re.compile(r"<(?:\w+:)?svg\b[^>]*>")
_ATTRIBUTE = re.compile(r"""\b(width|height|viewBox)\s*=\s*["']([^"']*)["']""")
_LENGTH = re.compile(r"\s*(\d+(?:\.\d+)?)\s*(?:px|pt)?\s*")
_WORDS = re.compile(r"<(?:\w+:)?text\b.*?</(?:\w+:)?text\s*>", re.DOTALL)
_REFERENCE = re.compile(
    r"""href\s*+=\s*+["']?+\s*+(?!#|data:image/(?:png|jpeg|gif|webp)[;,])""", re.IGNORECASE
)
_FOREIGN = re.compile(
    r"<!ENTITY|<!DOCTYPE[^>]*\[|@import|url\(\s*+[\"']?+\s*+(?!#)|<\?xml-stylesheet|<script", re.IGNORECASE
)


class UndrawableError(Exception):
    """An SVG picture cannot be drawn; the message says why."""


def is_svg(data: bytes) -> bool:
    """Whether a file is SVG, by its first 4 KiB."""
    return _ROOT.search(data[:4096].decode("utf-8", "replace")) is not None


def draw_svg(data: bytes) -> bytes:
    """Return the picture as PNG, on white.

    Raises:
        UndrawableError: if it refers to other files, has no size, is too large, or is not valid.
        BadInput: if resvg-py is not installed.
    """
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        fix = install_extra("problems")
        raise BadInput("pictures", "", "in SVG need the package resvg-py", fix) from None
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise UndrawableError("is SVG that is not UTF-8") from None
    if len(data) > _SIZE_LIMIT:
        raise UndrawableError(f"is SVG of more than {_SIZE_LIMIT // MIB} MiB")
    if _FOREIGN.search(text) or _REFERENCE.search(text):
        raise UndrawableError("is SVG that refers to something outside itself")
    words = html.unescape("".join(re.sub("<[^>]*>", "", element) for element in _WORDS.findall(text)))
    if missing := missing_characters("".join(words.split())):
        codes = " ".join(f"U+{ord(character):04X}" for character in missing[:5])
        raise UndrawableError(f"is SVG with characters that the font lacks: {codes}")
    width, height = _size(text)
    factor = min(1.0, SIDE_LIMIT / max(width, height))
    families = dict.fromkeys(
        (
            "font_family",
            "serif_family",
            "sans_serif_family",
            "cursive_family",
            "fantasy_family",
            "monospace_family",
        ),
        FAMILY,
    )
    try:
        drawn: bytes = svg_to_bytes(
            svg_string=text,
            background="white",
            width=max(1, round(width * factor)),
            font_files=font_paths(),
            skip_system_fonts=True,
            **families,
        )
    except ValueError as error:
        raise UndrawableError(f"is SVG that resvg refuses: {error}") from None
    return drawn


def _size(text: str) -> tuple[float, float]:
    """Return width and height of the picture: those of the root element, else of its view box."""
    root = _ROOT.search(text)
    attributes = dict(_ATTRIBUTE.findall(root[0])) if root else {}
    lengths = [_LENGTH.fullmatch(attributes.get(name, "")) for name in ("width", "height")]
    sizes = [float(found[1]) for found in lengths if found]
    if len(sizes) < 2:  # noqa: PLR2004 - width and height
        box = re.split(r"[\s,]+", attributes.get("viewBox", "").strip())[2:]
        sizes = [float(side) for side in box if _LENGTH.fullmatch(side)]
    if len(sizes) != 2 or min(sizes) <= 0:  # noqa: PLR2004 - width and height
        raise UndrawableError("is SVG without a size")
    return sizes[0], sizes[1]
