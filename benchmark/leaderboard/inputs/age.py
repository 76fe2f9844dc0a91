"""How old the newest judged model is: a leaderboard without this year's models says so."""

from benchmark.analysis.groups import is_baseline
from benchmark.leaderboard.inputs.facts import day_or_month, release_date, short_name
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.results.row import Row

RECENT_MONTHS = 6  #: a model is recent for this long after its release


def newest_judged(sources: Sources, suite: str = "") -> str:
    """Return which judged model is the newest, and its date, if it is older than six months; else empty.

    See :func:`aged_model`.
    """
    found = aged_model(sources, suite)
    return "" if found is None else f"Newest model judged: {short_name(found[0])}, {found[1]}."


def aged_model(sources: Sources, suite: str = "") -> tuple[Row, str] | None:
    """Return a row of the newest judged model and its date in words, if it is older than six months.

    None if it is recent, or if no model has a known date. The day of the newest row of all stands for today,
    so the same rows always make the same pages.

    Args:
        sources: all rows and submissions.
        suite: only models of this suite; empty for those of all suites.
    """
    rows = [row for row in sources.light_rows if not is_baseline(row) and row.run.trust != "reported"]
    dated = [(date, row) for row in rows if suite in {"", row.result.suite} and (date := _date(sources, row))]
    if not dated:
        return None
    released, newest = max(dated, key=lambda pair: pair[0])
    today = max(row.run.started for row in rows)
    last, now = (12 * int(date[:4]) + int(date[5:7]) for date in (released, today))
    return None if now - last <= RECENT_MONTHS else (newest, day_or_month(released[:7]))


def _date(sources: Sources, row: Row) -> str:
    return release_date(sources.submissions.get(row.result.submission.slug))
