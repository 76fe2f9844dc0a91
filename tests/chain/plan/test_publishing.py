"""The site is published again if the published pages are older than the rows or the files of the site."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from ci_world import run_command
from fake_github import FakeGitHub, Fault

from benchmark.cli.ci.plans import reconcile
from benchmark.core.errors import OurFailure
from benchmark.leaderboard.inputs.site_config import BUILT_PATH, SiteConfig, built_bytes
from lab.bench.serving import serve_site
from tests.conftest import GitIn

SOURCE = "5" * 40


class PublishedPages:
    """Published pages, the rows they show, and the job that compares them."""

    def __init__(self, folder: Path, hub: FakeGitHub, git_in: GitIn) -> None:
        self.folder, self.hub, self._git_in = folder, hub, git_in
        self.rows = folder / "rows"
        self.rows.mkdir()
        (folder / "site").mkdir()
        (folder / "site" / "404.html").write_text("Not found.\n", "ascii")
        git_in(self.rows, "init", "--quiet", "--initial-branch=results")
        self.newest = self.add_commit()

    def add_commit(self) -> str:
        self._git_in(self.rows, "commit", "--quiet", "--allow-empty", "-m", "Add a row")
        self.newest = self._git_in(self.rows, "rev-parse", "HEAD").strip()
        return self.newest

    def build(self, *, results: str = "", source: str = SOURCE) -> None:
        """Publish the file that a build of the site writes."""
        file = self.folder / "site" / BUILT_PATH
        file.parent.mkdir(exist_ok=True)
        where = SiteConfig(rows=self.rows, results_commit=results or self.newest, source_commit=source)
        file.write_bytes(built_bytes(where))

    def publish(
        self, *, night: bool = False, added: bool = False, workflow: str = "site.yml"
    ) -> list[dict[str, Any]]:
        """Run the job, or that of a night, and return the workflow runs that it started."""
        run_command(
            reconcile,
            remote=str(self.rows),
            branch="results",
            submissions=self.folder,
            policy=self.folder,
            site=not night,
            night=night,
            added=added,
            workflow=workflow,
        )
        return self.hub.dispatched


@pytest.fixture
def pages(
    tmp_path: Path, hub: FakeGitHub, git_in: GitIn, monkeypatch: pytest.MonkeyPatch
) -> Iterator[PublishedPages]:
    hub.use(monkeypatch, GITHUB_SHA=SOURCE)
    hub.play("care.yml", "behind")
    found = PublishedPages(tmp_path, hub, git_in)
    with serve_site(tmp_path / "site") as address:
        hub.pages = {"html_url": address}
        yield found


def test_a_night_is_started(pages: PublishedPages) -> None:
    pages.hub.play("care.yml", "night")
    (started,) = pages.publish(night=True, workflow="run.yml")
    assert (started["workflow"], started["ref"], started["inputs"]) == ("run.yml", "main", {"night": "true"})


def test_a_site_with_the_newest_rows_is_left_alone(pages: PublishedPages) -> None:
    pages.build()
    assert pages.publish() == []


def test_a_lost_build_is_started_again(pages: PublishedPages, capsys: pytest.CaptureFixture[str]) -> None:
    pages.build()
    before, after = pages.newest, pages.add_commit()
    assert len(pages.publish()) == 1
    assert f"the site shows the rows of commit {before[:12]}, not {after[:12]}" in capsys.readouterr().out


@pytest.mark.gate
def test_a_site_that_was_never_published_is_published(pages: PublishedPages) -> None:
    assert pages.publish()[0]["workflow"] == "site.yml"


@pytest.mark.parametrize("content", [b"", b"[]", b'{"results": 7}', b"x" * 70_000, b"{}"])
def test_a_site_with_a_damaged_built_json_is_published(pages: PublishedPages, content: bytes) -> None:
    pages.build()
    (pages.folder / "site" / BUILT_PATH).write_bytes(content)
    if len(content) > 65_536:
        with pytest.raises(OurFailure, match="more than 65,536 bytes"):
            pages.publish()
        return
    assert len(pages.publish()) == 1


@pytest.mark.parametrize("source", ["", "main", "6" * 40])
def test_a_site_of_other_files_is_published(pages, source, capsys) -> None:
    pages.build(source=source)
    assert len(pages.publish()) == 1
    assert f"the site shows the files of commit {source[:12] or 'unknown'}, not" in capsys.readouterr().out


def test_new_rows_are_published_with_one_request(pages, capsys) -> None:
    """GitHub keeps only the newest of the runs that wait, so nobody asks whether one waits already."""
    pages.build()
    pages.hub.play("run.yml", "site")
    assert len(pages.publish(added=True)) == 1
    assert [request.method for request in pages.hub.requests] == ["POST"]
    assert "site.yml started: rows were added" in capsys.readouterr().out


def test_a_repository_without_pages_is_left_alone(pages: PublishedPages) -> None:
    pages.hub.pages = None
    assert pages.publish() == []


def test_an_unreachable_api_is_an_error(pages: PublishedPages) -> None:
    pages.build()
    pages.hub.faults.append(Fault("GET", "/pages$", 403))
    with pytest.raises(OurFailure, match="HTTP 403"):
        pages.publish()
