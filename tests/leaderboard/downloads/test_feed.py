"""The feed is read back with an XML parser."""

import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import pytest

from benchmark.leaderboard.downloads.feed import MAX_ENTRIES, feed_bytes, night_feed_bytes
from benchmark.leaderboard.inputs.site_config import SiteConfig
from tests.changed_rows import withdrawn
from tests.leaderboard.conftest import submission

TABLE = "Code-Vision, rebuilt (picture shown)"
ATOM = {"a": "http://www.w3.org/2005/Atom"}
HOSTILE = "</title><script>alert(1)</script>\x1b[31m\u202e\uffff" + "x" * 100


def read(data: bytes) -> ET.Element:
    return ET.fromstring(data)  # noqa: S314 - our own bytes


def hrefs(root: ET.Element) -> list[str | None]:
    return [link.get("href") for link in root.iter(f"{{{ATOM['a']}}}link")]


def titles(root: ET.Element) -> list[str]:
    return [title.text or "" for title in root.findall("a:entry/a:title", ATOM)]


def test_the_newest_row_comes_first_and_baselines_are_left_out(make_row, sources) -> None:
    old = make_row("a", "PPWW", name="Old", started="2026-01-01T00:00:00Z")
    new = make_row("b", "PPPW", name="New", started="2026-03-01T00:00:00Z")
    root = read(feed_bytes(sources(old, new, make_row("gold", "PPPP"))))
    assert titles(root) == [
        f"First place in {TABLE} is now shared by New and Old; before, Old was the only model.",
        "New on Code-Vision, rebuilt, 75.0 % solved",
        "Old on Code-Vision, rebuilt, 50.0 % solved",
    ]
    assert root.findtext("a:updated", "", ATOM) == "2026-03-01T00:00:00Z"
    summary = root.findtext("a:entry[2]/a:summary", "", ATOM)
    assert summary.startswith("65.0–85.0 % of 4 tasks, 0 samples missing; picture shown · one try, ")
    assert "(flowchart · cool-1 · upstream · own)" in summary


@pytest.mark.gate
def test_an_entry_keeps_its_id_when_rows_are_added_and_the_site_moves(make_row, sources) -> None:
    row = make_row("a")
    moved = replace(SiteConfig(rows=Path("results")), address="https://example.org/")
    first, second = (
        read(feed_bytes(found))
        for found in (sources(row), sources(row, make_row("b"), make_row("c"), where=moved))
    )
    (identifier,) = [element.text for element in first.findall("a:entry/a:id", ATOM)]
    others = [element.text for element in second.findall("a:entry/a:id", ATOM)]
    assert identifier in others
    assert len(set(others)) == 3
    assert str(identifier).startswith("urn:uuid:")


def test_a_feed_names_the_newest_ranked_model_if_it_is_older_than_six_months(make_row, sources) -> None:
    row = make_row("a", started="2025-07-01T00:00:00Z")
    for released, says in (("2024-08", "Newest model ranked: a, Aug 2024."), ("2025-02", None)):
        known = {"a": submission("a", release_date=released)}
        root = read(feed_bytes(sources(row, submissions=known)))
        assert root.findtext("a:subtitle", None, ATOM) == says


def test_a_withdrawn_row_has_an_entry_with_the_reason(make_row, sources) -> None:
    gone = make_row("gone", name="Gone")
    root = read(feed_bytes(sources(make_row("a"), withdrawn=[withdrawn(gone, "2026-05-06T07:08:09Z")])))
    assert titles(root)[0].startswith("Withdrawn: Gone on Code-Vision")
    assert root.findtext("a:entry/a:summary", "", ATOM).startswith("Copied. (picture shown · ")


def test_a_hostile_name_is_escaped(make_row, sources) -> None:
    data = feed_bytes(sources(make_row("a", name=HOSTILE)))
    assert b"<script" not in data
    (title,) = titles(read(data))
    assert title.startswith("</title><script>alert(1)</script>\ufffd[31m\ufffd\ufffd")
    assert all(character not in title for character in "\x1b\u202e\uffff")


