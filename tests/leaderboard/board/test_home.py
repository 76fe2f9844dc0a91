"""The home page: what is measured, a task of each suite, the top of a table, and the next steps."""

from dataclasses import replace

import pytest
from markupsafe import escape

from benchmark.leaderboard.board.page import SENTENCE, TOP, board_pages
from benchmark.leaderboard.inputs.sources import TaskSet
from benchmark.suites import SUITES

OPEN, CHARTS = (
    TaskSet(suite, "open", {task.id: task for task in SUITES[suite].datasets["open"]()})
    for suite in ("humaneval-v", "code-vision")
)
TASKS = {("humaneval-v", "open"): OPEN}


@pytest.fixture
def home(sources, html):
    """A function that makes the home page of some rows: its view, what only it has, and its text."""

    def of(*rows, **more):
        page = next(page for page in board_pages(sources(*rows, **more)) if page.source == "index.md")
        assert SENTENCE in page.description
        return page.view, page.view.welcome, html(page)

    return of


def test_a_task_of_each_suite_is_shown_with_its_question(make_row, home) -> None:
    _, welcome, text = home(make_row("a"), tasks=TASKS | {("code-vision", "open"): CHARTS})
    assert [sample.suite for sample in welcome.samples] == ["HumanEval-V", "Code-Vision"]
    for sample in welcome.samples:
        assert sample.first_sentence
        assert str(escape(sample.first_sentence)) in text
        assert f'href="/{sample.page}"' in text
    assert text.count('loading="lazy"') == len(welcome.samples)
    assert f'width="{welcome.samples[0].picture.width}"' in text
    assert '<a href="/changes/index.md">what changed</a>' in text


def test_a_long_table_is_cut_and_a_link_leads_to_all_models(make_row, home) -> None:
    rows = [make_row(f"m-{number:02}") for number in range(TOP + 2)]
    board, welcome, text = home(*rows, make_row("gold"), make_row("m-00", setting="text"))
    (table,) = board.tables
    assert [line.name for line in table.models] == [f"m-{number:02}" for number in range(TOP)]
    assert (len(table.baselines), board.filters) == (1, False)
    assert welcome.whole_page == "suite/code-vision/index.md"
    assert welcome.whole_title == "All 14 models of Code-Vision"
    assert "All 14 models of Code-Vision</a>" in text
    assert text.index("The first twelve of 14 models: <a") < text.index("<table")


def test_a_table_of_models_that_read_text_says_that_no_picture_is_shown(make_row, home) -> None:
    _, welcome, text = home(make_row("a", setting="text"), tasks=TASKS)
    asked = "Code-Vision, rebuilt: write the program that a text asks for; no picture is shown."
    assert welcome.table == asked
    assert asked in text
    assert "flowchart" not in text
    _, welcome, _ = home(make_row("a", suite="humaneval-v", setting="image"))
    assert welcome.table == "HumanEval-V, rebuilt: complete a function from a picture."


def test_the_next_steps_are_to_submit_to_compare_and_to_check_a_row(make_row, home) -> None:
    row = make_row("a")
    _, welcome, text = home(row, make_row("gold"))
    assert welcome.row_command == f"sightbench verify results/code-vision/rebuilt/a/{row.id}.json"
    steps = text.partition("What next?")[2]
    for part in ("submit/index.md", "compare/index.md", welcome.row_command, welcome.row_page):
        assert part in steps


@pytest.mark.parametrize("tasks", [{}, TASKS])
def test_a_site_without_rows_has_its_sentence_its_tasks_and_the_next_steps(home, tasks) -> None:
    board, welcome, text = home(tasks=tasks)
    assert (board.tables, welcome.row_command, welcome.table) == ((), "", "")
    assert all(part in text for part in (SENTENCE, "No rows yet", "./noxw -s demo"))
    assert ("No tasks with pictures were on the machine" in text) == (not tasks)


def test_tasks_that_pages_may_not_show_are_not_shown(home) -> None:
    names = ("fresh-0123456789ab", "official-v2", "unknown")
    _, welcome, _ = home(tasks={("humaneval-v", name): replace(OPEN, dataset=name) for name in names})
    assert welcome.samples == ()
