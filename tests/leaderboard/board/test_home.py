"""The home page: what is measured, a task of each suite, the top of a table, and the next steps."""

from dataclasses import replace
from pathlib import Path

import pytest
from markupsafe import escape

from benchmark.leaderboard.board import page as home
from benchmark.leaderboard.board.page import Board, Welcome, board_pages
from benchmark.leaderboard.build.render import environment, render
from benchmark.leaderboard.inputs.sources import TaskSet
from benchmark.suites import SUITES

ROOT = Path(__file__).resolve().parents[3]
OPEN = TaskSet("humaneval-v", "open", {task.id: task for task in SUITES["humaneval-v"].datasets["open"]()})
TASKS = {("humaneval-v", "open"): OPEN}


def home_page(found) -> tuple[Board, Welcome, str]:
    (page,) = [page for page in board_pages(found) if page.source == "index.md"]
    assert isinstance(page.view, Board)
    assert page.view.welcome is not None
    assert home.SENTENCE in page.description
    return page.view, page.view.welcome, render(page, str, environment(ROOT / "site" / "templates"))


def test_a_task_of_each_suite_is_shown_with_its_question(make_row, sources) -> None:
    charts = TaskSet(
        "code-vision", "open", {task.id: task for task in SUITES["code-vision"].datasets["open"]()}
    )
    tasks = TASKS | {("code-vision", "open"): charts}
    _, welcome, text = home_page(sources(make_row("a"), tasks=tasks))
    assert [sample.suite for sample in welcome.samples] == ["HumanEval-V", "Code-Vision"]
    for sample in welcome.samples:
        assert sample.first_sentence
        assert str(escape(sample.first_sentence)) in text
        assert f'href="{sample.page}"' in text
    assert text.count('loading="lazy"') == len(welcome.samples)
    assert f'width="{welcome.samples[0].picture.width}"' in text


def test_a_long_table_is_cut_and_a_link_leads_to_all_models(make_row, sources) -> None:
    rows = [make_row(f"m-{number:02}") for number in range(home.TOP + 2)]
    board, welcome, text = home_page(sources(*rows, make_row("gold"), make_row("m-00", setting="text")))
    (table,) = board.tables
    assert [line.name for line in table.models] == [f"m-{number:02}" for number in range(home.TOP)]
    assert (len(table.baselines), board.filters) == (1, False)
    assert (welcome.whole_page, welcome.whole_title) == (
        "suite/code-vision/index.md",
        "All 14 models of Code-Vision",
    )
    assert "All 14 models of Code-Vision</a>" in text
    assert text.index("The first twelve of 14 models: <a") < text.index("<table")


def test_a_table_of_models_that_read_text_says_that_no_picture_is_shown(make_row, sources) -> None:
    _, welcome, text = home_page(sources(make_row("a", setting="text"), tasks=TASKS))
    assert (
        welcome.table == "Code-Vision, rebuilt: write the program that a text asks for; no picture is shown."
    )
    assert welcome.table in text
    assert "flowchart" not in text
    _, welcome, _ = home_page(sources(make_row("a", suite="humaneval-v", setting="image")))
    assert welcome.table == "HumanEval-V, rebuilt: complete a function from a picture."


def test_the_next_steps_are_to_submit_to_compare_and_to_check_a_row(make_row, sources) -> None:
    row = make_row("a")
    _, welcome, text = home_page(sources(row, make_row("gold")))
    assert welcome.row_command == f"sightbench verify results/code-vision/rebuilt/a/{row.id}.json"
    steps = text.partition("What next?")[2]
    for part in ("submit/index.md", "compare/index.md", welcome.row_command, welcome.row_page):
        assert part in steps


@pytest.mark.parametrize("tasks", [{}, TASKS])
def test_a_site_without_rows_has_its_sentence_its_tasks_and_the_next_steps(sources, tasks) -> None:
    board, welcome, text = home_page(sources(tasks=tasks))
    assert (board.tables, welcome.row_command, welcome.table) == ((), "", "")
    assert home.SENTENCE in text
    assert "No rows yet" in text
    assert "./noxw -s demo" in text
    assert ("No tasks with pictures were on the machine" in text) == (not tasks)


def test_tasks_that_pages_may_not_show_are_not_shown(sources) -> None:
    kept = {
        ("humaneval-v", name): replace(OPEN, dataset=name)
        for name in ("fresh-0123456789ab", "official-v2", "unknown")
    }
    _, welcome, _ = home_page(sources(tasks=kept))
    assert welcome.samples == ()
