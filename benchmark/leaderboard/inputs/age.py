"""How old the newest ranked model is: a leaderboard without this year's models says so."""

from collections.abc import Iterable

from benchmark.leaderboard.inputs.facts import day_or_month, release_date, short_name
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.results.row import Row

RECENT_MONTHS = 6  #: a model is recent for this long after its release


def newest_ranked(sources: Sources, rows: Iterable[Row]) -> str:
    """Return which ranked model is the newest, and its date, if it is older than six months; else empty.

    See :func:`aged_model`.
    """
    found = aged_model(sources, rows)
    return "" if found is None else f"Newest model ranked: {short_name(found[0])}, {found[1]}."


def aged_model(sources: Sources, rows: Iterable[Row]) -> tuple[Row, str] | None:
    """Return the row of the newest of some models and its date in words, if it is older than six months.

    None if it is recent, or if no model has a known date. The day of the newest row of all stands for today,
    so the same rows always make the same pages. Models that a page does not rank would make its table look
    newer than it is.

    Args:
        sources: all rows and submissions.
        rows: the models that a page ranks.
    """
    dated = [(date, row) for row in rows if (date := _date(sources, row))]
    if not dated:
        return None
    released, newest = max(dated, key=lambda pair: pair[0])
    today = max(row.run.started for row in sources.light_rows)
    last, now = (12 * int(date[:4]) + int(date[5:7]) for date in (released, today))
    return None if now - last <= RECENT_MONTHS else (newest, day_or_month(released[:7]))


def _date(sources: Sources, row: Row) -> str:
    return release_date(sources.submissions.get(row.result.submission.slug))
