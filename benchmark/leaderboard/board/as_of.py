"""The leaderboard on earlier days: a page for each day on which it changed, their list, and what changed.

On any other day the leaderboard was the same as on the last such day before. With more than
``MAX_DAY_PAGES`` days, only the last one of each month or year has a page; `sightbench rank --as-of` shows
every day.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from types import SimpleNamespace

from benchmark.analysis.catalog import suite_order, suite_title
from benchmark.analysis.conditions import conditions
from benchmark.analysis.groups import is_baseline, score_of
from benchmark.analysis.places import places_by_table
from benchmark.analysis.score_cells import dataset_words, optional_mark
from benchmark.analysis.wording import clean, count, join_names, number_word, plural
from benchmark.core.names import fresh_note
from benchmark.leaderboard.board.headline import headline
from benchmark.leaderboard.board.joined_tables import JoinedTable, join_tables, table_link
from benchmark.leaderboard.changes.history import DayChanges, change_days, changes_between, history
from benchmark.leaderboard.changes.words import SentencePiece, TableTitles, day_sentences, table_titles
from benchmark.leaderboard.inputs.facts import (
    day,
    day_or_month,
    display_name,
    first_new_day,
    group_title,
    is_new,
)
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.parts.addresses import CHANGES, asof_page, model_page
from benchmark.leaderboard.parts.site_page import Page, SearchWords

#: Maximum number of days that have a page.
MAX_DAY_PAGES = 24


def asof_pages(sources: Sources) -> Iterator[Page]:
    """Yield the list of days, and a page per day."""
    thinned, days = days_with_pages(sources)
    yield Page(
        source="asof/index.md",
        title="Other dates",
        template="days.html",
        view={
            "changes": [
                SimpleNamespace(
                    date=date,
                    day=day(date),
                    page=asof_page(date),
                    text=_change_text(sources, before, date),
                )
                for date, before in reversed([*zip(days, ["", *days], strict=False)])
            ],
            "thinned": thinned,  # whether only the last day of each month or year has a page, and of which
            "first": min(change_days(sources), default=""),
        },
        scripts=("days.js",),
        search=SearchWords(
            keywords=(
                "as of, history, previous results, old results, earlier results, archive, snapshot, "
                "last month, leaderboard on a date, on a given date, what changed, changes"
            )
        ),
    )
    titles = table_titles(sources, partial(table_link, sources))
    past = changes_between(sources, days) if thinned else iter(history(sources))
    for number, (date, changes) in enumerate(zip(days, past, strict=True)):
        yield Page(
            source=asof_page(date),
            title=f"As of {day(date)}",
            template="asof.html",
            view={
                **_past_day(sources, changes, titles),
                # Source paths of the pages of the previous and the next day; may be empty.
                "earlier": asof_page(days[number - 1]) if number else "",
                "later": asof_page(days[number + 1]) if number + 1 < len(days) else "",
            },
            searched=False,
            styles=("board.css",),
        )


def days_with_pages(sources: Sources) -> tuple[str, list[str]]:
    """Return the days that get a page, after ``month`` or ``year`` if they are only the last of each.

    The first value is empty if all days get a page. The newest day always gets one.
    """
    days = change_days(sources)
    if len(days) <= MAX_DAY_PAGES:
        return "", list(days)
    months, years = ({date[:length]: date for date in days} for length in (len("2026-01"), len("2026")))
    if len(months) <= MAX_DAY_PAGES:
        return "month", list(months.values())
    return "year", list(years.values())[-MAX_DAY_PAGES:]


def _change_text(sources: Sources, before: str, date: str) -> str:
    """Return what changed since the previous day of the list, such as ``3 rows judged, 1 row withdrawn``."""
    judged = sum(before < row.run.started[:10] <= date for row in sources.every_row)
    withdrawn = sum(before < entry.retraction.date[:10] <= date for entry in sources.withdrawn)
    numbers = ((judged, "judged"), (withdrawn, "withdrawn"))
    return ", ".join(f"{plural(number, 'row')} {verb}" for number, verb in numbers if number)


def _past_day(sources: Sources, changes: DayChanges, titles: TableTitles) -> dict[str, object]:
    date = changes.day
    then = sources.until(f"{date}T23:59:59Z")
    return {
        "day": day(date),
        "date": date,
        "rows": plural(len(then.rows), "row"),
        "tables": [
            _past_table(suite, tables, then, changes)
            for suite in sorted(then.groups, key=suite_order)
            if (tables := join_tables(then.groups[suite]))
        ],
        "since": day(changes.since) if changes.since else "",  # previous day with a page; empty for the first
        "changes": day_sentences(changes, titles),
        "new_since": day(first_new_day(date)),  # day from which rows are marked as new
    }


def _past_table(
    suite: str, tables: Sequence[JoinedTable], then: Sources, changes: DayChanges
) -> SimpleNamespace:
    group = tables[0].group
    changed = next((table for table in changes.tables if table.key == group.key), None)
    before: dict[str, str] = {}
    if changed is not None and changed.places and not changed.opened:
        before = {
            change.row.slug: "new" if change.earlier is None else str(change.earlier)
            for change in changed.rows
            if change.kind not in {"left", "withdrawn"} and change.place != change.earlier
        }
    first_new = first_new_day(changes.day)
    ranking = then.ranking(group.key)
    places = None if ranking is None else places_by_table([ranking]).get(group.key)
    return SimpleNamespace(
        suite=clean(suite_title(suite)),
        anchor=suite,
        title=group_title(group.key),
        conditions=conditions(group.key),
        fresh=fresh_note(group.key.dataset),  # that its data set is a fresh one; empty for other data sets
        headline=headline(group, places),
        words=dataset_words(group.key.suite, group.key.dataset),
        lanes=0 if places is None else places.lanes,  # number of columns that the brackets need
        places=places is not None,
        models=tuple(
            SimpleNamespace(
                name=display_name(row),
                page=model_page(row.slug),
                place=None if places is None else places.of.get(row.slug),
                score=optional_mark(score_of(row)),
                date=row.run.started[:10],
                new=is_new(row, first_new),  # whether it was judged in the 30 days up to that day
                # its place on the previous day, ``new`` without one; empty for the same place
                before=before.get(row.slug, ""),
            )
            for row in group.models
        ),
        more="" if len(tables) == 1 else f"{plural(len(tables) - 1, 'other table')} of this suite not shown",
    )


#: Further months are left out when the page has this many sentences; the two newest months are always shown.
MAX_SENTENCES = 200
_MONTHS_AT_LEAST = 2
_MAX_PER_DAY = 40  #: sentences on one day; the rest is counted


def change_pages(sources: Sources) -> Iterator[Page]:
    """Yield the page."""
    view = what_changed(sources)
    yield Page(
        source=CHANGES,
        title="What changed",
        template="changes.html",
        view=vars(view),
        search=SearchWords(
            keywords="what changed, changes, changelog, last month, what is new, news, new models, "
            "recently added, updates, new leader, moved places"
        ),
        styles=("changes.css",),
        description=view.sentence,
    )


def what_changed(sources: Sources) -> SimpleNamespace:
    """Return the view of the page."""
    by_month: dict[str, list[DayChanges]] = {}
    for changes in history(sources):
        by_month.setdefault(changes.day[:7], []).append(changes)
    titles = table_titles(sources, partial(table_link, sources))
    pages = set(days_with_pages(sources)[1])
    first_days: dict[str, str] = {}  # of each model's first judged row, by slug; papers do not count
    for row in sources.every_row:
        if not is_baseline(row) and row.run.trust != "reported":
            started = row.run.started[:10]
            first_days[row.slug] = min(started, first_days.get(row.slug, started))
    months: list[SimpleNamespace] = []
    sentences = 0
    for month in sorted(by_month, reverse=True):
        if len(months) >= _MONTHS_AT_LEAST and sentences >= MAX_SENTENCES:
            break
        days = tuple(_day(changes, titles, pages) for changes in reversed(by_month[month]))
        sentences += sum(len(each.sentences) for each in days)
        months.append(
            SimpleNamespace(
                anchor=f"m{month}",  # such as ``m2026-01``
                title=day_or_month(month),  # such as ``Jan 2026``
                facts=_facts(by_month[month], first_days),
                days=days,
            )
        )
    left, older = sorted(by_month)[: len(by_month) - len(months)], ""
    if left:
        span = " to ".join(map(day_or_month, dict.fromkeys((left[0], left[-1]))))
        older = f"{count(len(left))} earlier {'month' if len(left) == 1 else 'months'}, {span}"
    return SimpleNamespace(
        sentence=f"What changed in {months[0].title}: {months[0].facts}."
        if months
        else "No rows yet, so nothing has changed.",
        months=tuple(months),  # newest first
        older=older,  # which months the page leaves out; empty for none
    )


def _day(changes: DayChanges, titles: TableTitles, pages: set[str]) -> SimpleNamespace:
    sentences = list(day_sentences(changes, titles))
    left = len(sentences) - _MAX_PER_DAY
    if left > 0:
        sentences[_MAX_PER_DAY:] = [
            (SentencePiece(f"{plural(left, 'more sentence')} of this day left out."),)
        ]
    return SimpleNamespace(
        date=changes.day,
        day=day(changes.day),
        page=asof_page(changes.day) if changes.day in pages else "",
        sentences=tuple(sentences),
    )


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
