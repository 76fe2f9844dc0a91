"""Tests of the metadata of pages."""

import io
import json
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from benchmark.leaderboard.board.page import board_pages
from benchmark.leaderboard.charts.page import chart_pages
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
from benchmark.leaderboard.metadata.share_picture import (
    HEIGHT,
    WIDTH,
    SharePicture,
    SharePictures,
    drawable,
    share_pictures,
)
from benchmark.leaderboard.model.page import model_pages
from benchmark.leaderboard.parts.site_page import Page
from tests.changed_rows import with_result
from tests.leaderboard.conftest import submission

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


@pytest.mark.gate
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


@pytest.fixture
def pictures(make_row, sources) -> SharePictures:
    found = sources(
        make_row("a", "PPPW", name="Modèle A"),
        make_row("b", "PWWW", name="中文模型"),
        make_row("c", "PPWW", name="</p>\u202e" + "x" * 190),
        make_row("d", "PW", suite="humaneval-v", dataset="open", name="D"),
        make_row("gold", "PPPP"),
        make_row("paper", "PW", trust="reported", name="P"),
    )
    return share_pictures([*board_pages(found), *model_pages(found)], found)


@pytest.fixture
def picture(make_row, sources) -> SharePicture:
    """That of a suite with two models, one with a date and one without, of which the first leads."""
    rows = [
        make_row(slug, letters, name=name, organisation=maker)
        for slug, letters, name, maker in (
            ("a", "P" * 38 + "W" * 2, "Acme", "OpenAI"),
            ("b", "P" * 10 + "W" * 30, "Bell", "Google"),
        )
    ]
    found = sources(*rows, submissions={"a": submission("a", release_date="2024-05")})
    of_suite = share_pictures(board_pages(found), found).of("suite/code-vision/index.md")
    assert of_suite is not None
    return of_suite


OPENAI, GOOGLE, PAPER, MARKER = (26, 138, 95), (13, 63, 158), (255, 255, 255), (255, 224, 122)


def _pixels(picture: SharePicture) -> Image.Image:
    with Image.open(io.BytesIO(picture.content())) as image:
        return image.convert("RGB")


def test_a_picture_is_small_and_the_same_each_time(picture: SharePicture) -> None:
    data, image = picture.content(), _pixels(picture)
    assert image.size == (WIDTH, HEIGHT)
    drawn = {colour for _, colour in image.getcolors(WIDTH * HEIGHT)}
    assert {PAPER, (20, 23, 27), OPENAI, GOOGLE, MARKER} <= drawn
    assert len(data) < 60_000
    assert picture.content() == data


def test_long_texts_are_clipped_inside_the_margin(picture: SharePicture) -> None:
    sentence = f"{'W' * 99} {'i ' * 99}"
    ink = (
        _pixels(replace(picture, heading="W" * 60, sentence=sentence, age="W" * 99))
        .convert("L")
        .point(lambda value: 255 * (value < 200))
        .getbbox()
    )
    assert (ink[0] >= 50, ink[2] <= WIDTH - 40) == (True, True)


def _of_colour(
    image: Image.Image, colour: tuple[int, int, int], top: int, bottom: int
) -> list[tuple[int, int]]:
    return [(x, y) for y in range(top, bottom) for x in range(WIDTH) if image.getpixel((x, y)) == colour]


@pytest.mark.gate
def test_the_range_of_each_score_is_seen_above_and_below_its_dot(picture: SharePicture) -> None:
    image = _pixels(picture)
    for colour in (OPENAI, GOOGLE):
        found = _of_colour(image, colour, 180, 540)
        middle = sorted(x for x, _ in found)[len(found) // 2]
        column = sorted(y for x, y in found if x == middle)
        parts = [len([*part]) for _, part in groupby(enumerate(column), lambda each: each[1] - each[0])]
        assert len(parts) == 3, "the outline, the dot, and the outline again"
        assert parts[1] > 8


@pytest.mark.gate
def test_the_marker_lies_on_the_claim_and_the_frontier_alone(picture: SharePicture) -> None:
    assert picture.sentence.endswith(f"{picture.claim}.")
    marked, without = _pixels(picture), _pixels(replace(picture, claim=""))
    assert _of_colour(marked, MARKER, 100, 170)
    assert not _of_colour(without, MARKER, 100, 170)
    assert _of_colour(without, MARKER, 180, 540)


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("Modèle Ünï", "Modele Uni"),
        ("中文模型 is 3.1 points ahead.", "instead"),
        ("\u0645\u0631 is ahead", "instead"),
        ("x" * 10_000, "x" * 59 + "…"),
    ],
)
def test_texts_have_only_characters_of_the_font(text: str, drawn: str) -> None:
    assert drawable(text, "instead") == drawn


