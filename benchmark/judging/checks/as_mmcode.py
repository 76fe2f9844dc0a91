"""Compares outputs as MMCode's published judge does: far more tolerantly than the other rules.

The rules follow its published code (likaixin2000/MMCode, testing_utils.py), which took them over from APPS.
Each is a function of its own; an output is right if one of them says so. The README of the suite has a table.
"""

import contextlib
import math
from collections.abc import Callable, Sequence

#: numpy's tolerances: |got - expected| ≤ absolute + relative · |expected|.
_RELATIVE, _ABSOLUTE = 1e-5, 1e-8
_DECIMALS = 3  #: decimals to which numbers are rounded in sets of words
#: An output with more characters than this multiple of the expected ones, plus as many, is wrong, and so is
#: one with more lines. The published judge has no such limit. Without it, an answer decides how much memory
#: the comparison takes.
_FACTOR, _MORE = 4, 64 << 10
_LINE_ENDS = "\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"


def outputs_match(expected: str, got: str) -> bool:
    """Whether MMCode's published judge accepts an output."""
    if len(got) > _FACTOR * len(expected) + _MORE or _ends(got) > _FACTOR * _ends(expected) + _MORE:
        return False
    lines = got.splitlines()
    wanted = [line.strip() for line in expected.split("\n") if line]
    full = [line for line in lines if line]
    return (
        _same_stripped(lines, expected)
        or wanted in (lines, full)
        or _close_lines(full, wanted)
        or _same_sets(full, wanted)
        or _close_sets(full, wanted)
    )


def _same_stripped(lines: Sequence[str], expected: str) -> bool:
    """Whether the texts are equal without white space around the text, or around it and each line."""
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
        return got == expected
    return abs(got - expected) <= _ABSOLUTE + _RELATIVE * abs(expected)


def _ends(text: str) -> int:
    """Return the number of characters that end a line."""
    return sum(map(text.count, _LINE_ENDS))


def _same_sets(lines: Sequence[str], wanted: Sequence[str]) -> bool:
    """Whether the sets of the lines' sets of words are equal: order and repetitions do not count."""
    return _same_keys(lines, wanted, _words_key)


def _close_sets(lines: Sequence[str], wanted: Sequence[str]) -> bool:
    """Whether these sets are equal if all words are numbers, rounded to three decimals."""
    with contextlib.suppress(ValueError):
        return _same_keys(lines, wanted, _numbers_key)
    return False


def _same_keys(lines: Sequence[str], wanted: Sequence[str], key: Callable[[Sequence[str]], str]) -> bool:
    """Whether the lines that are not blank have the same set of keys as the wanted ones.

    A key is a text, which takes a quarter of the memory of a set.
    """
    keys = {key(line.split()) for line in wanted}
    missing = set(keys)
    for line in lines:
        if words := line.split():
            found = key(words)
            if found not in keys:
                return False
            missing.discard(found)
    return not missing


def _words_key(words: Sequence[str]) -> str:
    return " ".join(sorted(set(words)))


def _numbers_key(words: Sequence[str]) -> str:
    """Return a text that is equal for equal sets of numbers.

    Raises:
        ValueError: if a word is no number, or not equal to itself.
    """
    numbers = {round(float(word), _DECIMALS) + 0.0 for word in words}  # -0.0 becomes 0.0
    if any(map(math.isnan, numbers)):
        raise ValueError
    return " ".join(map(repr, sorted(numbers)))
