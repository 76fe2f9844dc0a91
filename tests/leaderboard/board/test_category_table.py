"""A suite whose paper reports all its categories has a table with one column per category."""

import re

import pytest

from benchmark.leaderboard.board.columns import compared_categories
from benchmark.leaderboard.board.page import board_pages, boards
from tests.leaderboard.conftest import page_at
from tests.points_rows import points_row

CATEGORIES = {"category:tree": ["t-1", "t-2"], "category:graph": ["t-2", "t-3"], "category:map": ["t-1"]}
TASKS = ["t-1", "t-2", "t-3"]


def rows(make_row, **more):
    given = {"suite": "mmcode", "dataset": "open", "tasks": TASKS, "subsets": CATEGORIES} | more
    return make_row("one", "PWP", **given), make_row("two", "WWW", **given)


def test_all_categories_stand_in_the_papers_order_with_their_numbers_of_tasks(make_row, sources) -> None:
    (table,) = boards(sources(*rows(make_row)))["suite/mmcode/index.md"].tables
    (found,) = table.categories
    assert [column.title for column in found.columns][:5] == [
        "All", "Linear data structure", "Tree", "Graph", "2D geometry",
    ]  # fmt: skip
    assert len(found.columns) == 13
    tasks = {column.title: column.tasks for column in found.columns}
    assert (tasks["All"], tasks["Tree"], tasks["Graph"], tasks["Map"]) == ("3", "2", "2", "1")
    one = next(line for line in found.lines if line.name == "one")
    cells = dict(zip((column.title for column in found.columns), one.cells, strict=True))
    assert (cells["All"].text, cells["Tree"].text, cells["Graph"].text) == ("66.7", "50.0", "50.0")
    assert "–" in cells["Tree"].small
    assert cells["Pseudocode"].text == ""
    (compared,) = compared_categories("mmcode", rows(make_row))
    assert compared == ("category:tree", "category:graph", "category:map")


@pytest.mark.gate
def test_the_table_is_on_the_page_of_the_suite(make_row, sources, html) -> None:
    both = (*rows(make_row), *rows(make_row, setting="caption-cot"))
    text = html(page_at("suite/mmcode/index.md", board_pages(sources(*both))))
    assert "By category of picture" in text
    labels = re.findall('class=across role=region aria-label="([^"]*)"', text)
    assert len(set(labels)) == len(labels) > 1
    assert text.index("Linear data structure") < text.index("Pseudocode")


def test_the_categories_of_other_suites_are_in_order_of_size(make_row, sources) -> None:
    found = boards(sources(*rows(make_row, suite="code-vision", dataset="rebuilt")))
    (table,) = found["suite/code-vision/index.md"].tables
    (shown,) = table.categories
    columns = [(column.title, column.tasks) for column in shown.columns]
    assert (columns[0], columns[-1]) == (("All", "3"), ("map", "1"))
    assert sorted(columns[1:3]) == [("graph", "2"), ("tree", "2")]
    assert (shown.title, shown.note) == ("category", "A task can be in several categories.")
    one = make_row("one", "PWP", tasks=TASKS, subsets={"category:tree": ["t-1", "t-2"]})
    (table,) = boards(sources(one))["suite/code-vision/index.md"].tables
    assert table.categories == (), "a single category makes no table"


def test_mathopeval_has_columns_as_its_paper_per_operation_type_and_what_annotations_ask(
    make_row, sources
) -> None:
    chosen = {
        "subset:deletion": ["task-0", "task-1"],
        "subset:annotation/category:function/asks:y": ["task-2"],
        "subset:deletion/category:bar": ["task-0"],
        "subset:deletion/category:pie": ["task-1"],
        "category:bar": ["task-0"],
        "category:pie": ["task-1", "task-2"],
    }
    row = points_row(make_row, "a", [4.0, 7.5, 9.0], chosen)
    (table,) = boards(sources(row))["suite/mathopeval/index.md"].tables
    (shown,) = table.categories
    assert len(shown.columns) == 26
    found = {
        column.title: cell.text
        for column, cell in zip(shown.columns, shown.lines[0].cells, strict=True)
        if cell.text
    }
    assert found == {
        "All": "6.83",
        "Deletion": "5.75",
        "Deletion, bar": "4.00",
        "Deletion, pie": "7.50",
        "Annotation, function, y-intercept": "9.00",
    }
    assert (shown.scores, shown.note) == ("Points, 1 to 10", "")
    assert [column.title for column in table.columns] == ["Passed, %"]


LABELS = {
    "level:hard": ["t-3"],
    "level:core": ["t-1", "t-2"],
    "category:grid": ["t-1", "t-2", "t-3"],
    "category:tree": ["t-1"],
    "category:type:Validation": ["t-1"],
    "category:type:Aggregation": ["t-2", "t-3"],
    "category:aspect:Geometric Objects": ["t-1"],
    "category:aspect:Data Structures": ["t-1", "t-2"],
}


@pytest.mark.gate
def test_levels_types_aspects_and_kinds_of_pictures_have_tables_of_their_own(make_row, sources) -> None:
    both = rows(make_row, suite="humaneval-v", subsets=LABELS)
    (table,) = boards(sources(*both))["suite/humaneval-v/index.md"].tables
    assert {each.title: [column.title for column in each.columns] for each in table.categories} == {
        "task type": ["All", "Aggregation", "Validation"],
        "aspect": ["All", "Data Structures", "Geometric Objects"],
        "kind of picture": ["All", "grid", "tree"],
    }
    assert table.levels is not None
    assert table.levels.levels == ((1, "2"), (3, "1"))
    assert [column.title for column in table.columns] == ["Ran, %"]
    types = ("category:type:Aggregation", "category:type:Validation")
    assert compared_categories("humaneval-v", both)[1] == types
    fewer = {name: tasks for name, tasks in LABELS.items() if ":type:" in name}
    both = rows(make_row, suite="humaneval-v", dataset="official-v2", subsets=fewer)
    (table,) = boards(sources(*both))["suite/humaneval-v/index.md"].tables
    assert [each.title for each in table.categories] == ["task type"]
    assert [column.title for column in table.columns] == ["Ran, %"]
    assert compared_categories("humaneval-v", both)[-1] == types


def test_a_type_that_is_not_known_stands_after_the_known_ones(make_row, sources) -> None:
    labels = {f"category:type:{name}": ["t-1"] for name in ("Arrangement", "Validation")}
    (table,) = boards(sources(*rows(make_row, suite="humaneval-v", subsets=labels)))[
        "suite/humaneval-v/index.md"
    ].tables
    (found,) = table.categories
    assert [column.title for column in found.columns] == ["All", "Validation", "Arrangement"]
