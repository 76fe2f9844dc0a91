"""Finds outputs that have the expected content in another layout."""

import itertools
import math
import re
from collections.abc import Iterator
from decimal import Decimal

#: Marks that many programs add around values; others, such as those that draw a grid, are content.
_MARKS = "[](){},;:'\"`"
_WITHOUT_MARKS = str.maketrans(dict.fromkeys(_MARKS, " "))
_LABEL = re.compile(r"^[^\n]*[:=](?=[^\n])", re.MULTILINE)
_LETTER = re.compile(r"[^\W\d_]")
_NO_NAME = re.compile(r"[\W_]+")
_WORD = re.compile(r"\S+")
#: A word or a number with a mark at its end that does not count.
_WITH_END = re.compile(r"([^\W_]+|[+-]?\d+(?:\.\d+)?)[.!?]")
#: Longer outputs, compared with the expected one or in characters, are not looked at.
_LENGTH_FACTOR, _LENGTH_MORE, _LENGTH_LIMIT = 4, 64 << 10, 1 << 20


def differs_only_in_layout(expected: str, got: str, tolerance: float = 0.0) -> bool:
    """Whether a wrong output has the right content in another layout.

    These do not count: white space, upper and lower case, brackets, commas, semicolons, colons and quotation
    marks around words, a mark at the end of a word, the notation of a number (``0.50`` for ``0.5``), and the
    beginning of each line up to its last colon or equals sign if it has a letter (``Case #1:``). Such
    beginnings may be missing from one of the outputs; if both have them, they must have the same letters and
    digits. Two or more marks that stand alone are content: ``(())`` is not ``()()``.

    Args:
        expected: the output that the task expects.
        got: the output of the program; one with more than 1,048,576 characters is not looked at.
        tolerance: the largest difference of two numbers, absolutely or relatively.
    """
    if len(got) > min(_LENGTH_FACTOR * len(expected) + _LENGTH_MORE, _LENGTH_LIMIT):
        return False
    plain_expected, plain_got = _without_labels(expected), _without_labels(got)
    pairs = [(expected, got), (expected, plain_got), (plain_expected, got)]
    if _labels(expected) == _labels(got):
        pairs.append((plain_expected, plain_got))
    return any(_same_words(*pair, tolerance) for pair in dict.fromkeys(pairs))


def _without_labels(text: str) -> str:
    return _LABEL.sub(lambda label: " " if _LETTER.search(label[0]) else label[0], text)


def _labels(text: str) -> list[str]:
    """Return the letters and digits of each label."""
    return [_NO_NAME.sub("", label[0].casefold()) for label in _LABEL.finditer(text)]


def _same_words(expected: str, got: str, tolerance: float) -> bool:
    """Whether both have the same words, at least one."""
    pair: tuple[str | None, str | None] | None = None
    for pair in itertools.zip_longest(_words(expected), _words(got)):
        a, b = pair
        if a != b and (a is None or b is None or not _close(a, b, tolerance)):
            return False
    return pair is not None


def _words(text: str) -> Iterator[str]:
    for match in _WORD.finditer(text):
        word = match[0].casefold()
        if len(word) > 1 and not word.strip(_MARKS):
            yield word
            continue
        for part in word.translate(_WITHOUT_MARKS).split():
            ended = _WITH_END.fullmatch(part)
            yield ended[1] if ended else part


def _close(a: str, b: str, tolerance: float) -> bool:
    try:
        exact, found = Decimal(a), Decimal(b)
    except ArithmeticError:
        return False
    if not exact.is_finite() or not found.is_finite():
        return False
    if exact == found:
        return True
    x, y = float(a), float(b)
    return (
        tolerance > 0 and math.isfinite(x) and math.isfinite(y) and abs(x - y) <= tolerance * max(1.0, abs(x))
    )
