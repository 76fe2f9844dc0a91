"""The page of a data set shows reasoning models next to others, and scores by number of worked examples."""

import re
from pathlib import Path
from statistics import fmean

import pytest

from benchmark.files.atomic import write_atomic
from benchmark.leaderboard.dataset.page import dataset_pages
from benchmark.leaderboard.dataset.studies import reasoning_tables, shot_table
from benchmark.leaderboard.model.page import model_pages
from benchmark.results.layout import rubric_name
from benchmark.results.ledger import write_row
from benchmark.results.rubric import ScoredRow, read_rubrics
from tests.changed_rows import with_result
from tests.leaderboard.conftest import visible_text
from tests.points_rows import CHOICE, by_operation, points_row
from tests.rubric_rows import rubric_of

TASKS = 40
GEOMETRIC = {"category:geometric": [f"task-{number}" for number in range(20)]}


def test_reasoning_models_are_compared_with_others_by_operation(make_row, sources) -> None:
    given = {"acme": (9.0, True), "bolt": (8.0, True), "cody": (4.0, False), "dora": (1.0, None)}
    rows = []
    for slug, (points, reasons) in given.items():
        values = [points + number % 2 / 2 for number in range(TASKS)]
        row = points_row(make_row, slug, values, by_operation(TASKS))
        submission = row.result.submission.model_copy(update={"reasoning": reasons})
        rows.append(with_result(row, submission=submission))
    found = sources(*rows)
    (table,) = reasoning_tables(found.groups["mathopeval"], found)
    assert table.models == "2 reasoning models, 1 general-purpose, 1 model without this fact left out"
    assert [line.title for line in table.lines] == [
        "All 40 tasks", "Generation", "Deletion", "Modification", "Annotation"
    ]  # fmt: skip
    first = table.lines[0]
    expected = [f"{fmean((9, 9.5, 8, 8.5)):.2f}", f"{fmean((4, 4.5)):.2f}", "+4.50"]
    assert [first.reasoning.text, first.others.text, first.difference.text] == expected
    low, high = (float(end.replace("−", "-")) for end in first.difference.small.split(" to "))
    assert low <= 4.5 <= high
    assert reasoning_tables(sources(*rows[:2]).groups["mathopeval"], found) == ()


@pytest.mark.parametrize(("settings", "columns"), [(("", "-2shot", "-4shot"), (0, 2, 4)), (("",), None)])
def test_scores_by_worked_examples_need_two_numbers_of_them(make_row, sources, settings, columns) -> None:
    rows = [
        make_row(
            slug,
            "PPWW" * 5 + "W" * 20,
            subsets=GEOMETRIC,
            **CHOICE | {"setting": f"choice-{method}{ending}"},
        )
        for slug in ("acme", "bolt")
        for method in ("vot", "direct")
        for ending in settings
        if (slug, ending) != ("bolt", "-4shot")
    ]
    table = shot_table(sources(*rows).groups["mathopeval"])
    if columns is None:
        assert table is None
        return
    assert (table.shots, table.tasks) == (columns, "20 tasks")
    assert [(line.name, line.method) for line in table.lines] == [
        ("acme", "Direct"), ("acme", "VoT"), ("bolt", "Direct"), ("bolt", "VoT")
    ]  # fmt: skip
    assert [cell.text for cell in table.lines[3].cells] == ["50.0", "50.0", ""]


OWN = {"acme": (10.0, 8.5, 9.0), "bolt": (6.0, 4.0, 3.0), "cody": (5.0, 3.0), "dora": (2.0, 1.0)}


@pytest.fixture
def found(make_row, sources):
    """Four models of a free-form data set, whose answers two models scored."""
    rows = {
        slug: points_row(make_row, slug, [(values * TASKS)[n] for n in range(TASKS)], by_operation(TASKS))
        for slug, values in OWN.items()
    }
    scored: dict[str, tuple[ScoredRow, ...]] = {}
    for row in rows.values():
        values = [round(value) for (value,) in row.result.points.values()]
        scored[row.id] = (rubric_of(row, values),)
    acme = rows["acme"]
    unscored = [None if n == 7 else 3 for n in range(TASKS)]
    scored[acme.id] = (*scored[acme.id], rubric_of(acme, unscored, "other-judge"))
    return sources(*rows.values(), rubrics=scored)


def test_a_model_s_page_has_both_judges_and_no_mean_of_too_few_scores(found) -> None:
    text = visible_text(next(page for page in model_pages(found) if page.source == "model/acme/index.md"))
    shown, _, hidden = text.partition("Scores by judge-v3")[2].partition("Scores by other-judge")
    assert re.search(r"All tasks 40 9\.19 8\.\d\d–\d\.\d\d 9\.03 8\.\d\d–\d\.\d\d", shown)
    assert re.search(r"Deletion 10 9\.\d\d ", shown)
    assert "Tokens 150,000 in, 30,000 out Cost $0.42" in shown
    assert "Asked again if a score was missing up to 2 times" in shown
    assert "No mean is shown: 1 of 40 samples have no score, more than 1 %." in hidden
    assert "All tasks" not in hidden


def test_the_data_set_has_a_table_per_judge_with_the_agreement_of_the_judges(found) -> None:
    page = next(
        page for page in dataset_pages(found) if page.source == "dataset/mathopeval/open-free/index.md"
    )
    judges = page.view.judges
    assert [(table.title, len(table.lines)) for table in judges] == [("judge-v3", 4), ("other-judge", 1)]
    first, other = judges
    assert [line.name for line in first.lines] == ["acme", "bolt", "cody", "dora"]
    assert (first.lines[0].mark.value, other.lines[0].mark, other.lines[0].unscored) == (
        "9.03",
        None,
        "1 of 40",
    )
    assert first.lines[0].correlation.startswith("1.00") or float(first.lines[0].correlation[:4]) > 0.9
    assert dict(first.outcomes) == {
        "Passed": ("0", "0", "0", "0", "14", "14"),
        "Failed": ("40", "46", "34", "13", "13", "146"),
    }
    assert "Over 4 models" in first.models
    assert other.models.endswith("needs four models with different means.")
    assert "Places follow from the verdicts of the judge that runs the code" in visible_text(page)


def test_scores_are_read_next_to_their_rows_and_bad_ones_are_noted(make_row, tmp_path: Path) -> None:
    row = points_row(make_row, "acme", [4.0, 2.0])
    path = write_row(tmp_path, row)
    good = rubric_of(row, [3, 2]).scores
    for judge, scores in (("good", good), ("bad", rubric_of(row, [3, 2], "x").scores)):
        name = rubric_name(row.id, scores.id if judge == "good" else "1" * 64)
        write_atomic(path.with_name(name), scores.to_bytes())
    notes: list[str] = []
    found = read_rubrics(tmp_path, {row.id}, notes.append)
    assert [each.scores for each in found[row.id]] == [good]
    assert len(notes) == 1
    assert "file's name does not match" in notes[0]
    assert read_rubrics(tmp_path, {}, notes.append) == {}
