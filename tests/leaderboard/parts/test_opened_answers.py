"""Links to answers lead to the page and the list on which the answer is opened."""

from collections.abc import Callable
from pathlib import Path

import pytest

from benchmark.leaderboard.inputs.site_config import SiteConfig
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.model.page import model_pages
from benchmark.leaderboard.parts.task_list import (
    LINES_PER_PAGE,
    TaskList,
    list_places,
    opened_answers,
    query_name,
)
from benchmark.results.row import Row

MakeRow = Callable[..., Row]
MakeSources = Callable[..., Sources]
WithFiles = Callable[..., Row]


@pytest.fixture
def acme(tmp_path: Path, make_row: MakeRow, sources: MakeSources, with_files: WithFiles) -> Sources:
    row = with_files(tmp_path, make_row("acme", "PWPWP"), ["x"] * 5)
    return sources(row, where=SiteConfig(rows=tmp_path))


def test_a_link_names_the_list_and_the_task(acme: Sources) -> None:
    (opened,) = opened_answers(acme).values()
    assert opened.page_of("task-3") == "model/acme/index.md"
    assert opened.query == "?list=code-vision-rebuilt-flowchart-cool-1&open="
    assert query_name('a b&"') == "a%20b%26%22"


def test_a_link_leads_to_the_part_of_a_long_list_that_has_the_task(
    acme: Sources, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("benchmark.leaderboard.parts.task_list.LINES_PER_PAGE", 2)
    monkeypatch.setattr(TaskList.__init__, "__kwdefaults__", TaskList.__init__.__kwdefaults__ | {"lines": 2})
    (opened,) = opened_answers(acme).values()
    parts = {
        page.source: page.view.tasks.tasks for page in model_pages(acme) if page.template == "model_list.html"
    }
    listed = {line.task: source for source, lines in parts.items() for line in lines}
    assert len(parts) == 3
    assert {task: opened.page_of(task) for task in listed} == listed


def test_the_lists_of_a_page_have_room_for_a_number_of_tasks_together(acme: Sources) -> None:
    key = acme.groups["code-vision"][0].key
    places = list_places([(key, LINES_PER_PAGE - 1), (key, 2), (key, 1)])
    assert [(place.anchor[-2:], place.separate) for place in places] == [
        ("-1", False),
        ("-2", True),
        ("-3", False),
    ]


def test_answers_to_fresh_tasks_have_no_address(
    tmp_path: Path, make_row: MakeRow, sources: MakeSources, with_files: WithFiles
) -> None:
    row = with_files(tmp_path, make_row("acme", "PW", dataset="fresh-0f1e2d3c4b5a"), ["x", "y"])
    assert opened_answers(sources(row, where=SiteConfig(rows=tmp_path))) == {}
