"""The one font: which characters it has, and how wide they are.

Widths come from ``fonts/widths.json``, which fontTools made from the font files. They do not come from a text
engine: an engine's rounding changes between versions, and layouts follow from widths. A file needs no package,
so `sightbench analyse memory` can draw without the extra ``authoring``.
"""

import json
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

_FOLDER = files("benchmark.authoring.drawing").joinpath("fonts")
#: Name and SHA-256 of the font file, by whether it is bold.
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
    return Face(_widths("bold" if bold else "regular"))


def _path(name: str) -> Path:
    return Path(str(_FOLDER.joinpath(name)))


def _widths(weight: str) -> dict[str, float]:
    table = json.loads(_FOLDER.joinpath("widths.json").read_text(encoding="utf-8"))
    return {character: advance / table["units_per_em"] for character, advance in table[weight].items()}
