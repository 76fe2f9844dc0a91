"""Compares the output of whole programs with the expected output, by the rule that the task names.

The rule ``tolerant`` follows MMCode's published code
(likaixin2000/MMCode, testing_utils.py), which took it over from APPS: an output is right if one of several
comparisons says so. The README of the suite has a table.
"""

import contextlib
import itertools
import math
import re
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from typing import assert_never

from benchmark.core.task import JudgedCompareRule

#: numpy's tolerances: |got - expected| ≤ absolute + relative · |expected|.
_RELATIVE, _ABSOLUTE = 1e-5, 1e-8
_DECIMALS = 3  #: decimals to which numbers are rounded in sets of words
#: An output with more characters than this multiple of the expected ones, plus as many, has no layout that is
#: looked at. For MMCode's rule it is wrong, and so is one with more lines: the published judge has no such
#: limit, but without it, an answer decides how much memory the comparison takes.
_LENGTH_FACTOR, _LENGTH_MORE = 4, 64 << 10
# Where `str.splitlines` splits, which the published judge calls: not only at "\n".
_LINE_ENDS = "\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"
#: Marks that many programs add around values; others, such as those that draw a grid, are content.
_MARKS = "[](){},;:'\"`"
_WITHOUT_MARKS = str.maketrans(dict.fromkeys(_MARKS, " "))
_LABEL = re.compile(r"^[^\n]*[:=](?=[^\n])", re.MULTILINE)
_LETTER = re.compile(r"[^\W\d_]")
_NO_NAME = re.compile(r"[\W_]+")
_WORD = re.compile(r"\S+")
#: A word or a number that ends with a mark, which does not count.
_WITH_END = re.compile(r"([^\W_]+|[+-]?\d+(?:\.\d+)?)[.!?]")
_LENGTH_LIMIT = 1 << 20  #: maximum characters of an output whose layout is checked


def outputs_match(expected: str, got: str, rule: JudgedCompareRule, tolerance: float) -> bool:
    """Whether a program's output is right.

    Args:
        expected: the output that the task expects.
        got: the output that the program wrote.
        rule: ``exact`` compares every character; ``lines`` ignores white space at line ends and empty lines
            at the end; ``tokens`` compares the words between white space; ``floats`` compares words like
            ``tokens``, but two numbers may differ by ``tolerance``, absolutely or relatively; ``tolerant``
            compares as MMCode's published judge.
        tolerance: the largest difference that ``floats`` accepts.
    """
    match rule:
        case "exact":
            return expected == got
        case "lines":
            return _lines_match(expected, got)
        case "tokens":
            wanted = expected.split()
            return wanted == _first_words(got, wanted)
        case "floats":
            wanted = expected.split()
            found = _first_words(got, wanted)
            return len(wanted) == len(found) and all(
                a == b or _numbers_close(a, b, tolerance) for a, b in zip(wanted, found, strict=True)
            )
        case "tolerant":
            return _tolerant_match(expected, got)
        case _:
            assert_never(rule)


def _first_words(got: str, wanted: Sequence[str]) -> list[str]:
    """Return the words of an output; those beyond the number of ``wanted`` stay in one part.

    So the words of an output of 16 MiB, which take 400 MiB, are never in memory at the same time.
    """
    return got.split(None, len(wanted))


def _lines_match(expected: str, got: str) -> bool:
    text = expected.rstrip()
    wanted = [line.rstrip() for line in text.split("\n")] if text else []
    lines = got.split("\n", len(wanted))
    rest = lines.pop() if len(lines) > len(wanted) else ""
    return not rest.strip() and [line.rstrip() for line in lines] == wanted


def _numbers_close(expected: str, got: str, tolerance: float) -> bool:
    if not (expected.isascii() and got.isascii()) or "_" in expected + got:
        return False  # float() also reads digits of other scripts and underscores
    try:
        a, b = float(expected), float(got)
    except ValueError:
        return False
    return _within(a, b, tolerance)


def _within(a: float, b: float, tolerance: float) -> bool:
    """Whether finite numbers differ by at most ``tolerance``, absolutely or relative to the first."""
    return math.isfinite(a) and math.isfinite(b) and abs(a - b) <= tolerance * max(1.0, abs(a))


