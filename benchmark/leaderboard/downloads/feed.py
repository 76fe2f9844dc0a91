"""The Atom feed (RFC 4287) of new rows, of withdrawals, and of tables that others lead.

A table has at most one entry per day about its leaders, so its id is made of the two. Id and title
stay the same when later rows come; a later row of the same day updates the entry.
"""

from collections.abc import Iterator

from benchmark.analysis.catalog import ShownTrust
from benchmark.analysis.conditions import conditions
from benchmark.analysis.groups import is_baseline, key_of, score_of
from benchmark.analysis.scale_words import words_of
from benchmark.analysis.wording import clean, plural
from benchmark.leaderboard.changes.history import history
from benchmark.leaderboard.changes.words import Piece, leader_sentence, plain
from benchmark.leaderboard.downloads.atom import FeedEntry, atom_bytes
from benchmark.leaderboard.downloads.tables import FOLDER
from benchmark.leaderboard.rows.facts import day, display_name, group_title
from benchmark.leaderboard.rows.sources import Sources
from benchmark.leaderboard.shared.addresses import CHANGES, model_page, table_id
from benchmark.results.row import Row

FEED_PATH = f"{FOLDER}/feed.xml"
FEED_TITLE = "Sightbench: new rows and leaders"
_REASON_CHARACTERS = 500


def feed_bytes(sources: Sources) -> bytes:
    """Return the feed, newest entries first; links are whole addresses if the site's address is known."""
    return atom_bytes(FEED_TITLE, FEED_PATH, "feed", _entries(sources), sources.where.base)


def _entries(sources: Sources) -> Iterator[FeedEntry]:
    for row in sources.light_rows:
        if not is_baseline(row):
            yield FeedEntry(
                name=row.id,
                when=row.run.started,
                title=_title(row),
                summary=_summary(row, sources.trust(row)),
                page=model_page(row.result.submission.slug),
            )
    for withdrawn in sources.withdrawn:
        yield FeedEntry(
            name=f"withdrawn {withdrawn.row.id}",
            when=withdrawn.retraction.date,
            title=f"Withdrawn: {_title(withdrawn.row)}",
            summary=(
                f"{clean(withdrawn.retraction.reason, _REASON_CHARACTERS)} "
                f"({conditions(key_of(withdrawn.row)).with_ids})"
            ),
            page=model_page(withdrawn.row.result.submission.slug),
        )
    yield from _leader_entries(sources)


def _leader_entries(sources: Sources) -> Iterator[FeedEntry]:
    for changes in history(sources):
        for table in changes.tables:
            if table.leaders is not None:
                # Other tables do not change this title; the summary says in what tables differ.
                title = Piece(f"{group_title(table.key)} ({conditions(table.key).parts[0]})")
                yield FeedEntry(
                    name=f"leader {changes.day} {table_id(table.key)}",
                    when=table.when,
                    title=plain(leader_sentence(table.leaders, title)),
                    summary=(
                        f"As of the end of {day(changes.day)}, UTC, on {conditions(table.key).with_ids}; "
                        f"{plural(table.models, 'model')}; task set {table.key.tasks_digest[:12]}"
                    ),
                    page=CHANGES,
                    fragment=f"d{changes.day}",
                )


def _title(row: Row) -> str:
    score = score_of(row)
    solved = ""
    if score is not None:
        solved = (
            f", {words_of(score.scale).amount(score.value)}{' solved' if score.scale == 'fraction' else ''}"
        )
    return f"{display_name(row)} on {group_title(key_of(row))}{solved}"


def _summary(row: Row, trust: ShownTrust) -> str:
    score = score_of(row)
    scored = "No score"
    if score is not None:
        words = words_of(score.scale)
        scored = f"{words.range(score.low, score.high)}{words.range_unit} {words.of_tasks} "
    tasks = (
        "" if score is None else f"{plural(score.tasks, 'task')}, {plural(score.missing, 'sample')} missing"
    )
    return f"{scored}{tasks}; {conditions(key_of(row)).with_ids}; {trust}; row {row.id}"
