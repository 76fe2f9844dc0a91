"""Reads a judging site's limits, as raw problems have them: ``2 seconds``, ``60 seconds per test set.``, 256.

They are for C++. A task's limits follow by :func:`benchmark.suites.mmcode.limits.python_limits`, which has
the factor and the minimum for Python.
"""

import re
from collections.abc import Callable

RawLimit = str | float | None

_NUMBER = re.compile(r"(\d{1,9}(?:[.,]\d{1,9})?)\s*([a-z]*)", re.IGNORECASE)
_MEBIBYTES = {"b": 1 / 1_048_576, "k": 1 / 1024, "m": 1.0, "g": 1024.0}
_MOST = 1e6  #: a larger limit is a mistake


def read_seconds(limit: RawLimit) -> float | None:
    """Return a limit of time in seconds, the largest of several; a number alone is in seconds.

    Raises:
        ValueError: if it is not a positive time.
    """
    return _read(limit, _time_unit)


def read_mebibytes(limit: RawLimit) -> float | None:
    """Return a limit of memory in MiB, the largest of several; a number alone is in MiB.

    Raises:
        ValueError: if it is not a positive size.
    """
    return _read(limit, lambda unit: _MEBIBYTES.get(unit[:1], 1.0))


def _time_unit(unit: str) -> float:
    if unit.startswith(("ms", "mil")):
        return 0.001
    return 60.0 if unit.startswith("min") else 1.0


def _read(limit: RawLimit, factor: Callable[[str], float]) -> float | None:
    if limit is None or (isinstance(limit, str) and not limit.strip()):
        return None
    if isinstance(limit, str):
        pairs = _NUMBER.findall(limit)
        value = max(
            (float(number.replace(",", ".")) * factor(unit.lower()) for number, unit in pairs), default=0
        )
    else:
        value = float(limit)
    if not 0 < value < _MOST:
        raise ValueError(f"{limit!r} is not a positive limit")
    return value
