"""The font; ``python tests/workshop/drawing/test_font.py`` writes its table of widths again.

fontTools is in the environment of the tests because matplotlib needs it.
"""

import json
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from benchmark.core.errors import OurFailure
from benchmark.files import font
from workshop.drawing.canvas import Canvas
from workshop.drawing.render import picture_digest

WIDTHS = Path(font.__file__).parent / "fonts" / "widths.json"


def widths() -> str:
    """Return the text of ``widths.json``: face → character → width, as fontTools reads the font files."""
    table: dict[str, object] = {}
    for face, path in zip(("regular", "bold", "hand"), font.font_paths(), strict=True):
        with TTFont(path) as file:
            advances, glyphs = file["hmtx"].metrics, file.getBestCmap()
            table["units_per_em"] = file["head"].unitsPerEm
            table[face] = {chr(code): advances[glyph][0] for code, glyph in sorted(glyphs.items())}
    return json.dumps(table, indent=1, ensure_ascii=False) + "\n"


def test_the_table_of_widths_is_what_font_tools_reads() -> None:
    assert WIDTHS.read_text(encoding="utf-8") == widths()


def test_widths_are_the_same_as_in_pictures() -> None:
    """A bar as wide as the text hides all of it, and a narrower one does not."""
    text, size = "mmmWW00..Ta", 40
    wide = font.text_width(text, size)

    def drawn(bar: float, *, text_too: bool) -> str:
        canvas = Canvas(600, 120)
        if text_too:
            canvas.text(20, 60, text, size=size, anchor="start")
        canvas.rect(19, 20, bar, 80, fill="white", stroke=None)
        return picture_digest(canvas.svg())

    assert drawn(wide + 2, text_too=True) == drawn(wide + 2, text_too=False)
    assert drawn(wide - 6, text_too=True) != drawn(wide - 6, text_too=False)


def test_a_character_that_the_font_lacks_is_refused() -> None:
    assert font.missing_characters("a→é語") == ["é", "語"]
    with pytest.raises(ValueError, match=r"U\+8A9E"):
        Canvas(400, 400).text(10, 10, "語")


def test_the_font_has_the_signs_that_pictures_need() -> None:
    assert font.missing_characters("AZaz09 .,:;!?+-−×÷=<>≤≥≠()[]{}#%&*/→←↑↓↔▲▼●○■□◆★✓✗♠♥♦♣°√∞–—…∈∉∧∨¬⊕") == []


def test_another_font_file_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every picture would change."""
    name, _ = font._FILES["regular"]
    monkeypatch.setitem(font._FILES, "regular", (name, "0" * 64))
    font.face.cache_clear()
    with pytest.raises(OurFailure, match=f"{name} is not the font"):
        font.text_width("a", 20)
    font.face.cache_clear()


if __name__ == "__main__":
    WIDTHS.write_text(widths(), encoding="utf-8")