@pytest.mark.gate
def test_each_suite_has_a_picture_and_other_pages_have_that_of_the_home_page(pictures: SharePictures) -> None:
    def picture(source: str) -> SharePicture:
        found = pictures.of(source)
        assert found is not None
        return found

    laid = picture("suite/code-vision/index.md").laid
    assert laid is not None
    assert [entry.slug for entry in laid.entries] == ["a", "c", "b"]
    assert "Modele A" in picture("suite/code-vision/index.md").alt
    assert picture("task/humaneval-v/open/x/index.md") is picture("suite/humaneval-v/index.md")
    assert picture("dataset/code-vision/rebuilt/index.md") is picture("suite/code-vision/index.md")
    assert pictures.of("task/mmcode/open/x/index.md") is None
    for source in (
        "index.md",
        "about/index.md",
        "model/b/index.md",
        "suite/mmcode/index.md",
        "dataset/index.md",
    ):
        assert picture(source) is picture("suite/code-vision/index.md")


def test_a_table_without_a_score_has_a_picture_without_models(make_row, sources) -> None:
    found = sources(with_result(make_row("a", "PPMM"), scores=[]))
    picture = share_pictures(board_pages(found), found).of("suite/code-vision/index.md")
    assert picture is not None
    assert picture.laid is None
    assert picture.content().startswith(b"\x89PNG")


def test_titles_of_home_suites_data_sets_and_charts_carry_their_headlines(make_row, sources) -> None:
    found = sources(make_row("a", "P" * 14 + "W" * 6), make_row("b", "P" * 5 + "W" * 15))
    made = (*board_pages(found), *downloads_pages(found), *chart_pages(found), *dataset_pages(found))
    pages = {page.source: page for page in made}
    heads = PageHeads(pages, found)
    titles = {source: heads.of(source, "title", "", "").headline for source in pages}
    claim = "by 45.0 points, and the lead is "
    assert titles["index.md"].startswith(f"a leads Code-Vision {claim}")
    assert titles["suite/code-vision/index.md"].startswith(f"Code-Vision leaderboard: a leads {claim}")
    assert titles["cost/index.md"] == "Cost against score: No cost is recorded yet."
    assert titles["dataset/code-vision/rebuilt/index.md"].startswith("Code-Vision rebuilt data set: ")
    assert titles["downloads/index.md"] == titles["suite/mmcode/index.md"] == ""


def test_a_picture_names_the_newest_ranked_model_of_its_suite_if_it_is_old(make_row, sources) -> None:
    late = "2025-07-01T00:00:00Z"
    rows = [make_row("a", started=late), make_row("b", suite="humaneval-v", dataset="open", started=late)]
    known = {"a": submission("a", release_date="2024-08-06"), "b": submission("b", release_date="2025-02")}
    found = sources(*rows, submissions=known)
    both = share_pictures(board_pages(found), found).by_suite
    says = {suite: picture.age for suite, picture in both.items()}
    assert says == {"code-vision": "Newest model ranked: a, Aug 2024.", "humaneval-v": ""}
    assert both["code-vision"].alt.endswith(" Newest model ranked: a, Aug 2024.")
    old = both["code-vision"]
    assert old.content() != replace(old, age="").content(), "it is drawn"


@pytest.mark.gate
def test_many_models_without_dates_are_drawn_by_cost_and_the_caption_says_whose_ranges(
    make_row, sources
) -> None:
    rows = [
        make_row(f"m-{place}", "P" * place + "W" * (30 - place), cost_usd=25 - place) for place in range(26)
    ]
    captions = []
    for found in (sources(*rows), sources(*rows[:2])):
        picture = share_pictures(board_pages(found), found).by_suite["code-vision"]
        assert picture.content() != replace(picture, laid=None).content()
        captions.append(picture.below)
    assert captions == ["Scores by cost, with ranges of named models", "Scores by cost, with ranges"]


@pytest.mark.gate
def test_names_stay_out_of_the_strip_of_years_without_a_model(make_row, sources) -> None:
    late = "2025-07-01T00:00:00Z"
    rows = [
        make_row("a", "P" * 8 + "W" * 32, name="Acme", started=late),
        make_row("b", "P" * 30 + "W" * 10, name="Bell Vision 90B", started=late),
    ]
    found = sources(*rows, submissions={"a": submission("a", release_date="2024-05")})
    image = _pixels(share_pictures(board_pages(found), found).by_suite["code-vision"])
    assert _of_colour(image, (20, 23, 27), 200, 530)
    assert not [x for x, _ in _of_colour(image, (20, 23, 27), 200, 530) if x > 1010]


@pytest.mark.gate
def test_every_picture_can_be_drawn(pictures: SharePictures) -> None:
    files = {file.path: file.content() for file in pictures.files()}
    assert [*files] == ["share/humaneval-v.png", "share/code-vision.png"]
    assert all(data.startswith(b"\x89PNG") for data in files.values())
