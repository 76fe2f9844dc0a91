"""Pages link to the issue form for wrong tasks."""

from pathlib import Path

import pytest
import yaml

from benchmark.leaderboard.build.render import FORM, environment, render, report_address
from benchmark.leaderboard.build.site import all_pages

ROOT = Path(__file__).resolve().parents[3]
REPOSITORY = "https://github.com/acme/bench"


def test_the_issue_form_has_the_fields_that_the_address_fills() -> None:
    form = yaml.safe_load((ROOT / ".github" / "ISSUE_TEMPLATE" / FORM).read_text("utf-8"))
    assert {"suite", "task"} <= {part.get("id") for part in form["body"]}
    assert report_address(REPOSITORY + "/", "mmcode", "open", "a&b") == (
        f"{REPOSITORY}/issues/new?template=task.yml&suite=mmcode+open&task=a%26b"
    )


@pytest.mark.parametrize("repository", ["", "javascript:alert(1)", "http://example.org/a"])
def test_a_repository_without_https_gives_no_address(repository: str) -> None:
    assert report_address(repository, "mmcode", "open") == ""


@pytest.mark.parametrize("repository", [REPOSITORY, ""])
def test_a_list_of_tasks_links_to_the_issue_form(make_row, sources, repository: str) -> None:
    import click

    made = all_pages(sources(make_row("a")), ROOT / "site" / "pages", click.Group("sightbench"))
    (page,) = [page for page in made if page.source == "model/a/index.md"]
    body = render(page, lambda source: source, environment(ROOT / "site" / "templates", repository))
    address = f'href="{REPOSITORY}/issues/new?template=task.yml&amp;suite=code-vision+rebuilt"'
    assert (address in body) == bool(repository)
    assert ("Report a faulty task" in body) == bool(repository)
