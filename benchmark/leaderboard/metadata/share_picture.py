"""Draw the picture of a shared link as a small PNG, in the font of the tasks' pictures.

It is drawn in grey, with two greys that stand for the accent, and these become the 15 colours of a palette:
four bits per pixel are quick to compress. Most texts stand in many pictures, so they are drawn once.
"""

import io
import zlib
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from benchmark.authoring.drawing.font import font_paths, text_width
from benchmark.leaderboard.metadata.share_card import CardRow, ShareCard

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

WIDTH, HEIGHT = 1200, 630  #: px
DRAWING_VERSION = 3  #: increase it when pictures are drawn differently
_MARGIN = 64
_INK, _ACCENT, _PAPER = (22, 25, 29), (27, 87, 184), (255, 255, 255)
_LEVELS = 7  #: shades of ink, and of the accent
_BITS = 4  #: bits per pixel: paper and the shades of both
_FULL, _GREY, _LINE = 250, 181, 39  #: strength of text, second lines and rules
_ACCENT_FULL, _ACCENT_BAR = 255, 254  #: greys that stand for the accent and its paler shade
_BAR_LEVEL = 3
_TOP, _BOTTOM = 300, 548  #: px: between them are the rows
_ROW = 50  #: px: maximum height of a row
_NAME, _VALUE, _RANGE, _AXIS = (
    150,
    640,
    660,
    850,
)  #: px: left ends of names, ranges and axis; right end of values
_OVERHANG = 20  #: px of the axis's last label right of the axis
_TITLE_SIZE, _TITLE_LINES = 46, 3
_TITLE_STEP = 58


def draw_card(card: ShareCard) -> bytes:
    """Return the picture as a PNG file; the same card gives the same pixels."""
    from PIL import Image, ImageDraw

    grey = Image.new("L", (WIDTH, HEIGHT))
    _draw(card, ImageDraw.Draw(grey))
    shade = [round(min(strength, _FULL) * _LEVELS / _FULL) for strength in range(256)]
    shade[_ACCENT_FULL], shade[_ACCENT_BAR] = 2 * _LEVELS, _LEVELS + _BAR_LEVEL
    image = grey.point(shade)
    image.putpalette(_palette())
    out = io.BytesIO()
    image.save(out, "PNG", bits=_BITS, compress_type=zlib.Z_RLE)
    return out.getvalue()


def _palette() -> bytes:
    shades = [(colour, level) for colour in (_INK, _ACCENT) for level in range(1, _LEVELS + 1)]
    mixed = (
        round(paper + (full - paper) * level / _LEVELS)
        for colour, level in shades
        for paper, full in zip(_PAPER, colour, strict=True)
    )
    return bytes((*_PAPER, *mixed))


