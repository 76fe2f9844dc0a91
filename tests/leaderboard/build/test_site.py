"""A site stays small: its size has a limit, and its stylesheets are short."""

import gzip
from pathlib import Path

import pytest

from benchmark.core.errors import OurFailure
from benchmark.leaderboard.build.build import checkout
from benchmark.leaderboard.build.site import Site, SiteSize, finish_site, minify_styles
from benchmark.leaderboard.metadata.head import PageHeads
from benchmark.leaderboard.parts.page import PlainFile


@pytest.fixture
def out(tmp_path: Path) -> Path:
    for path, size in {"index.html": 10, "model/a/index.html": 60, "model/b/index.html": 40}.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(b"x" * size)
    return tmp_path


def test_existing_files_count(out: Path) -> None:
    SiteSize(out, limit=110)
    with pytest.raises(OurFailure):
        SiteSize(out, limit=109)


def test_a_file_over_the_limit_stops_the_build_and_large_folders_are_named(out: Path) -> None:
    size = SiteSize(out, limit=3_000_100)
    size.add("d/a/1.json", 2_000_000)
    size.add("d/a/2.json", 999_990)
    with pytest.raises(OurFailure, match=r"larger than 3 MB.*: d/ 3 MB, model/ 0 MB, index\.html 0 MB"):
        size.add("d/a/3.json", 1)


def test_a_file_over_the_limit_is_not_written(out: Path, sources) -> None:
    files = {path: PlainFile(path, content=lambda: b"x" * 50) for path in ("d/1", "d/2")}
    with pytest.raises(OurFailure, match="d/ 0 MB"):
        finish_site(Site(pages={}, files=files, heads=PageHeads({}, sources())), out, b"", limit=200)
    assert (out / "d" / "1").exists()
    assert not (out / "d" / "2").exists()


#: Maximum bytes of a stylesheet when a server sends it compressed; every first visit downloads sb.css.
LIMITS = {"sb.css": 8_192, "changes.css": 512} | {
    f"{name}.css": limit
    for limit, names in (
        (1_024, ("board", "charts", "difference", "nights", "search")),
        (2_048, ("compare", "model", "task", "media")),
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
