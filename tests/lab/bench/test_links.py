"""Dead links of a built site are found and reported with their page."""

from pathlib import Path

import pytest

from lab.bench.links import DeadLink, dead_links
from tests.case_files import table

ADDRESS = "https://example.org/bench/"


@pytest.fixture
def site(tmp_path: Path) -> Path:
    for path, text in {
        "index.html": '<h1 id="top">Home</h1><a href="model/a%20b/#scores">A</a><img src="assets/a.png">',
        "model/a b/index.html": '<h2 id="scores">S</h2><a href="../../">Home</a><a name="old"></a>',
        "assets/a.png": "",
    }.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    return tmp_path


def problems(site: Path, text: str, page: str = "new/index.html", address: str = "") -> list[tuple[str, str]]:
    """Return the dead links after a page with ``text`` is added."""
    (site / page).parent.mkdir(parents=True, exist_ok=True)
    (site / page).write_text(text, encoding="utf-8")
    dead = list(dead_links(site, address))
    assert {dead_link.page for dead_link in dead} <= {page}
    return [(dead_link.link, dead_link.problem) for dead_link in dead]


def test_a_sound_site_has_no_dead_links(site: Path) -> None:
    assert list(dead_links(site)) == []


def test_a_dead_link_names_its_page(site: Path) -> None:
    (site / "bad.html").write_text('<a\n  class="x" href=gone/>x</a>', encoding="utf-8")
    assert list(dead_links(site)) == [DeadLink("bad.html", "gone/", "there is no gone/index.html")]


@table("bench")
def test_links_without_a_target_are_found(site: Path, text: str, problem: str) -> None:
    assert [one[1] for one in problems(site, text)] == [problem]


@table("bench")
def test_other_hosts_and_text_are_ignored(site: Path, text: str) -> None:
    assert problems(site, text) == []


def test_whole_addresses_of_the_site_itself_are_followed(site: Path) -> None:
    good, bad = f"{ADDRESS}model/a%20b/#scores", f"{ADDRESS}model/c/"
    text = f'<link rel="canonical" href="{good}"><a href="{bad}">x</a>'
    assert problems(site, text, address=ADDRESS) == [(bad, "there is no model/c/index.html")]


def test_paths_from_the_root_must_stay_in_the_site(site: Path) -> None:
    text = '<a href="/bench/model/a b/">x</a><a href="/model/a b/">x</a>'
    assert problems(site, text, "404.html", ADDRESS) == [("/model/a b/", "there is no /model/a b/index.html")]


def test_links_of_feeds_and_maps_are_followed(site: Path) -> None:
    text = f'<feed><link href="{ADDRESS}"/><id>{ADDRESS}gone/</id><id>tag:example.org,2026:x</id></feed>'
    assert problems(site, text, "feed.xml", ADDRESS) == [(f"{ADDRESS}gone/", "there is no gone/index.html")]
