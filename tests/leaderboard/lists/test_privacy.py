"""Tests of the page on privacy and contact."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from benchmark.leaderboard.build.render import environment, render
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.lists.directory import privacy_pages


@pytest.mark.parametrize(
    ("repository", "links"),
    [
        ("https://example.com/a/b/", ["https://example.com/a/b/issues", "https://example.com/a/b/security"]),
        ("", []),
        ("javascript:alert(1)", []),
    ],
)
def test_the_page_leads_to_the_issues_of_a_known_repository(
    sources: Callable[..., Sources], repository: str, links: list[str]
) -> None:
    found = sources()
    (page,) = privacy_pages(replace(found, where=replace(found.where, repository=repository)))
    text = str(render(page, str, environment(Path(__file__).parents[3] / "site" / "templates")))
    assert re.findall(r'href="([^"]*)"', text)[1:] == links
    assert ("Ask the person who gave you the pages" in text) == (not links)
