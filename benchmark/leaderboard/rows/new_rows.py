"""Which rows pages mark as new: those judged in the last 30 days before the date of the page.

Pages are static, so the date is that of the newest row and not today's: an old copy stays true, because the
mark's explanation names the day from which rows count as new.
"""

from collections.abc import Iterable
from datetime import date, timedelta

from benchmark.results.row import Row

NEW_DAYS = 30


def new_from(rows: Iterable[Row]) -> str:
    """Return the first day on which a row is new, such as ``2026-01-02``, given the rows of a page.

    Empty without rows. Rows of the newest row's day and of the 29 days before it are new.
    """
    latest = max((row.run.started[:10] for row in rows), default="")
    return first_new_day(latest) if latest else ""


def first_new_day(latest: str) -> str:
    """Return the first of the 30 days that end with ``latest``."""
    return (date.fromisoformat(latest) - timedelta(days=NEW_DAYS - 1)).isoformat()


def is_new(row: Row, first: str) -> bool:
    """Whether a row was judged on the day ``first`` or later."""
    return bool(first) and row.run.started[:10] >= first
