"""Tests of the metadata of pages."""

from pathlib import Path

import pytest

from benchmark.leaderboard.board.page import board_pages
from benchmark.leaderboard.inputs.site_config import SiteConfig
from benchmark.leaderboard.lists.directory import DecisionNotes
from benchmark.leaderboard.metadata.head import PageHeads
from benchmark.leaderboard.parts.page import Page

SENTENCE = "No run of this page has a result yet, and none of them has been tried."


@pytest.fixture
def pages() -> dict[str, Page]:
    def page(source: str, description: str) -> Page:
        view = DecisionNotes(())
        return Page(source=source, title=source, template="x.html", view=view, description=description)

    return {"a": page("a", f"<b>{SENTENCE}"), "b": page("b", f"<b>{SENTENCE}"), "c": page("c", "Short.")}


def test_descriptions_are_escaped_and_differ(pages: dict[str, Page], sources) -> None:
    heads = PageHeads(pages, sources())
    assert heads.of("a", "a", "", "").description == f"&lt;b&gt;{SENTENCE}"
    assert heads.of("b", "b", "", "").description == f"b: &lt;b&gt;{SENTENCE}"
    assert heads.of("a", "a", "", "").description == f"&lt;b&gt;{SENTENCE}"


def test_a_page_without_a_description_of_its_own_is_read(pages: dict[str, Page], sources) -> None:
    heads, body = PageHeads(pages, sources()), f"<h1>Title</h1><p>{SENTENCE}</p>"
    assert heads.of("c", "c", body, "").description == f"Title. {SENTENCE}"
    assert heads.of("written.md", "Written", body, "").description == SENTENCE
    assert heads.of("empty.md", "Empty", "", "").description.startswith("Empty: A page of Sightbench,")


def test_pictures_need_the_sites_address(make_row, sources) -> None:
    for address, expected in (("", ""), ("https://example.org/s", "https://example.org/s/share/")):
        found = sources(make_row("a", "PW"), where=SiteConfig(rows=Path("results"), address=address))
        heads = PageHeads({page.source: page for page in board_pages(found)}, found)
        head = heads.of("about/index.md", "About", "", "")
        assert (head.image[: len(expected)], bool(head.image)) == (expected, bool(address))
        assert len(list(heads.pictures.files())) == (1 if address else 0)
