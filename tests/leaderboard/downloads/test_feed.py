"""The feed is read back with an XML parser."""

import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

from benchmark.leaderboard.downloads.atom import MAX_ENTRIES
from benchmark.leaderboard.downloads.feed import feed_bytes
from benchmark.leaderboard.shared.site_config import SiteConfig
from benchmark.results.retraction import WithdrawnRow, retraction_of

ATOM = {"a": "http://www.w3.org/2005/Atom"}
HOSTILE = "</title><script>alert(1)</script>\x1b[31m\u202e\uffff" + "x" * 100


def read(data: bytes) -> ET.Element:
    return ET.fromstring(data)  # noqa: S314 - our own bytes


def titles(root: ET.Element) -> list[str]:
    return [title.text or "" for title in root.findall("a:entry/a:title", ATOM)]


def test_the_newest_row_comes_first_and_baselines_are_left_out(make_row, sources) -> None:
    root = read(
        feed_bytes(
            sources(
                make_row("a", "PPWW", name="Old", started="2026-01-01T00:00:00Z"),
                make_row("b", "PPPW", name="New", started="2026-03-01T00:00:00Z"),
                make_row("gold"),
            )
        )
    )
    assert titles(root) == [
        "New on Code-Vision, rebuilt, 75.0 % solved",
        "Old on Code-Vision, rebuilt, 50.0 % solved",
    ]
    assert root.findtext("a:updated", "", ATOM) == "2026-03-01T00:00:00Z"
    summary = root.findtext("a:entry/a:summary", "", ATOM)
    assert summary.startswith("65.0–85.0 % of 4 tasks, 0 samples missing; picture shown · one try, ")
    assert "(flowchart · cool-1 · upstream · own)" in summary


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


def test_a_withdrawn_row_has_an_entry_with_the_reason(make_row, sources) -> None:
    gone = make_row("gone", name="Gone")
    words = {"reason": "Copied.", "date": "2026-05-06T07:08:09Z", "by": "m", "link": "", "named": "t"}
    root = read(
        feed_bytes(sources(make_row("a"), withdrawn=[WithdrawnRow(gone, retraction_of(gone, **words))]))
    )
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
    links = [
        link.get("href")
        for link in read(feed_bytes(sources(make_row("a"), where=where))).iter(f"{{{ATOM['a']}}}link")
    ]
    assert links == [
        "https://example.org/bench/",
        "https://example.org/bench/data/feed.xml",
        "https://example.org/bench/model/a/",
    ]
    links = [
        link.get("href") for link in read(feed_bytes(sources(make_row("a")))).iter(f"{{{ATOM['a']}}}link")
    ]
    assert links == ["../index.html", "../model/a/index.html"]


def test_a_feed_has_a_maximum_length_and_may_be_empty(make_row, sources) -> None:
    rows = [make_row(f"m{number}") for number in range(MAX_ENTRIES + 5)]
    assert len(titles(read(feed_bytes(sources(*rows))))) == MAX_ENTRIES
    empty = read(feed_bytes(sources()))
    assert titles(empty) == []
    assert empty.findtext("a:updated", "", ATOM)