def test_links_are_whole_if_the_address_is_known(make_row, sources) -> None:
    where = replace(SiteConfig(rows=Path("results")), address="https://example.org/bench")
    assert hrefs(read(feed_bytes(sources(make_row("a"), where=where)))) == [
        "https://example.org/bench/",
        "https://example.org/bench/data/feed.xml",
        "https://example.org/bench/model/a/",
    ]
    links = ["../index.html", "../model/a/index.html"]
    assert hrefs(read(feed_bytes(sources(make_row("a"))))) == links


@pytest.mark.gate
def test_a_feed_has_a_maximum_length_and_may_be_empty(make_row, sources) -> None:
    rows = [make_row(f"m{number}") for number in range(MAX_ENTRIES + 5)]
    assert len(titles(read(feed_bytes(sources(*rows))))) == MAX_ENTRIES
    empty = read(feed_bytes(sources()))
    assert titles(empty) == []
    assert empty.findtext("a:updated", "", ATOM)


def leaders(root: ET.Element) -> dict[str, str]:
    """Return ids and titles of the entries about leaders."""
    entries = {
        entry.findtext("a:id", "", ATOM): entry.findtext("a:title", "", ATOM)
        for entry in root.findall("a:entry", ATOM)
    }
    return {name: title for name, title in entries.items() if "; before, " in title}


def test_entries_about_leaders_keep_their_ids_when_rows_are_added_later(make_row, sources) -> None:
    def row(slug: str, passed: int, day: int):
        return make_row(slug, "P" * passed + "W" * (40 - passed), started=f"2026-01-{day:02d}T08:00:00Z")

    rows = [row("a", 30, 1), row("b", 5, 1), row("c", 29, 2), row("d", 40, 3)]
    first = leaders(read(feed_bytes(sources(*rows))))
    assert sorted(first.values()) == [
        "First place in Code-Vision, rebuilt (picture shown) is now shared by a and c; before, a led.",
        "d now leads Code-Vision, rebuilt (picture shown); before, first place was shared by a and c.",
    ]
    root = read(feed_bytes(sources(*rows, row("e", 40, 4), row("f", 39, 5), row("a", 1, 6))))
    later = leaders(root)
    assert set(first.items()) < set(later.items())
    ids = [entry.findtext("a:id", "", ATOM) for entry in root.findall("a:entry", ATOM)]
    assert len(set(ids)) == len(ids)
    assert "../changes/index.html#d2026-01-03" in hrefs(root)


def test_titles_of_entries_about_leaders_do_not_depend_on_later_tables(make_row, sources) -> None:
    rows = [
        make_row("a", "W" * 40, started="2026-01-01T08:00:00Z"),
        make_row("b", "P" * 40, started="2026-01-02T08:00:00Z"),
    ]
    other = make_row("a", "W" * 40, started="2026-01-03T08:00:00Z", protocol="greedy")
    before, after = (leaders(read(feed_bytes(sources(*some)))) for some in (rows, [*rows, other]))
    assert before == after
    assert list(before.values()) == [
        "b now leads Code-Vision, rebuilt (picture shown); before, a was the only model."
    ]


def test_every_entry_has_what_atom_requires(make_row, sources) -> None:
    """RFC 4287: one id, title and updated per entry, and dates in the form of RFC 3339."""
    found = sources(make_row("a", "PPP"), make_row("b", "PPP", started="2026-03-01T00:00:00Z"))
    root = read(feed_bytes(found))
    assert root.tag == f"{{{ATOM['a']}}}feed"
    assert all(root.findtext(f"a:{name}", "", ATOM) for name in ("id", "title", "updated", "author/a:name"))
    entries = root.findall("a:entry", ATOM)
    assert len(entries) == 3
    for entry in entries:
        for name in ("id", "title", "updated", "summary"):
            assert len(entry.findall(f"a:{name}", ATOM)) == 1
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", entry.findtext("a:updated", "", ATOM))


def test_a_feed_without_entries_has_the_date_of_the_newest_row(make_row, sources) -> None:
    found = sources(make_row("gold", started="2026-03-01T00:00:00Z"))
    for data in (feed_bytes(found), night_feed_bytes(found)):
        assert not titles(read(data))
        assert read(data).findtext("a:updated", "", ATOM) == "2026-03-01T00:00:00Z"
