"""A site stays small: its size has a limit, and its stylesheets are short."""

import gzip
import re
from pathlib import Path

import pytest

from benchmark.core.errors import OurFailure
from benchmark.leaderboard.build.build import checkout
from benchmark.leaderboard.build.site import SLOW_RULE, Site, finish_site, minify_styles
from benchmark.leaderboard.charts.page import chart_pages
from benchmark.leaderboard.metadata.head import PageHeads
from benchmark.leaderboard.nights.page import trends_pages
from benchmark.leaderboard.parts.site_page import Page, PlainFile


def test_a_file_over_the_limit_is_not_written_and_large_folders_are_named(tmp_path: Path, sources) -> None:
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "index.html").write_bytes(b"x" * 100)  # files that exist count
    (tmp_path / "index.html").write_bytes(b"x" * 10)
    files = {f"d/{name}": PlainFile(f"d/{name}", content=lambda: b"x" * 1_000_000) for name in "123"}
    site = Site(pages={}, files=files, heads=PageHeads({}, sources()))
    with pytest.raises(OurFailure, match=r"larger than 3 MB.*: d/ 3 MB, model/ 0 MB, index\.html 0 MB"):
        finish_site(site, tmp_path, b"", (), limit=3_000_109)
    assert [(tmp_path / path).exists() for path in files] == [True, True, False]
    finish_site(site, tmp_path, b"", (), limit=5_000_110)


#: Maximum bytes of a stylesheet when a server sends it compressed; every first visit downloads sb.css.
LIMITS = {"sb.css": 8_192, "changes.css": 512} | {
    f"{name}.css": limit
    for limit, names in (
        (1_024, ("charts", "difference", "nights", "search")),
        (2_048, ("board", "compare", "home", "model", "task", "media")),
    )
    for name in names
}


def test_comments_and_spaces_are_removed_and_rules_stay() -> None:
    css = b"""
    /* a title; "with" marks */
    .a :is(b, i) > c { width: calc(1rem - 2px); content: " ;  } ," attr(x) " (" }

    @media (44em < width <= 60em) {
      .d { --e: #fff; }
    }
    """
    assert minify_styles(css) == (
        b'.a :is(b,i) > c{width:calc(1rem - 2px);content:" ;  } ," attr(x) " ("}'
        b"@media (44em < width <= 60em){.d{--e:#fff}}"
    )


@pytest.mark.parametrize(("name", "limit"), LIMITS.items())
def test_our_stylesheets_are_small_and_complete(name: str, limit: int) -> None:
    css = (checkout() / "site" / "assets" / name).read_bytes()
    served = minify_styles(css)
    assert len(gzip.compress(served, 6)) <= limit
    assert served.count(b"{") == served.count(b"}") == css.count(b"{")


def test_all_pages_have_one_set_of_tokens_and_every_used_one_exists() -> None:
    folder = checkout() / "site"
    tokens = (folder / "assets" / "tokens.css").read_text(encoding="utf-8")
    defined = {*re.findall(r"(--sb-[a-z0-9]+):", tokens)}
    for sheet in (*(folder / "assets").glob("*.css"), *(folder / "view").glob("*.css")):
        css = sheet.read_text(encoding="utf-8")
        assert {*re.findall(r"var\((--sb-[a-z0-9]+)", css)} <= defined, sheet.name
        if sheet.name not in {"tokens.css", "media.css"}:  # forced colours have colours of their own
            assert "light-dark(#" not in re.sub(r"--o: light-dark\([^)]*\)|\.plot \.b .*", "", css), (
                sheet.name
            )


@pytest.mark.gate
def test_pages_without_data_are_left_out_of_the_menu(make_row, sources) -> None:
    """A chart of one model has no entry in the menu."""
    for cost, other, shown in ((None, None, set()), (1.5, None, set()), (1.5, 2.0, {"cost/index.md"})):
        found = sources(make_row("a", cost_usd=cost), make_row("b", cost_usd=other))
        made = {page.source: page.in_menu for page in (*chart_pages(found), *trends_pages(found))}
        assert made.keys() == {"cost/index.md", "size/index.md", "date/index.md", "trends/index.md"}
        assert {path for path, shows in made.items() if shows} == shown


def test_a_pages_metadata_is_escaped() -> None:
    page = Page(
        source="x/index.md",
        title='<b>"x"</b>\n---',
        template="x.html",
        view={},
        scripts=("x.js",),
    )
    assert page.meta["title"] == "&lt;b&gt;&quot;x&quot;&lt;/b&gt;\n---"
    assert page.meta["scripts"] == ["assets/x.js"]


def test_plain_files_are_made_when_they_are_written(tmp_path, sources) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "sb.css").write_text("a { b: c }  /* d */\n", encoding="utf-8")
    used = "a{b:c}.md-nav .x,p:not(.y,.z){e:f}@media print{.x{g:h}}"
    theme = f"{used}{SLOW_RULE}.w,.x .z{{i:j}}@media screen{{.z{{k:l}}}}"
    made: list[str] = []

    def content() -> bytes:
        made.append("data/x.csv")
        return b"a,b\r\n"

    files = {"data/x.csv": PlainFile("data/x.csv", content)}
    site = Site(pages={}, files=files, heads=PageHeads({}, sources()))
    assert made == []
    finish_site(site, tmp_path, b"index", ['<p class="md-nav x">'], theme=theme)
    assert (tmp_path / "search" / "index.js").read_bytes() == b"index"
    assert (tmp_path / "data" / "x.csv").read_bytes() == b"a,b\r\n"
    styles = (tmp_path / "assets" / "sb.css").read_text()
    assert styles == f"{used}a{{b:c}}", "the other rules are for classes that no page has"
