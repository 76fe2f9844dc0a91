"""The limits of a site, which are for C++, become limits for Python."""

import math
import re

from benchmark.core.task import Limits

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

_AMOUNT = re.compile(r"\s*(\d{1,9}(?:\.\d{1,9})?)\s*([a-zA-Z]*)\W*")
_SECONDS = {"": 1.0, "s": 1.0, "sec": 1.0, "secs": 1.0, "second": 1.0, "seconds": 1.0}
_MILLISECONDS = {"ms": 1e-3, "msec": 1e-3, "millisecond": 1e-3, "milliseconds": 1e-3}
_MEBIBYTES = {"": 1.0, "mb": 1.0, "mib": 1.0, "megabyte": 1.0, "megabytes": 1.0, "m": 1.0}
_OTHER_BYTES = {
    **dict.fromkeys(("kb", "kib", "kilobyte", "kilobytes"), 1 / 1024),
    **dict.fromkeys(("gb", "gib", "gigabyte", "gigabytes"), 1024.0),
    **dict.fromkeys(("b", "byte", "bytes"), 1 / 1024**2),
}


def python_limits(time_limit: object = None, memory_limit: object = None) -> Limits:
    """Return the limits of one test for a Python program.

    Args:
        time_limit: the site's limit, such as ``2 seconds``, ``2000 ms`` or a number of seconds; None or
            empty if there is none.
        memory_limit: the site's limit, such as ``256 megabytes`` or a number of MiB; None or empty if there
            is none.

    Raises:
        ValueError: if a limit is neither a positive number nor such a text.
    """
    seconds = _amount(time_limit, {**_SECONDS, **_MILLISECONDS}, "time_limit")
    memory = _amount(memory_limit, {**_MEBIBYTES, **_OTHER_BYTES}, "memory_limit")
    return Limits(
        seconds=DEFAULT_SECONDS
        if seconds is None
        else min(MOST_SECONDS, max(LEAST_SECONDS, TIME_FACTOR * seconds)),
        memory_mb=LEAST_MB
        if memory is None
        else min(MOST_MB, max(LEAST_MB, math.ceil(MEMORY_FACTOR * memory))),
    )


def _amount(value: object, units: dict[str, float], name: str) -> float | None:
    if value is None or value == "":
        return None
    match = _AMOUNT.fullmatch(value) if isinstance(value, str) else None
    if match is not None and match[2].lower() in units:
        amount = float(match[1]) * units[match[2].lower()]
    elif isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value):
        amount = float(value)
    else:
        raise ValueError(f"{name} is not a limit: {str(value)[:60]!r}")
    if amount <= 0:
        raise ValueError(f"{name} is not positive")
    return amount