def _tolerant_match(expected: str, got: str) -> bool:
    """Whether MMCode's published judge accepts an output."""
    if (
        len(got) > _LENGTH_FACTOR * len(expected) + _LENGTH_MORE
        or _ends(got) > _LENGTH_FACTOR * _ends(expected) + _LENGTH_MORE
    ):
        return False
    lines = got.splitlines()
    # Uneven as published: the expected lines are stripped, those of the output are not.
    wanted = [line.strip() for line in expected.split("\n") if line]
    full = [line for line in lines if line]
    return (
        _same_stripped(lines, expected)
        or wanted in (lines, full)
        or _close_lines(full, wanted)
        or _same_keys(full, wanted, _words_key)
        or _same_keys(full, wanted, _numbers_key)
    )


def _same_stripped(lines: Sequence[str], expected: str) -> bool:
    """Whether two texts are equal without white space around them, or around each of their lines."""
    text = expected.strip()
    return "\n".join(lines).strip() == text or "\n".join(line.strip() for line in lines).strip() == text


def _close_lines(lines: Sequence[str], wanted: Sequence[str]) -> bool:
    """Whether each line is one number and close to the expected one, for numpy's ``allclose``."""
    if len(lines) != len(wanted):
        return False
    with contextlib.suppress(ValueError):
        return all(_is_close(float(a), float(b)) for a, b in zip(lines, wanted, strict=True))
    return False


def _is_close(got: float, expected: float) -> bool:
    if not math.isfinite(got) or not math.isfinite(expected):
        # As in numpy: an infinity is close to itself, NaN to nothing.
        return got == expected
    return abs(got - expected) <= _ABSOLUTE + _RELATIVE * abs(expected)


def _ends(text: str) -> int:
    """Return the number of characters that end a line."""
    return sum(map(text.count, _LINE_ENDS))


def _same_keys(lines: Sequence[str], wanted: Sequence[str], key: Callable[[Sequence[str]], str]) -> bool:
    """Whether the lines that are not blank have the same set of keys as the expected lines.

    Order and repetitions of lines and words do not count. A key is a text, which takes a quarter of the
    memory of a set.
    """
    with contextlib.suppress(ValueError):  # raised for a word that is not a number
        keys = {key(line.split()) for line in wanted}
        missing = set(keys)
        for line in lines:
            if words := line.split():
                found = key(words)
                if found not in keys:
                    return False
                missing.discard(found)
        return not missing
    return False


def _words_key(words: Sequence[str]) -> str:
    return " ".join(sorted(set(words)))


def _numbers_key(words: Sequence[str]) -> str:
    """Return a text that is equal for equal sets of numbers, rounded to three decimals.

    Raises:
        ValueError: if a word is not a number, or is NaN, which does not equal itself.
    """
    numbers = {round(float(word), _DECIMALS) + 0.0 for word in words}  # -0.0 becomes 0.0
    if any(map(math.isnan, numbers)):
        raise ValueError
    return " ".join(map(repr, sorted(numbers)))


def differs_only_in_layout(expected: str, got: str, tolerance: float = 0.0) -> bool:
    """Whether a wrong output has the right content in another layout.

    These do not count: white space, upper and lower case, brackets, commas, semicolons, colons and quotation
    marks around words, a mark at the end of a word, the notation of a number (``0.50`` for ``0.5``), and the
    beginning of each line up to its last colon or equals sign if it has a letter (``Case #1:``). Such
    beginnings may be missing from one of the outputs; if both have them, they must have the same letters and
    digits. Two or more marks that stand alone are content: ``(())`` is not ``()()``.

    Args:
        expected: the output that the task expects.
        got: the output of the program; one with more than 1,048,576 characters is not checked.
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
    """Whether both texts have the same words, and at least one."""
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
        # Exactly: as floats, 9007199254740993 and 9007199254740992 are equal.
        exact, found = Decimal(a), Decimal(b)
    except ArithmeticError:
        return False
    if not exact.is_finite() or not found.is_finite():
        return False
    if exact == found:
        return True
    x, y = float(a), float(b)
    return tolerance > 0 and _within(x, y, tolerance)
