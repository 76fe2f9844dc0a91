"""A judging site's limits, such as ``2 seconds`` or ``60 seconds per test set.``, become limits for Python.

Sites state them for C++, so Python programs get a multiple of them.
"""

import math
import re

from benchmark.core.task import Limits

#: A limit as a record has it: text with a unit, a number of seconds or MiB, or nothing.
RawLimit = str | float | None

#: A Python program gets this many times the site's CPU time, and at least :data:`LEAST_SECONDS`.
TIME_FACTOR = 5.0
LEAST_SECONDS = 10.0
MOST_SECONDS = 60.0
#: CPU seconds where the site states no limit: what the authors' program allows for each test.
DEFAULT_SECONDS = 20.0
#: A Python program gets this many times the site's memory, and at least :data:`LEAST_MB`, in MiB.
MEMORY_FACTOR = 2.0
LEAST_MB = 1024
MOST_MB = 4096

# The hyphen of `1-2 seconds` is no sign: a minus must not follow a digit.
_AMOUNT = re.compile(r"((?<![\d.,])-)?(\d{1,9}(?:[.,]\d{1,9})?)\s*([a-z]*)", re.IGNORECASE)
_SECONDS = {
    **dict.fromkeys(("s", "sec", "secs", "second", "seconds"), 1.0),
    **dict.fromkeys(("ms", "msec", "msecs", "millisecond", "milliseconds"), 1e-3),
    **dict.fromkeys(("min", "mins", "minute", "minutes"), 60.0),
}
_MEBIBYTES = {
    **dict.fromkeys(("b", "byte", "bytes"), 1 / 1024**2),
    **dict.fromkeys(("k", "kb", "kib", "kbytes", "kilobyte", "kilobytes"), 1 / 1024),
    **dict.fromkeys(("m", "mb", "mib", "mbytes", "megabyte", "megabytes"), 1.0),
    **dict.fromkeys(("g", "gb", "gib", "gbytes", "gigabyte", "gigabytes"), 1024.0),
}
_MOST = 1e6  #: a larger limit is a mistake


def read_seconds(limit: RawLimit) -> float | None:
    """Return a limit of time in seconds, the largest of several; a number alone is in seconds.

    Raises:
        ValueError: if it is not a positive time.
    """
    return _read(limit, _SECONDS, "time")


def read_mebibytes(limit: RawLimit) -> float | None:
    """Return a limit of memory in MiB, the largest of several; a number alone is in MiB.

    Raises:
        ValueError: if it is not a positive size.
    """
    return _read(limit, _MEBIBYTES, "memory")


def python_limits(seconds: float | None = None, mebibytes: float | None = None) -> Limits:
    """Return the limits of one test for a Python program.

    Args:
        seconds: the site's limit of time; None if it states none.
        mebibytes: the site's limit of memory; None if it states none.
    """
    return Limits(
        seconds=DEFAULT_SECONDS
        if seconds is None
        else min(MOST_SECONDS, max(LEAST_SECONDS, TIME_FACTOR * seconds)),
        memory_mb=LEAST_MB
        if mebibytes is None
        else min(MOST_MB, max(LEAST_MB, math.ceil(MEMORY_FACTOR * mebibytes))),
    )


def _read(limit: RawLimit, units: dict[str, float], what: str) -> float | None:
    if limit is None or (isinstance(limit, str) and not limit.strip()):
        return None
    value = _largest(limit, units) if isinstance(limit, str) else limit
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < _MOST:
        raise ValueError(f"{str(limit)[:60]!r} is not a positive limit of {what}")
    return float(value)


def _largest(text: str, units: dict[str, float]) -> float:
    """Return the largest amount in a text; 0 if there is none, or one of them is not positive.

    A number without a unit counts only if the text has nothing else, so that ``1 to 2 seconds`` is 2.
    """
    found = [
        (-1 if minus else 1) * float(number.replace(",", ".")) * units[unit.lower()]
        for minus, number, unit in _AMOUNT.findall(text)
        if unit.lower() in units
    ]
    alone = _AMOUNT.fullmatch(text.strip())
    if alone is not None and not alone[3]:
        found = [(-1 if alone[1] else 1) * float(alone[2].replace(",", "."))]
    return max(found) if found and min(found) > 0 else 0.0
