"""A suite whose paper reports all its categories has a table with one column per category."""

import re

from benchmark.leaderboard.board.columns import compared_categories
from benchmark.leaderboard.board.page import board_pages, boards
from benchmark.leaderboard.build.build import checkout
from benchmark.leaderboard.build.render import environment, render
from tests.points_rows import points_row

CATEGORIES = {"category:tree": ["t-1", "t-2"], "category:graph": ["t-2", "t-3"], "category:map": ["t-1"]}
TASKS = ["t-1", "t-2", "t-3"]


def rows(make_row, **more):
    given = {"suite": "mmcode", "dataset": "open", "tasks": TASKS, "subsets": CATEGORIES} | more
    return make_row("one", "PWP", **given), make_row("two", "WWW", **given)


def test_all_categories_stand_in_the_papers_order_with_their_numbers_of_tasks(make_row, sources) -> None:
    (table,) = boards(sources(*rows(make_row)))["suite/mmcode/index.md"].tables
    found = table.categories
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


def test_the_table_is_on_the_page_of_the_suite(make_row, sources) -> None:
    both = (*rows(make_row), *rows(make_row, setting="caption-cot"))
    page = next(page for page in board_pages(sources(*both)) if page.source == "suite/mmcode/index.md")
    jinja = environment(checkout() / "site" / "templates", "https://code.example.org/a/b")
    text = str(render(page, lambda source: f"/{source}", jinja))
    assert "By category of picture" in text
    labels = re.findall('class="across" role="region" aria-label="([^"]*)"', text)
    assert len(set(labels)) == len(labels) > 1
    assert text.index("Linear data structure") < text.index("Pseudocode")


def test_models_are_compared_in_all_of_these_categories_in_this_order(make_row) -> None:
    (found,) = compared_categories("mmcode", rows(make_row))
    assert found == ("category:tree", "category:graph", "category:map")


def test_the_categories_of_other_suites_are_in_order_of_size(make_row, sources) -> None:
    found = boards(sources(*rows(make_row, suite="code-vision", dataset="rebuilt")))
    (table,) = found["suite/code-vision/index.md"].tables
    columns = [(column.title, column.tasks) for column in table.categories.columns]
    assert (columns[0], columns[-1]) == (("All", "3"), ("map", "1"))
    assert sorted(columns[1:3]) == [("graph", "2"), ("tree", "2")]
    assert (table.categories.title, table.categories.note) == (
        "category",
        "A task can be in several categories.",
    )


def test_a_single_category_makes_no_table(make_row, sources) -> None:
    one = make_row("one", "PWP", suite="code-vision", tasks=TASKS, subsets={"category:tree": ["t-1", "t-2"]})
    (table,) = boards(sources(one))["suite/code-vision/index.md"].tables
    assert table.categories is None


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
    assert len(table.categories.columns) == 26
    found = {
        column.title: cell.text
        for column, cell in zip(table.categories.columns, table.categories.lines[0].cells, strict=True)
        if cell.text
    }
    assert found == {
        "All": "6.83",
        "Deletion": "5.75",
        "Deletion, bar": "4.00",
        "Deletion, pie": "7.50",
        "Annotation, function, y-intercept": "9.00",
    }
    assert (table.categories.scores, table.categories.note) == ("Points, 1 to 10", "")
    assert [column.title for column in table.columns] == ["Passed, %"]
