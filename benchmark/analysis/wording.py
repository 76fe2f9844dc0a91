"""Numbers and strangers' text as pages show them: percent with one decimal, clean and clipped strings."""

import re
import unicodedata
from collections.abc import Sequence
from math import floor, log10

_MINUS = "\u2212"
_CENT = 0.01
_ENORMOUS = 1e8
_TINY = 1e-6
_RANGE = re.compile(r"(\d)–(\d)")
_WORDS = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)
#: Marks that turn the direction of the text around them.
_DIRECTION = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")

NAME_CHARACTERS = 80
TASK_CHARACTERS = 90  #: of a task's id in a list
SENTENCE_NAME_CHARACTERS = 48


def clean(text: str, limit: int = NAME_CHARACTERS) -> str:
    """A stranger's text on one line, without control and direction characters, at most ``limit`` long.

    Every character that is dropped leaves a visible mark, so two names that look alike do not become one.
    """
    head = text[: limit + 1]
    if head.isprintable():  # mostly; then nothing of it is dropped
        line = head.strip()
        return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"
    kept = []
    for character in head:
        if character in "\t\n\r ":
            kept.append(" ")
        elif character in _DIRECTION or unicodedata.category(character) in {"Cc", "Cs", "Zl", "Zp"}:
            kept.append("\ufffd")
        else:
            kept.append(character)
    line = "".join(kept).strip()
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"


def task_name(task: str, limit: int = TASK_CHARACTERS) -> str:
    """A task's id on one clean line, never empty."""
    return clean(task, limit) or "(unnamed)"


def percent(fraction: float) -> str:
    """A fraction as percent with one decimal: ``0.9132`` → ``91.3``.

    ``0.0`` and ``100.0`` are kept for exactly none and exactly all.
    """
    text = f"{100 * fraction:.1f}"
    if text == "100.0" and fraction < 1:
        text = "99.9"
    if text == "0.0" and fraction > 0:
        text = "0.1"
    return text.replace("-", _MINUS)


def percent_tenths(fraction: float) -> int:
    """A signed fraction in tenths of a point, rounded as one decimal is written; only 0 is 0."""
    tenths = int(f"{100 * fraction:.1f}".replace(".", ""))
    return tenths or (fraction > 0) - (fraction < 0)


def points(difference: float) -> str:
    """A difference of fractions in points, without its sign: ``11.9``; ``0.0`` only for exactly none."""
    return f"{abs(percent_tenths(difference)) / 10:.1f}"


def signed_points(tenths: int) -> str:
    """Tenths of a point with their sign: ``+4.1``, ``−0.4``; ``0.0`` for none."""
    return f"{'+' if tenths > 0 else _MINUS if tenths < 0 else ''}{abs(tenths) / 10:.1f}"


def percent_range(low: float, high: float) -> str:
    """``88.3–93.6``: both ends in percent."""
    return f"{percent(low)}–{percent(high)}"


def whole(text: str) -> str:
    """The same with ranges and shares that no line end takes apart: ``88.3–93.6``, ``91.3 %``."""
    return _RANGE.sub("\\1\u2060–\u2060\\2", text).replace(" %", "\u00a0%")


def position(fraction: float) -> str:
    """A place on an axis from 0 to 100 %, for an SVG attribute: ``91.32%``."""
    return f"{round(min(max(100 * fraction, 0.0), 100.0), 2):g}%"


def count(number: int) -> str:
    """``2628`` → ``2,628``."""
    return f"{number:,}"


def short_number(number: float, text: str) -> str:
    """``text``, or ``1.2e9`` where the number has so many digits that a column could not hold it."""
    return text if number < _ENORMOUS else f"{number:.1e}".replace("e+0", "e").replace("e+", "e")


def number_word(number: int) -> str:
    """``six`` for 6; figures above twelve."""
    return _WORDS[number] if 0 <= number < len(_WORDS) else count(number)


def plural(number: int, noun: str) -> str:
    """``1 task``, ``438 tasks``."""
    return f"{count(number)} {noun}" + ("" if number == 1 else "s")


def tries(draws: int) -> str:
    """``one try each`` or ``20 tries each``."""
    return "one try each" if draws == 1 else f"{count(draws)} tries each"


def join_names(names: list[str]) -> str:
    """``A``, ``A and B``, ``A, B and C``."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def join_some(names: Sequence[str], most: int) -> str:
    """The same, with those beyond ``most`` counted: ``A, B and 4 more``; one alone is named."""
    left = len(names) - most
    return join_names([*names[:most], f"{count(left)} more"] if left > 1 else list(names))


def money(dollars: float) -> str:
    """Two decimals, or two figures where the amount is below a cent: ``5.79``, ``0.0013``, ``1.3e-7``."""
    if not 0 < dollars < _CENT:
        return f"{dollars:,.2f}"
    if dollars < _TINY:
        return f"{dollars:.1e}".replace("e-0", "e-")
    return f"{dollars:.{1 - floor(log10(dollars))}f}"
