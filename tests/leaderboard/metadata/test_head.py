"""Tests of the metadata of pages."""

import json
from pathlib import Path
from typing import Any

import pytest

from benchmark.leaderboard.board.page import board_pages
from benchmark.leaderboard.dataset.page import dataset_pages
from benchmark.leaderboard.downloads.page import downloads_pages
from benchmark.leaderboard.inputs.site_config import SiteConfig
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.metadata.head import (
    MAX_CHARACTERS,
    PageHeads,
    StructuredData,
    describe,
    first_sentences,
)
from benchmark.leaderboard.parts.page import Page

SENTENCE = "No run of this page has a result yet, and none of them has been tried."


@pytest.fixture
def pages() -> dict[str, Page]:
    def page(source: str, description: str) -> Page:
        view: dict[str, object] = {}
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


LONG = "This sentence of a page is long enough to stand alone as its description."


def test_a_long_description_is_cut_between_words_and_a_short_one_gets_more() -> None:
    found = describe("word " * 200)
    assert len(found) <= MAX_CHARACTERS
    assert found.endswith("word…")
    assert describe("x" * 10_000) == "x" * (MAX_CHARACTERS - 1) + "…"
    assert describe("Commands", "A page of Sightbench.") == "Commands. A page of Sightbench."
    assert describe("", "A page of Sightbench.") == "A page of Sightbench."


def test_the_first_paragraphs_are_read_without_markup_and_labels() -> None:
    body = (
        "<p>crumbs</p><h1>Title</h1><p><em>Accepted, 2026-11-20.</em></p>"
        f"<p><strong>Problem.</strong> a &lt;b&gt; <a href='x'>link</a>, {LONG}</p><p>More</p><li>item</li>"
    )
    assert first_sentences(body, heading=False) == f"a <b> link, {LONG} More."
    assert first_sentences(body, heading=True).startswith("Title. a <b> link")


def test_lists_are_read_where_paragraphs_say_too_little() -> None:
    assert first_sentences("<h1>Title</h1><ul><li>first</li><li>second</li></ul>", heading=True) == (
        "Title. first. second."
    )


SITE = SiteConfig(rows=Path("results"), address="https://example.org/s", repository="https://example.org/r")


def described(found: Sources) -> dict[str, list[dict[str, Any]]]:
    """Return the data sets of all pages that have some, by source path."""
    groups = [group for groups in found.groups.values() for group in groups]
    data = StructuredData(groups, found.where)
    texts = {
        page.source: data.of(page, found.where.base and f"{found.where.base}{page.source}")
        for kind in (board_pages, dataset_pages, downloads_pages)
        for page in kind(found)
    }
    assert not [text for text in texts.values() if "<" in text]
    read = {source: json.loads(text) for source, text in texts.items() if text}
    return {source: content.get("@graph", [content]) for source, content in read.items()}


@pytest.fixture
def found(make_row, sources) -> Sources:
    rows = [
        make_row("a", "PPW", name="</script><script>alert(1)</script>"),
        make_row("b", "PWW"),
        make_row("c", "PW", suite="humaneval-v", dataset="open"),
    ]
    return sources(*rows, where=SITE)


def test_every_data_set_has_what_google_requires(found: Sources) -> None:
    """Required: name, and description of 50 to 5,000 characters."""
    every = [data for listed in described(found).values() for data in listed]
    assert len(every) > 10
    for data in every:
        assert data["@type"] == "Dataset"
        assert data["name"]
        assert 50 <= len(data["description"]) <= 5000
        addresses = [data["url"], *(file["contentUrl"] for file in data.get("distribution", []))]
        assert all(address.startswith("https://example.org/s/") for address in addresses)
    assert len({data["name"] for data in every}) == len(every) - 1  # home has the first table of its suite


def test_a_table_has_files_dates_and_papers(found: Sources) -> None:
    (table,) = described(found)["suite/code-vision/index.md"]
    assert [file["encodingFormat"] for file in table["distribution"]][:2] == ["text/csv", "application/json"]
    assert table["license"] == "https://www.apache.org/licenses/LICENSE-2.0"
    assert table["creator"] == {
        "@type": "Organization",
        "name": "The Sightbench maintainers",
        "url": "https://example.org/r",
    }
    day = table["version"]
    assert table["temporalCoverage"] == f"{day}/{day}"
    assert any("arXiv:2502.11829" in citation for citation in table["citation"])


def test_only_known_licences_and_creators_are_named(found: Sources) -> None:
    pages = described(found)
    (ours,) = pages["dataset/humaneval-v/open/index.md"]
    (others,) = pages["dataset/mmcode/official/index.md"]
    assert (ours["license"], "creator" in ours) == ("https://creativecommons.org/licenses/by/4.0/", True)
    assert ("license" in others, "creator" in others) == (False, False)
    assert others["isBasedOn"] == "https://github.com/likaixin2000/MMCode"


def test_without_the_sites_address_nothing_is_addressed(make_row, sources) -> None:
    for listed in described(sources(make_row("a", "PPW"))).values():
        assert not [data for data in listed if data.keys() & {"url", "distribution"}]


def test_pages_that_show_rows_have_the_day_of_the_newest_one(make_row, sources) -> None:
    found = sources(
        make_row("a", "PW", started="2026-01-02T00:00:00Z"),
        make_row("b", "PW", started="2026-03-04T00:00:00Z"),
    )
    paths = ("index.md", "model/a/index.md", "model/index.md", "suite/code-vision/index.md", "task/x/y/z.md")
    view: dict[str, object] = {}
    heads = PageHeads(
        {path: Page(source=path, title=path, template="x.html", view=view) for path in paths}, found
    )
    days = [heads.changed(path) for path in (*paths, "about/index.md")]
    assert days == ["2026-03-04", "2026-01-02", "2026-03-04", "2026-03-04", "", ""]
