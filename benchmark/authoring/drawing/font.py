"""The one font: which characters it has, and how wide they are.

Widths come from the font file itself, read here, and not from a text engine: an engine's rounding changes
between versions, and layouts follow from widths.
"""

import struct
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import OurFailure

FAMILY = "Sightbench Sans"
#: Height of a capital letter, in font sizes.
CAP_HEIGHT = 0.729
#: How far letters such as g reach below the line, in font sizes.
DESCENT = 0.236

_FILES = {
    False: (
        "SightbenchSans-Regular.ttf",
        "09a7f2cae929db494f3a55ff3eb43f3e782ddad8aeecc3b8d575c581a269d7a2",
    ),
    True: (
        "SightbenchSans-Bold.ttf",
        "9f001262e85e4b1f30379a8ced7d7a24202861e5cc4585af2367bf33ab026a64",
    ),
}
_SEGMENTS = 4  #: the format of a character map that this reads


@dataclass(frozen=True, slots=True)
class Face:
    """Widths of one weight of the font, by character, in font sizes."""

    widths: dict[str, float]


def width(text: str, size: float, *, bold: bool = False) -> float:
    """How wide ``text`` is at a font size of ``size`` px.

    Raises:
        ValueError: naming the characters that the font lacks: resvg would leave them out without a word.
    """
    if lacking := missing(text):
        raise ValueError(f"the font has no {' '.join(f'U+{ord(one):04X}' for one in lacking)}, in {text!a}")
    widths = face(bold).widths
    return size * sum(widths[one] for one in text)


def missing(text: str) -> list[str]:
    """The characters of ``text`` that the font lacks, each once."""
    regular, bold = face(False).widths, face(True).widths
    return sorted({one for one in text if one not in regular or one not in bold})


def paths() -> list[str]:
    """The font files."""
    return [str(_path(name)) for name, _ in _FILES.values()]


@cache
def face(bold: bool) -> Face:
    """One weight of the font.

    Raises:
        OurFailure: when the file is not there, or not the one that pictures are made with.
    """
    name, digest = _FILES[bold]
    try:
        data = _path(name).read_bytes()
    except OSError as error:
        raise OurFailure(f"{name}, which pictures are made with, cannot be read: {error.strerror}") from error
    if sha256_hex(data) != digest:
        raise OurFailure(f"{name} is not the font that pictures are made with: its SHA-256 differs")
    return _read(data)


def _path(name: str) -> Path:
    return Path(str(files("benchmark.authoring.drawing").joinpath("fonts", name)))


def _read(data: bytes) -> Face:
    """Character map and widths of a TrueType file (OpenType 1.9: cmap format 4, hmtx, hhea, head)."""
    tables = {}
    for index in range(struct.unpack_from(">H", data, 4)[0]):
        tag, _, offset, _ = struct.unpack_from(">4sLLL", data, 12 + 16 * index)
        tables[tag] = offset
    units = int(struct.unpack_from(">H", data, tables[b"head"] + 18)[0])
    advances = struct.unpack_from(">H", data, tables[b"hhea"] + 34)[0]

    def advance(glyph: int) -> float:
        found: int = struct.unpack_from(">H", data, tables[b"hmtx"] + 4 * min(glyph, advances - 1))[0]
        return found / units

    return Face(
        {chr(code): advance(glyph) for code, glyph in _glyphs(data, tables[b"cmap"]).items() if glyph}
    )


def _glyphs(data: bytes, cmap: int) -> dict[int, int]:
    for index in range(struct.unpack_from(">H", data, cmap + 2)[0]):
        start = cmap + struct.unpack_from(">HHL", data, cmap + 4 + 8 * index)[2]
        if struct.unpack_from(">H", data, start)[0] == _SEGMENTS:
            return _segments(data, start)
    raise OurFailure("the font has no character map of format 4")


def _segments(data: bytes, start: int) -> dict[int, int]:
    count = struct.unpack_from(">H", data, start + 6)[0] // 2
    ends, starts = start + 14, start + 16 + 2 * count
    deltas, offsets = starts + 2 * count, starts + 4 * count
    glyphs = {}
    for segment in range(count):
        end, first, delta, offset = (
            struct.unpack_from(">H", data, table + 2 * segment)[0]
            for table in (ends, starts, deltas, offsets)
        )
        for code in range(first, min(end, 0xFFFE) + 1):
            if not offset:
                glyphs[code] = (code + delta) % 0x10000
                continue
            place = offsets + 2 * segment + offset + 2 * (code - first)
            glyph = struct.unpack_from(">H", data, place)[0]
            glyphs[code] = (glyph + delta) % 0x10000 if glyph else 0
    return glyphs
