"""The two fonts, letters of print and of handwriting: which characters they have, and how wide those are.

Widths come from ``fonts/widths.json``, which fontTools made from the font files. They do not come from a text
engine, because its rounding changes between versions and the layout of pictures depends on widths. fontTools
is not needed to draw, so `sightbench analyse memory` works without the extra ``workshop``.
"""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import OurFailure

FAMILY, HANDWRITING = "Sightbench Sans", "Sightbench Hand"
#: Height of a capital letter, as a share of the font size.
CAP_HEIGHT, HAND_HEIGHT = 0.729, 0.661
#: How far letters such as g reach below the baseline, as a share of the font size.
DESCENT = 0.236

_FOLDER = files("benchmark.files").joinpath("fonts")
#: Face → name and SHA-256 of the font file.
_FILES = {
    "regular": (
        "SightbenchSans-Regular.ttf",
        "6b8d8996572326c7a754408b9f3c75bcfe04f6518094208f7da7d3aa3774e2e3",
    ),
    "bold": (
        "SightbenchSans-Bold.ttf",
        "f99de7238b1a9bbac394ac0e0402d3a2d809940ff9daa849c91041f408fda386",
    ),
    "hand": ("SightbenchHand.ttf", "c6e8c9bb9e8d611c7826710436ffcc037bffd83a80b70996bf4b84888a59f20e"),
}


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """Return the width of ``text`` in px at a font size of ``size`` px.

    Raises:
        ValueError: if the font lacks characters of the text; resvg would leave them out silently.
    """
    if missing := missing_characters(text):
        codes = " ".join(f"U+{ord(character):04X}" for character in missing)
        raise ValueError(f"the font has no {codes}, in {text!a}")
    widths = face("bold" if bold else "regular")
    return size * sum(widths[character] for character in text)


def missing_characters(text: str) -> list[str]:
    """Return the characters of ``text`` that the letters of print lack, each once."""
    regular, bold = face("regular"), face("bold")
    return sorted({character for character in text if character not in regular or character not in bold})


def font_paths() -> list[str]:
    """Return the paths of the font files, the regular one first."""
    return [str(_path(name)) for name, _ in _FILES.values()]


@cache
def face(name: str) -> Mapping[str, float]:
    """Return the width of each character of a face, as a share of the font size.

    Args:
        name: ``regular``, ``bold`` or ``hand``.

    Raises:
        OurFailure: if its file cannot be read, or is not the one that pictures are made with.
    """
    file, digest = _FILES[name]
    try:
        data = _path(file).read_bytes()
    except OSError as error:
        raise OurFailure(f"{file}, the font of the pictures, cannot be read: {error.strerror}") from error
    if sha256_hex(data) != digest:
        raise OurFailure(f"{file} is not the font that pictures are drawn with: its SHA-256 differs")
    table = json.loads(_FOLDER.joinpath("widths.json").read_text(encoding="utf-8"))
    return {character: advance / table["units_per_em"] for character, advance in table[name].items()}


def _path(name: str) -> Path:
    return Path(str(_FOLDER.joinpath(name)))
