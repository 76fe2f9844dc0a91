"""Break labels into lines that fit a width, by the widths of the bundled font.

A line ends at a space if possible, but not inside quotes. A word that is too long for a line is broken after
a bracket, comma or operator, else after an underscore, else anywhere.
"""

import math
import re
from collections.abc import Sequence

from benchmark.files import font
from workshop.flowchart.layout.legible import FONT_SIZE

_QUOTED = r"(?<!\w)'[^']*'|\"[^\"]*\""
_WORD = re.compile(rf"(?:{_QUOTED}|\S)+(?: \?$)?")
_SHORTEST = 3  # characters of a line in a rhombus
_LONG_WORD = 300  # px
_FINER = 8  # px between the widths that are tried
#: Where a word that is too long is broken: after one of these signs, else after an underscore, else anywhere.
_PIECE = re.compile(r"[^\s(\[{,.=+*/:-]*[\s(\[{,.=+*/:-]*")
_FINE_PIECE = re.compile(r"[^_]*_*")


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


def wrap_evenly(text: str, width: float, most: float) -> list[str]:
    """Break a text into lines of about ``width`` px, and of at most ``most`` px if that needs fewer lines.

    Among widths that need the same number of lines, the smallest is taken, so that lines are about as long.
    """
    usual, fewest = wrap(text, width), wrap(text, most)
    best = fewest if len(fewest) < len(usual) else usual
    for narrower in range(math.ceil(max(map(text_width, best))) - _FINER, _FINER, -_FINER):
        lines = wrap(text, narrower)
        if len(lines) > len(best) or " ".join(lines) != " ".join(best):  # another line, or a broken word
            break
        best = lines
    return best


def fill(text: str, widths: Sequence[float]) -> list[str] | None:
    """Break a text into as many lines as there are widths, from the top; None if it does not fit.

    Words are only broken if they are longer than 300 px.
    """
    if max(widths) < min(_LONG_WORD, max(map(text_width, _WORD.findall(text)))):
        return None
    lines, line = [""] * len(widths), 0
    for word in _words(text, max(widths)):
        while text_width((lines[line] + word).rstrip()) > widths[line]:
            line += 1
            if line == len(widths) or not lines[line - 1]:
                return None
        lines[line] += word
    made = [line.strip() for line in lines]
    return made if all(len(line) >= min(_SHORTEST, len(text)) for line in made) else None


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
    coarse = [piece for piece in _PIECE.findall(word) if piece]
    for rest in coarse:
        if text_width(rest.rstrip()) > width:
            pieces += _parts(rest, width)
        else:
            pieces.append(rest)
    return pieces


def _parts(piece: str, width: float) -> list[str]:
    pieces: list[str] = []
    for part in filter(None, _FINE_PIECE.findall(piece)):
        rest = part
        while text_width(rest.rstrip()) > width:
            count = next(n for n in range(len(rest), 0, -1) if n == 1 or text_width(rest[:n]) <= width)
            pieces.append(rest[:count])
            rest = rest[count:]
        if rest:
            pieces.append(rest)
    return pieces
