"""The Atom feed (RFC 4287) of new rows and of withdrawals."""

import re
import uuid
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass

from benchmark.analysis.catalog import ShownTrust
from benchmark.analysis.conditions import conditions
from benchmark.analysis.groups import is_baseline, key_of, score_of
from benchmark.analysis.wording import clean, percent, percent_range, plural
from benchmark.leaderboard.downloads.tables import FOLDER
from benchmark.leaderboard.rows.facts import display_name, group_title
from benchmark.leaderboard.rows.sources import Sources
from benchmark.leaderboard.shared.addresses import model_page
from benchmark.results.row import Row

FEED_PATH = f"{FOLDER}/feed.xml"
FEED_TITLE = "Sightbench: new rows"
MAX_ENTRIES = 50  #: number of entries; older ones are left out

_NAMESPACE = "http://www.w3.org/2005/Atom"
#: Namespace of the entries' ids; the ids must not change when the site moves.
_ID_NAMESPACE = uuid.UUID("8f0b5ba2-6c0a-5d0e-9f1e-3f6f5a1f8a5e")
_REASON_CHARACTERS = 500
#: Characters that XML 1.0 forbids and `clean` does not replace.
_FORBIDDEN = re.compile("[\ufffe\uffff]")
_EMPTY_FEED_DATE = "1970-01-01T00:00:00Z"  #: date of a feed without entries; Atom requires a date


@dataclass(frozen=True, slots=True, kw_only=True)
class _Entry:
    name: str  #: unique name from which the id is computed
    when: str
    title: str
    summary: str
    slug: str


def feed_bytes(sources: Sources) -> bytes:
    """Return the feed, newest entries first; links are whole addresses if the site's address is known."""
    entries = sorted(_entries(sources), key=lambda entry: (entry.when, entry.name), reverse=True)[
        :MAX_ENTRIES
    ]
    base = sources.where.base
    root = ET.Element("feed", xmlns=_NAMESPACE)
    _add_element(root, "title", FEED_TITLE)
    _add_element(root, "id", _entry_id(f"feed {base}"))
    _add_element(root, "updated", entries[0].when if entries else _EMPTY_FEED_DATE)
    _add_element(ET.SubElement(root, "author"), "name", "Sightbench")
    ET.SubElement(root, "link", rel="alternate", type="text/html", href=base or "../index.html")
    if base:
        ET.SubElement(root, "link", rel="self", type="application/atom+xml", href=base + FEED_PATH)
    for entry in entries:
        element = ET.SubElement(root, "entry")
        _add_element(element, "title", entry.title)
        _add_element(element, "id", _entry_id(entry.name))
        _add_element(element, "updated", entry.when)
        folder = model_page(entry.slug).removesuffix("index.md")
        page = f"{base}{folder}" if base else f"../{folder}index.html"
        ET.SubElement(element, "link", rel="alternate", type="text/html", href=page)
        _add_element(element, "summary", entry.summary)
    ET.indent(root, " ")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ET.tostring(root, encoding="unicode")}\n'.encode()


def _entries(sources: Sources) -> Iterator[_Entry]:
    for row in sources.light_rows:
        if not is_baseline(row):
            yield _Entry(
                name=row.id,
                when=row.run.started,
                title=_title(row),
                summary=_summary(row, sources.trust(row)),
                slug=row.result.submission.slug,
            )
    for withdrawn in sources.withdrawn:
        yield _Entry(
            name=f"withdrawn {withdrawn.row.id}",
            when=withdrawn.retraction.date,
            title=f"Withdrawn: {_title(withdrawn.row)}",
            summary=(
                f"{clean(withdrawn.retraction.reason, _REASON_CHARACTERS)} "
                f"({conditions(key_of(withdrawn.row)).with_ids})"
            ),
            slug=withdrawn.row.result.submission.slug,
        )


def _title(row: Row) -> str:
    score = score_of(row)
    solved = "" if score is None else f", {percent(score.value)} % solved"
    return f"{display_name(row)} on {group_title(key_of(row))}{solved}"


def _summary(row: Row, trust: ShownTrust) -> str:
    score = score_of(row)
    scored = "No score" if score is None else f"{percent_range(score.low, score.high)} % of "
    tasks = (
        "" if score is None else f"{plural(score.tasks, 'task')}, {plural(score.missing, 'sample')} missing"
    )
    return f"{scored}{tasks}; {conditions(key_of(row)).with_ids}; {trust}; row {row.id}"


def _entry_id(name: str) -> str:
    return f"urn:uuid:{uuid.uuid5(_ID_NAMESPACE, name)}"


def _add_element(parent: ET.Element, tag: str, text: str) -> None:
    ET.SubElement(parent, tag).text = _FORBIDDEN.sub("\ufffd", text)
