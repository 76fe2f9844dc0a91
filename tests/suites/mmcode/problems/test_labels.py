"""Labels: what a model's answer names, the sheet for people, and how well both agree."""

import random
import re
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.core.task import Picture, StdioCase, StdioCheck, Task, Text
from benchmark.suites.mmcode.categories import CATEGORIES
from benchmark.suites.mmcode.problems.label_agreement import label_agreement
from benchmark.suites.mmcode.problems.label_prompt import (
    LABEL_PROMPT,
    category_in,
    picture_id,
    picture_tasks,
)
from benchmark.suites.mmcode.problems.labels import Labels, read_labels, write_sheet

TASK = Task(
    id="cf_1_A",
    check=StdioCheck(cases=(StdioCase(input="", output=""),)),
    parts=(
        Text(text="Walk the "),
        Picture(number=1, source="a.png"),
        Text(text=" and "),
        Picture(number=2, source="b.png"),
    ),
)

ANSWERS = {
    "graph": "graph",
    "The picture shows a tree.\n\n**Graph**": "graph",
    "Category: 2D Geometry": "2d-geometry",
    "`linear_data_structure`.": "linear-data-structure",
    "I think it is a chessboard, because of the knights.": "chessboard",
    "A graph or a tree.": None,
    "A photograph of cartography": None,
    "": None,
}


@pytest.mark.parametrize(("answer", "category"), ANSWERS.items())
def test_an_answer_names_a_category_or_none(answer: str, category: str | None) -> None:
    assert category_in(answer) == category


def test_each_picture_is_asked_for_alone_with_all_categories_and_the_statement() -> None:
    first, second = picture_tasks(TASK)
    assert [picture_id(task.id) for task in (first, second)] == [("cf_1_A", 1), ("cf_1_A", 2)]
    (turn,) = LABEL_PROMPT.turns(second, 0, "")
    picture, question = turn.parts
    assert isinstance(picture, Picture)
    assert picture.source == "b.png"
    assert isinstance(question, Text)
    assert re.findall(r"^- (\S+): ", question.text, re.MULTILINE) == list(CATEGORIES)
    assert "Walk the [picture 1] and [picture 2]" in question.text
    assert "number 2 in it" in question.text


def test_a_sheet_is_read_as_it_was_written(tmp_path: Path) -> None:
    labels = Labels(people={("b", 1): ("graph", "table")}, proposed={("b", 1): ("tree",), ("a", 2): ("map",)})
    sheet = tmp_path / "labels.csv"
    write_sheet(sheet, [("b", 1), ("a", 2), ("a", 10), ("a", 1)], labels)
    assert [line.split(",")[:2] for line in sheet.read_text().splitlines()[1:]] == [
        ["a", "1"], ["a", "2"], ["a", "10"], ["b", "1"], ["b", "1"],
    ]  # fmt: skip
    assert read_labels(sheet) == labels
    assert (labels.of(("b", 1)), labels.of(("a", 2)), labels.of(("a", 1))) == (
        ("graph", "table"),
        ("map",),
        (),
    )
    sheet.write_text("problem_id,category\na,graph\n")
    with pytest.raises(BadInput, match="line 1: has no column picture"):
        read_labels(sheet)


def test_agreement_is_counted_for_pictures_with_both_labels() -> None:
    people = {("a", 1): ("graph",), ("a", 2): ("graph",), ("b", 1): ("tree",), ("c", 1): ("map",)}
    proposed = {("a", 1): ("graph",), ("a", 2): ("tree",), ("b", 1): ("tree",), ("d", 1): ("map",)}
    pictures = [("a", 1), ("a", 2), ("b", 1), ("c", 1), ("d", 1)]
    report = label_agreement(pictures, Labels(people=people, proposed=proposed), unread=1)
    assert (report.pictures, report.proposed, report.people, report.both, report.agreed) == (5, 4, 4, 3, 2)
    assert report.accuracy == pytest.approx(2 / 3)
    # Both name a graph or a tree: observed 2/3, by chance (2/3 * 1/3 + 1/3 * 2/3) = 4/9.
    assert report.kappa == pytest.approx((2 / 3 - 4 / 9) / (5 / 9))
    rows = {row.category: row for row in report.categories}
    assert list(rows) == ["tree", "graph"]
    assert (rows["graph"].pictures, rows["graph"].agreed, rows["graph"].confused) == (2, 1, {"tree": 1})
    assert (rows["tree"].pictures, rows["tree"].proposed, rows["tree"].confused) == (1, 2, {})
    nothing = label_agreement(pictures, Labels(), unread=0)
    assert (nothing.accuracy, nothing.kappa, nothing.categories) == (None, None, [])


@pytest.mark.gate
def test_labels_by_chance_have_no_agreement_beyond_chance() -> None:
    chosen = random.Random(1)  # noqa: S311 - labels, not secrets
    pictures = [(f"p{number // 2}", number % 2 + 1) for number in range(600)]
    people = {key: (chosen.choice(CATEGORIES),) for key in pictures}
    proposed = {key: (chosen.choice(CATEGORIES),) for key in pictures}
    report = label_agreement(pictures, Labels(people=people, proposed=proposed), unread=0)
    assert report.kappa is not None
    assert abs(report.kappa) < 0.05
    assert report.kappa_low is not None
    assert report.kappa_high is not None
    assert report.kappa_low < 0 < report.kappa_high
