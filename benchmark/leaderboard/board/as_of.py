"""The leaderboard as it was: a page for each day on which it changed, and a list of them.

It follows from the rows alone, so any other day shows what the last of these pages before it does. When there
are many days, only the last one of each month keeps its page; the command line has all of them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from benchmark.analysis.catalog import suite_order, suite_title
from benchmark.analysis.groups import score_of
from benchmark.analysis.places import PlaceView, places_by_table
from benchmark.analysis.score_cells import ScoreMark, optional_mark
from benchmark.analysis.wording import clean, plural
from benchmark.leaderboard.board.headline import Headline, headline
from benchmark.leaderboard.board.joined_tables import JoinedTable, joined
from benchmark.leaderboard.rows.facts import day, display_name, group_title, marked
from benchmark.leaderboard.rows.sources import Sources
from benchmark.leaderboard.shared.addresses import model_page
from benchmark.leaderboard.shared.page import Page
from benchmark.results.row import Trust

#: Days with a page of their own.
DAYS = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class PastLine:
    """One model of a table as it was."""

    name: str
    page: str
    place: PlaceView | None
    score: ScoreMark | None
    trust: Trust
    date: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PastTable:
    """The table of a suite that most models shared."""

    suite: str
    anchor: str
    title: str
    conditions: str
    headline: Headline
    lanes: int
    places: bool
    models: tuple[PastLine, ...]
    more: str  #: how many other tables there were


@dataclass(frozen=True, slots=True, kw_only=True)
class PastDay:
    """All suites at the end of a day."""

    day: str
    date: str
    rows: str
    tables: tuple[PastTable, ...]
    earlier: str  #: page of the day before, if there is one
    later: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeDay:
    """A day of the list."""

    date: str
    day: str
    page: str
    said: str  #: what changed


@dataclass(frozen=True, slots=True, kw_only=True)
class DayList:
    """The list of days."""

    changes: tuple[ChangeDay, ...]  #: newest first
    thinned: str  #: ``month`` or ``year``, where only the last of each has a page
    first: str  #: date of the first row


def asof_pages(sources: Sources) -> Iterator[Page]:
    """The list, and a page a day."""
    changed = _changed(sources)
    thinned, days = _kept(sorted(changed))
    yield Page(
        source="asof/index.md",
        title="Other dates",
        template="days.html",
        view=DayList(
            changes=tuple(
                ChangeDay(date=date, day=day(date), page=_source(date), said=_said(changed, date, before))
                for date, before in reversed([*zip(days, ["", *days], strict=False)])
            ),
            thinned=thinned,
            first=min(changed, default=""),
        ),
        scripts=("days.js",),
    )
    for number, date in enumerate(days):
        yield Page(
            source=_source(date),
            title=f"As of {day(date)}",
            template="asof.html",
            view=_past(
                sources,
                date,
                earlier=_source(days[number - 1]) if number else "",
                later=_source(days[number + 1]) if number + 1 < len(days) else "",
            ),
            searched=False,
        )


def _source(date: str) -> str:
    return f"asof/{date}/index.md"


def _changed(sources: Sources) -> dict[str, tuple[int, int]]:
    """Rows judged and rows withdrawn, by date."""
    found: dict[str, tuple[int, int]] = {}
    for row in (*sources.light, *(one.row for one in sources.withdrawn)):
        judged, withdrawn = found.get(row.run.started[:10], (0, 0))
        found[row.run.started[:10]] = (judged + 1, withdrawn)
    for one in sources.withdrawn:
        judged, withdrawn = found.get(one.retraction.date[:10], (0, 0))
        found[one.retraction.date[:10]] = (judged, withdrawn + 1)
    return found


def _kept(days: Sequence[str]) -> tuple[str, list[str]]:
    """All days, or the last one of each month, or of each year: as many as fit; the newest always."""
    if len(days) <= DAYS:
        return "", list(days)
    months, years = ({date[:length]: date for date in days} for length in (len("2026-01"), len("2026")))
    if len(months) <= DAYS:
        return "month", list(months.values())
    return "year", list(years.values())[-DAYS:]


def _said(changed: dict[str, tuple[int, int]], date: str, before: str) -> str:
    """``3 rows judged, 1 row withdrawn`` since the day before in the list."""
    since = [both for one, both in changed.items() if before < one <= date]
    parts = [(sum(judged for judged, _ in since), "judged"), (sum(gone for _, gone in since), "withdrawn")]
    return ", ".join(f"{plural(number, 'row')} {verb}" for number, verb in parts if number)


def _past(sources: Sources, date: str, *, earlier: str, later: str) -> PastDay:
    then = sources.until(f"{date}T23:59:59Z")
    return PastDay(
        day=day(date),
        date=date,
        rows=plural(len(then.rows), "row"),
        tables=tuple(
            _table(suite, tables, then)
            for suite in sorted(then.groups, key=suite_order)
            if (tables := joined(then.groups[suite]))
        ),
        earlier=earlier,
        later=later,
    )


def _table(suite: str, tables: Sequence[JoinedTable], then: Sources) -> PastTable:
    group = tables[0].group
    ranking = then.ranking(group.key)
    places = None if ranking is None else places_by_table([ranking]).get(group.key)
    return PastTable(
        suite=clean(suite_title(suite)),
        anchor=suite,
        title=group_title(group.key),
        conditions=marked(group.key),
        headline=headline(group, places),
        lanes=0 if places is None else places.lanes,
        places=places is not None,
        models=tuple(
            PastLine(
                name=display_name(row),
                page=model_page(row.result.submission.slug),
                place=None if places is None else places.of.get(row.result.submission.slug),
                score=optional_mark(score_of(row)),
                trust=row.run.trust,
                date=row.run.started[:10],
            )
            for row in group.models
        ),
        more="" if len(tables) == 1 else f"{plural(len(tables) - 1, 'other table')} of this suite not shown",
    )