def _draw(card: ShareCard, draw: "ImageDraw") -> None:
    draw.line([(_MARGIN + 10, 66), (_MARGIN, 66), (_MARGIN, 94), (_MARGIN + 10, 94)], _ACCENT_FULL, 4)
    draw.line(
        [(_MARGIN + 18, 66), (_MARGIN + 28, 66), (_MARGIN + 28, 94), (_MARGIN + 18, 94)], _ACCENT_FULL, 4
    )
    draw.ellipse((_MARGIN + 9, 75, _MARGIN + 19, 85), _ACCENT_FULL)
    _text(draw, (_MARGIN + 44, 80), "Sightbench", 30, bold=True)
    _text(draw, (WIDTH - _MARGIN, 80), _clip(card.heading, 26, 700), 26, _GREY, anchor="rm")
    for number, line in enumerate(_wrap(card.sentence)):
        _text(draw, (_MARGIN, 150 + number * _TITLE_STEP), line, _TITLE_SIZE, bold=True)
    step = min(_ROW, (_BOTTOM - _TOP) // max(len(card.rows), 1))
    if card.rows:
        _axis(card, draw, _TOP + 18 + step * len(card.rows))
    for number, row in enumerate(card.rows):
        _row(row, draw, _TOP + 30 + number * step)
    if card.more:
        _text(draw, (_NAME, 588), card.more, 24, _GREY)


def _axis(card: ShareCard, draw: "ImageDraw", bottom: int) -> None:
    for position, label in card.ticks:
        x = _along(position)
        draw.line((x, _TOP + 8, x, bottom), _LINE, 2)
        last = position == 1  # it is the widest one, and may reach into the margin
        at = (x + _OVERHANG if last else x, bottom + 22)
        _text(draw, at, label, 20, _GREY, anchor="rm" if last else "mm")


def _row(row: CardRow, draw: "ImageDraw", y: int) -> None:
    start = _NAME if row.place else _MARGIN
    _text(draw, (_MARGIN, y), row.place, 24, _GREY)
    room = _VALUE - text_width(row.value, 28, bold=True) - 24 - start
    _text(draw, (start, y), _clip(row.name, 28, room, bold=row.own), 28, bold=row.own)
    _text(draw, (_VALUE, y), row.value, 28, anchor="rm", bold=True)
    _text(draw, (_RANGE, y), row.range, 22, _GREY)
    low, high, x = _along(row.low), _along(row.high), _along(row.dot)
    draw.rounded_rectangle((low, y - 5, max(high, low + 1), y + 5), 5, _ACCENT_BAR)
    draw.ellipse((x - 10, y - 10, x + 10, y + 10), _ACCENT_FULL)


def _along(share: float) -> int:
    return round(_AXIS + min(max(share, 0), 1) * (WIDTH - _MARGIN - _AXIS))


def _wrap(text: str) -> Iterator[str]:
    """Yield the lines of the sentence; the last one is clipped if the text is too long."""
    width, line, rest = WIDTH - 2 * _MARGIN, "", text.split()
    for number in range(_TITLE_LINES):
        line = rest.pop(0) if rest else ""
        while rest and text_width(f"{line} {rest[0]}", _TITLE_SIZE, bold=True) <= width:
            line = f"{line} {rest.pop(0)}"
        last = number == _TITLE_LINES - 1
        if line:
            yield _clip(" ".join([line, *rest]) if last else line, _TITLE_SIZE, width, bold=True)


def _clip(text: str, size: int, width: float, *, bold: bool = False) -> str:
    """Return the beginning of a text that fits, with an ellipsis if it was cut."""
    if text_width(text, size, bold=bold) <= width:
        return text
    while text and text_width(f"{text}…", size, bold=bold) > width:
        text = text[:-1]
    return f"{text.rstrip()}…"


def _text(
    draw: "ImageDraw",
    at: tuple[int, int],
    text: str,
    size: int,
    strength: int = _FULL,
    *,
    anchor: str = "lm",
    bold: bool = False,
) -> None:
    if text:
        drawn, (left, top) = _drawn_text(text, size, anchor, bold)
        draw.bitmap((at[0] + left, at[1] + top), drawn, strength)


@lru_cache(4096)  # names and scores of a table's models stand in several pictures
def _drawn_text(text: str, size: int, anchor: str, bold: bool) -> tuple["Image", tuple[int, int]]:
    """Return a text as a mask, and where its top left corner is as seen from the anchor."""
    from PIL import Image, ImageDraw

    face = _face(size, bold)
    left, top, right, bottom = (round(edge) for edge in face.getbbox(text, anchor=anchor))
    mask = Image.new("L", (right - left, bottom - top))
    ImageDraw.Draw(mask).text((-left, -top), text, 255, face, anchor)
    return mask, (left, top)


@cache
def _face(size: int, bold: bool) -> "FreeTypeFont":
    from PIL import ImageFont

    # The basic layout needs no library for complex scripts; the font has none.
    return ImageFont.truetype(font_paths()[bold], size, layout_engine=ImageFont.Layout.BASIC)
