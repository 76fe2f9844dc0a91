"""The Atom feed (RFC 4287) of new rows, of withdrawals, and of tables that others lead.

A table has at most one entry per day about its leaders, so its id is made of the two. Id and title
stay the same when later rows come; a later row of the same day updates the entry.
"""

import re
import uuid
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from benchmark.analysis.catalog import ShownTrust
from benchmark.analysis.conditions import conditions
from benchmark.analysis.groups import is_baseline, key_of, score_of
from benchmark.analysis.score_cells import words_of
from benchmark.analysis.wording import clean, plural
from benchmark.leaderboard.changes.history import history
from benchmark.leaderboard.changes.words import SentencePiece, leader_sentence, plain
from benchmark.leaderboard.downloads.tables import FOLDER
from benchmark.leaderboard.inputs.age import newest_ranked
from benchmark.leaderboard.inputs.facts import day, display_name, group_title
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.nights.page import TRENDS, series_anchor, series_title, watched
from benchmark.leaderboard.nights.timeline import EVENTS, changes, reason, sentence, state_badge
from benchmark.leaderboard.parts.addresses import CHANGES, model_page, table_id
from benchmark.results.row import Row

MAX_ENTRIES = 50  #: number of entries; older ones are left out

_NAMESPACE = "http://www.w3.org/2005/Atom"
#: Namespace of the entries' ids; the ids must not change when the site moves.
_ID_NAMESPACE = uuid.UUID("8f0b5ba2-6c0a-5d0e-9f1e-3f6f5a1f8a5e")
#: Characters that XML 1.0 forbids and `clean` does not replace.
_FORBIDDEN = re.compile("[\ufffe\uffff]")
_FIRST_DAY = "2026-11-20T00:00:00Z"  #: date of a feed of a site without rows; Atom requires a date
_INDEX = "index.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedEntry:
    """An entry of a feed."""

    name: str  #: unique name from which the id is computed
    when: str
    title: str
    summary: str
    page: str  #: source path of the page that it links to
    fragment: str = ""  #: part of that page


def _atom_bytes(
    title: str, path: str, name: str, entries: Iterable[FeedEntry], sources: Sources, *, about: str = ""
) -> bytes:
    """Return a feed; its id is computed from ``name``. Links are whole addresses if the site's is known.

    A feed without entries has the date of the newest row.
    """
    base, known = sources.where.base, [row.run.started for row in sources.light_rows]
    newest = sorted(entries, key=lambda entry: (entry.when, entry.name), reverse=True)[:MAX_ENTRIES]
    root = ET.Element("feed", xmlns=_NAMESPACE)
    _add_element(root, "title", title)
    if about:
        _add_element(root, "subtitle", about)
    _add_element(root, "id", _entry_id(f"{name} {base}"))
    _add_element(root, "updated", newest[0].when if newest else max(known, default=_FIRST_DAY))
    _add_element(ET.SubElement(root, "author"), "name", "Sightbench")
    ET.SubElement(root, "link", rel="alternate", type="text/html", href=base or "../index.html")
    if base:
        ET.SubElement(root, "link", rel="self", type="application/atom+xml", href=base + path)
    for entry in newest:
        element = ET.SubElement(root, "entry")
        _add_element(element, "title", entry.title)
        _add_element(element, "id", _entry_id(entry.name))
        _add_element(element, "updated", entry.when)
        folder = entry.page.removesuffix(_INDEX)
        address = f"{base}{folder}" if base else f"../{folder}index.html"
        part = f"#{entry.fragment}" if entry.fragment else ""
        ET.SubElement(element, "link", rel="alternate", type="text/html", href=address + part)
        _add_element(element, "summary", entry.summary)
    ET.indent(root, " ")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ET.tostring(root, encoding="unicode")}\n'.encode()


def _entry_id(name: str) -> str:
    return f"urn:uuid:{uuid.uuid5(_ID_NAMESPACE, name)}"


def _add_element(parent: ET.Element, tag: str, text: str) -> None:
    ET.SubElement(parent, tag).text = _FORBIDDEN.sub("\ufffd", text)


FEED_PATH = f"{FOLDER}/feed.xml"
FEED_TITLE = "Sightbench: new rows and leaders"
_REASON_CHARACTERS = 500


def feed_bytes(sources: Sources) -> bytes:
    """Return the feed, newest entries first; links are whole addresses if the site's address is known."""
    ranked = [row for groups in sources.groups.values() for group in groups for row in group.models]
    about = newest_ranked(sources, ranked)
    return _atom_bytes(FEED_TITLE, FEED_PATH, "feed", _entries(sources), sources, about=about)


def _entries(sources: Sources) -> Iterator[FeedEntry]:
    for row in sources.light_rows:
        if not is_baseline(row):
            yield FeedEntry(
                name=row.id,
                when=row.run.started,
                title=_title(row),
                summary=_summary(row, sources.trust(row)),
                page=model_page(row.slug),
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
            page=model_page(withdrawn.row.slug),
        )
    yield from _leader_entries(sources)


def _leader_entries(sources: Sources) -> Iterator[FeedEntry]:
    for of_day in history(sources):
        for table in of_day.tables:
            if table.leaders is not None:
                # Other tables do not change this title; the summary says in what tables differ.
                title = SentencePiece(f"{group_title(table.key)} ({conditions(table.key).parts[0]})")
                yield FeedEntry(
                    name=f"leader {of_day.day} {table_id(table.key)}",
                    when=table.when,
                    title=plain(leader_sentence(table.leaders, title)),
                    summary=(
                        f"As of the end of {day(of_day.day)}, UTC, on {conditions(table.key).with_ids}; "
                        f"{plural(table.models, 'model')}; task set {table.key.tasks_digest[:12]}"
                    ),
                    page=CHANGES,
                    fragment=f"d{of_day.day}",
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
        tasks = f"{plural(score.tasks, 'task')}, {plural(score.missing, 'sample')} missing"
        scored = f"{words.range(score.low, score.high)}{words.range_unit} {words.of_tasks} {tasks}"
    return f"{scored}; {conditions(key_of(row)).with_ids}; {trust}; row {row.id}"


NIGHT_FEED_PATH = f"{FOLDER}/nights.xml"
_TITLE = "Sightbench: watched models"


def night_feed_bytes(sources: Sources) -> bytes:
    """Return the feed, newest entries first.

    A decision has an entry if it reports a change, begins a check or ends one; nights without news have none.
    Every event has one.
    """
    return _atom_bytes(_TITLE, NIGHT_FEED_PATH, "night feed", _night_entries(sources), sources)


def _night_entries(sources: Sources) -> Iterator[FeedEntry]:
    for model in watched(sources).models:
        for line in model.lines:
            for decision, _ in changes(line.decisions):
                yield FeedEntry(
                    name=f"decision {decision.id}",
                    when=decision.when,
                    title=f"{model.name}: {state_badge(decision).words}",
                    summary=f"{reason(decision.reason)} ({series_title(model, line)})",
                    page=TRENDS,
                    fragment=series_anchor(line),
                )
    for event in sources.nightly.events:
        about = event.model or event.provider or event.suite or ""
        yield FeedEntry(
            name=f"event {event.id}",
            when=event.when,
            title=f"{clean(about)}: {EVENTS[event.kind].words}",
            summary=sentence(event.detail),
            page=TRENDS,
        )
