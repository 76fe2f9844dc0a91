"""The page that says what changed: the days with changes by month, newest first, in sentences with links."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from benchmark.analysis.groups import is_baseline
from benchmark.analysis.wording import count, join_names, number_word, plural
from benchmark.core.order import natural_key
from benchmark.leaderboard.board.as_of import days_with_pages
from benchmark.leaderboard.board.table_links import table_link
from benchmark.leaderboard.changes.history import DayChanges, history
from benchmark.leaderboard.changes.words import Piece, Sentence, TableTitles, day_sentences, table_titles
from benchmark.leaderboard.inputs.facts import day, day_or_month
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.parts.addresses import CHANGES, asof_page
from benchmark.leaderboard.parts.page import Page, SearchWords

#: Further months are left out when the page has this many sentences; the two newest months are always there.
MAX_SENTENCES = 200
_MONTHS_AT_LEAST = 2
_MAX_PER_DAY = 40  #: sentences on one day; the rest is counted


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedDay:
    """A day with changes."""

    date: str
    day: str
    page: str  #: source path of the leaderboard on that day; may be empty
    sentences: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedMonth:
    """The days with changes of one month, newest first."""

    anchor: str  #: such as ``m2026-01``
    title: str  #: such as ``Jan 2026``
    facts: str  #: such as ``three new models and one change at the top``
    days: tuple[ChangedDay, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatChanged:
    """The view of the page."""

    sentence: str
    months: tuple[ChangedMonth, ...]  #: newest first
    older: str  #: which months the page leaves out; empty for none


def change_pages(sources: Sources) -> Iterator[Page]:
    """Yield the page."""
    view = what_changed(sources)
    yield Page(
        source=CHANGES,
        title="What changed",
        template="changes.html",
        view=view,
        search=SearchWords(
            keywords="what changed, changes, changelog, last month, what is new, news, new models, "
            "recently added, updates, new leader, moved places"
        ),
        styles=("changes.css",),
        description=view.sentence,
    )


def what_changed(sources: Sources) -> WhatChanged:
    """Return the view of the page."""
    by_month: dict[str, list[DayChanges]] = {}
    for changes in history(sources):
        by_month.setdefault(changes.day[:7], []).append(changes)
    titles = table_titles(sources, partial(table_link, sources))
    pages = set(days_with_pages(sources)[1])
    first_days = _first_days(sources)
    months: list[ChangedMonth] = []
    sentences = 0
    for month in sorted(by_month, reverse=True):
        if len(months) >= _MONTHS_AT_LEAST and sentences >= MAX_SENTENCES:
            break
        days = tuple(_day(changes, titles, pages) for changes in reversed(by_month[month]))
        sentences += sum(len(each.sentences) for each in days)
        months.append(
            ChangedMonth(
                anchor=f"m{month}",
                title=day_or_month(month),
                facts=_facts(by_month[month], first_days),
                days=days,
            )
        )
    left = sorted(by_month)[: len(by_month) - len(months)]
    return WhatChanged(
        sentence=f"What changed in {months[0].title}: {months[0].facts}."
        if months
        else "No rows yet, so nothing has changed.",
        months=tuple(months),
        older=_older(left),
    )


def _day(changes: DayChanges, titles: TableTitles, pages: set[str]) -> ChangedDay:
    sentences = list(day_sentences(changes, titles))
    left = len(sentences) - _MAX_PER_DAY
    if left > 0:
        sentences[_MAX_PER_DAY:] = [(Piece(f"{plural(left, 'more sentence')} of this day left out."),)]
    return ChangedDay(
        date=changes.day,
        day=day(changes.day),
        page=asof_page(changes.day) if changes.day in pages else "",
        sentences=tuple(sentences),
    )


def _first_days(sources: Sources) -> dict[str, str]:
    """Return the day of each model's first judged row, by slug; numbers from papers do not count."""
    found: dict[str, str] = {}
    for row in (*sources.light_rows, *(entry.row for entry in sources.withdrawn)):
        if not is_baseline(row) and row.run.trust != "reported":
            slug, started = row.result.submission.slug, row.run.started[:10]
            found[slug] = min(started, found.get(slug, started))
    return found


def _facts(month: Sequence[DayChanges], first_days: dict[str, str]) -> str:
    """Return what a month brought in numbers: ``four new models and one change at the top``."""
    new = sum(first[:7] == month[0].day[:7] for first in first_days.values())
    tables = [table for changes in month for table in changes.tables]
    numbers = (
        (new, "new model", "new models"),
        (sum(len(table.of("again")) for table in tables), "newer row", "newer rows"),
        (sum(table.leaders is not None for table in tables), "change at the top", "changes at the top"),
        (sum(len(changes.withdrawn) for changes in month), "row withdrawn", "rows withdrawn"),
    )
    found = [
        f"{number_word(number)} {one if number == 1 else more}" for number, one, more in numbers if number
    ]
    return join_names(found) if found else "no new model and no new leader"


def _older(months: Sequence[str]) -> str:
    if not months:
        return ""
    words = [day_or_month(month) for month in sorted({months[0], months[-1]}, key=natural_key)]
    return f"{count(len(months))} earlier {'month' if len(months) == 1 else 'months'}, {' to '.join(words)}"
