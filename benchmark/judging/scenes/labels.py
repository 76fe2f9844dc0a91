r"""Compares texts of figures by what they say: ``∠A = 60°``, ``Angle A: 60°`` and ``$60^\circ$``.

A text becomes names, numbers and signs, in one pass. Signs that only separate are left out, and so is the way
in which LaTeX writes a sign.
"""

import re
from functools import lru_cache
from typing import NamedTuple

_PIECE = re.compile(r"\\[A-Za-z]+|[0-9]+(?:\.[0-9]+)?|\.[0-9]+|[^\W\d_]+|\S")
# `1,000` is one number, `(1,2)` are two.
_THOUSANDS = re.compile(r"(?<=[0-9]),(?=[0-9]{3}(?![0-9]))")
#: Pieces that only separate, format or repeat what a figure shows.
_SILENT = {
    "=", ":", ";", ",", "$", "{", "}", "_", "|", "\\", "~", "is", "length", "\\left", "\\right", "\\mathrm",
    "\\mathbf", "\\mathit", "\\mathdefault", "\\text", "\\textbf", "\\rm", "\\bf", "\\overline", "\\quad",
    "\\displaystyle",
}  # fmt: skip
_SAME = {
    "angle": "∠", "\\angle": "∠", "\\circ": "°", "degree": "°", "degrees": "°", "deg": "°", "percent": "%",
    "pi": "\\pi", "π": "\\pi", "\\cdot": "*", "·": "*", "×": "*", "\\times": "*", "−": "-", "–": "-",
    "\\perp": "⊥", "\\parallel": "∥", "\\triangle": "△", "\\sqrt": "√", "sqrt": "√", "\\sin": "sin",
    "\\cos": "cos", "\\tan": "tan", "\\ln": "ln", "\\log": "log", "\\exp": "exp", "\\approx": "≈",
    "\\leq": "≤", "\\geq": "≥", "\\le": "≤", "\\ge": "≥", "\u03b1": "\\alpha", "\u03b2": "\\beta",
    "\u03b3": "\\gamma", "\\degree": "°", "\u03b8": "\\theta",
}  # fmt: skip
_RAISED = str.maketrans({"²": "^2", "³": "^3", "₀": "0", "₁": "1", "₂": "2", "₃": "3", "º": "°"})
_SIGNS = set("√∠°%()[]+-*/^$€£<>≤≥≈∥⊥△.'\"")
_BEFORE_VALUES = {"∠", "△", "≈"}  #: signs at the name of an element, before its value


class ComparedLabel(NamedTuple):
    """A text as the pieces by which it is compared."""

    pieces: tuple[str, ...]
    numbers: tuple[str, ...]  #: the numbers of the text, with their signs
    element: tuple[str, ...]  #: words and letters before all others: the name of an element
    value: tuple[str, ...]  #: pieces after it, with units


@lru_cache(maxsize=1024)  # a text of 500 rare letters takes 50 kB
def label(text: str) -> ComparedLabel:
    """Return the pieces of a text by which it is compared."""
    pieces: list[str] = []
    numbers: list[str] = []
    element: list[str] = []
    start = 0  # where the value begins
    text = text.translate(_RAISED).replace("**", "^")
    for found in _PIECE.findall(_THOUSANDS.sub("", text)):
        # One letter names an element: `A` and `a` differ, `Angle` and `angle` do not.
        low = found if len(found) == 1 else found.lower()
        if low in _SILENT:
            continue
        piece = _SAME.get(low, low)
        if piece[0].isdecimal() or (piece[0] == "." and len(piece) > 1):
            number = f"{float(piece):.12g}"
            if number == "0" and pieces and pieces[-1] == "-":
                pieces.pop()  # a rounded number may be written as -0.00
            sign = "-" if pieces and pieces[-1] == "-" else ""
            numbers.append(sign + number)
            pieces.append(number)
            continue
        if piece == "°" and pieces and pieces[-1] == "^":
            pieces.pop()
        pieces.append(piece)
        if len(pieces) == start + 1 and (piece not in _SIGNS or piece in _BEFORE_VALUES):
            start += 1
            if piece not in _SIGNS:
                element.append(piece)
    return ComparedLabel(tuple(pieces), tuple(numbers), tuple(element), tuple(pieces[start:]))


def same_text(first: str, second: str) -> bool:
    """Whether two texts have the same meaning."""
    return first == second or label(first).pieces == label(second).pieces


def same_value(first: str, second: str) -> bool:
    """Whether two texts at one element mean the same, even if one leaves out the element's name."""
    one, other = label(first), label(second)
    if one.pieces == other.pieces:
        return True
    return one.value == other.value and bool(one.numbers) and not (one.element and other.element)


def is_number(text: str, value: float) -> bool:
    """Whether a text is nothing but this number."""
    pieces = label(text)
    if len(pieces.numbers) != 1 or any(piece != "-" for piece in pieces.pieces[:-1]):
        return False
    if pieces.pieces[-1] != pieces.numbers[0].lstrip("-"):
        return False
    return abs(float(pieces.numbers[0]) - value) <= 1e-6 * max(abs(value), 1e-300)
