"""Format numbers and clean untrusted text for pages: percent with one decimal, clipped names."""

import re
from collections.abc import Sequence
from math import floor, log10

MINUS = "\u2212"
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
#: Characters that are invisible, or change the direction of the text around them.
INVISIBLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)

NAME_CHARACTERS = 80  #: maximum characters of a name
TASK_CHARACTERS = 90  #: maximum characters of a task's id in a list
SENTENCE_NAME_CHARACTERS = 48  #: maximum characters of a name within a sentence


def clean(text: str, limit: int = NAME_CHARACTERS) -> str:
    """Return untrusted text on one line, without control and direction characters, at most ``limit`` long.

    A visible mark replaces every dropped character, so different names stay different.
    """
    head = text[: limit + 1]
    if not head.isprintable():
        head = INVISIBLE.sub("\ufffd", re.sub(r"[\t\n\r]", " ", head))
    line = head.strip()
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"


def task_name(task: str, limit: int = TASK_CHARACTERS) -> str:
    """Return a task's id on one clean line, never empty."""
    return clean(task, limit) or "(unnamed)"


def percent(fraction: float) -> str:
    """Format a fraction as percent with one decimal: ``0.9132`` → ``91.3``.

    Only exactly 0 gives ``0.0``, and only exactly 1 gives ``100.0``.
    """
    text = f"{100 * fraction:.1f}"
    if text == "100.0" and fraction < 1:
        text = "99.9"
    if text == "0.0" and fraction > 0:
        text = "0.1"
    return text.replace("-", MINUS)


def percent_range(low: float, high: float) -> str:
    """Format a range in percent: ``88.3–93.6``."""
    return f"{percent(low)}–{percent(high)}"


def keep_together(text: str) -> str:
    """Return the text with ranges and percentages protected from line breaks: ``88.3–93.6``, ``91.3 %``."""
    return _RANGE.sub("\\1\u2060–\u2060\\2", text).replace(" %", "\u00a0%")


def position(fraction: float) -> str:
    """Return the position on an axis from 0 to 100 %, for an SVG attribute: ``91.32%``."""
    return f"{round(min(max(100 * fraction, 0.0), 100.0), 2):g}%"


def count(number: int) -> str:
    """Format a number with thousands separators: ``2628`` → ``2,628``."""
    return f"{number:,}"


def short_number(number: float, text: str) -> str:
    """Return ``text``, or ``1.2e9`` for a number that is too long for a column."""
    return text if number < _ENORMOUS else f"{number:.1e}".replace("e+0", "e").replace("e+", "e")


def number_word(number: int) -> str:
    """Return ``six`` for 6 and ``13`` for 13: only numbers up to twelve are written as words."""
    return _WORDS[number] if 0 <= number < len(_WORDS) else count(number)


def plural(number: int, noun: str) -> str:
    """Return a number with its noun: ``1 task``, ``438 tasks``."""
    return f"{count(number)} {noun}" + ("" if number == 1 else "s")


def tries(draws: int) -> str:
    """Return ``one try each`` or ``20 tries each``."""
    return "one try each" if draws == 1 else f"{count(draws)} tries each"


def join_names(names: list[str]) -> str:
    """Join names for a sentence: ``A``, ``A and B``, ``A, B and C``."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def join_some(names: Sequence[str], most: int) -> str:
    """Join ``most`` names and count the rest: ``A, B and 4 more``; a rest of one name is shown instead."""
    left = len(names) - most
    return join_names([*names[:most], f"{count(left)} more"] if left > 1 else list(names))


def money(dollars: float) -> str:
    """Format dollars with two decimals, or with two digits below a cent: ``5.79``, ``0.0013``, ``1.3e-7``."""
    if not 0 < dollars < _CENT:
        return f"{dollars:,.2f}"
    if dollars < _TINY:
        return f"{dollars:.1e}".replace("e-0", "e-")
    return f"{dollars:.{1 - floor(log10(dollars))}f}"


#: The condition of a verdict that the missing samples could change.
UNLESS_MISSING = "unless the missing samples would change that"


def real_words(*, real: bool, sure: bool) -> str:
    """Return ``real``, ``not real``, or ``real`` on a condition; ``sure`` is real whatever is missing."""
    return "not real" if not real else "real" if sure else f"real {UNLESS_MISSING}"


def p_value(p: float) -> str:
    """Format a p-value: ``0.041``, ``0.00012``, ``under 1e-6``."""
    return "under 1e-6" if p < 1e-6 else f"{p:.2g}"  # noqa: PLR2004 - smaller values say nothing more
