"""Break labels into lines that fit a width, by the widths of the bundled font.

A line ends at a space if possible, but not inside quotes. A word that is too long for a line is broken after a
bracket, comma, operator or underscore, else anywhere.
"""

import re
from collections.abc import Sequence

from benchmark.authoring.drawing import font
from benchmark.authoring.flowchart.layout.legible import FONT_SIZE

_QUOTED = r"(?<!\w)'[^']*'|\"[^\"]*\""
_WORD = re.compile(rf"(?:{_QUOTED}|\S)+")
_PIECE = re.compile(r"[^\s(\[{,.=+*/_:-]*[\s(\[{,.=+*/_:-]*")


def text_width(text: str) -> float:
    """Return the width of a text in a chart, px.

    Raises:
        ValueError: if the font lacks a character.
    """
    return font.text_width(text, FONT_SIZE)


def wrap(text: str, width: float) -> list[str]:
    """Break a text into lines of at most ``width`` px."""
    lines: list[str] = []
    for word in _words(text, width):
        joined = lines[-1] + word if lines else word
        if lines and text_width(joined.rstrip()) <= width:
            lines[-1] = joined
        else:
            lines.append(word)
    return [line.strip() for line in lines]


def fill(text: str, widths: Sequence[float]) -> list[str] | None:
    """Break a text into as many lines as there are widths, from the top; None if it does not fit."""
    lines, line = [""] * len(widths), 0
    for word in _words(text, max(widths)):
        while text_width((lines[line] + word).rstrip()) > widths[line]:
            line += 1
            if line == len(widths) or not lines[line - 1]:
                return None
        lines[line] += word
    return [made.strip() for made in lines] if all(lines) else None


def _words(text: str, width: float) -> list[str]:
    """Return the words with the spaces after them, broken if they are longer than a line."""
    words: list[str] = []
    starts = [found.start() for found in _WORD.finditer(text)]
    for start, stop in zip(starts, [*starts[1:], len(text)], strict=True):
        word = text[start:stop]
        words += [word] if text_width(word.rstrip()) <= width else _pieces(word, width)
    return words


def _pieces(word: str, width: float) -> list[str]:
    pieces: list[str] = []
    for piece in filter(None, _PIECE.findall(word)):
        rest = piece
        while text_width(rest.rstrip()) > width:
            count = next(n for n in range(len(rest), 0, -1) if n == 1 or text_width(rest[:n]) <= width)
            pieces.append(rest[:count])
            rest = rest[count:]
        if rest:
            pieces.append(rest)
    return pieces
