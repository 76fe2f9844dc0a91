"""A build stops when the site exceeds its limit, and names the largest folders."""

from pathlib import Path

import pytest

from benchmark.core.errors import OurFailure
from benchmark.leaderboard.build.site import MAX_SITE_BYTES, Site, SiteSize, finish_site
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


def test_the_limit_is_below_that_of_the_host() -> None:
    assert MAX_SITE_BYTES == 800_000_000
