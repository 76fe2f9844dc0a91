"""The page of a data set shows reasoning models next to others, and scores by number of worked examples."""

from statistics import fmean

import pytest

from benchmark.leaderboard.dataset.studies import reasoning_tables, shot_table
from tests.changed_rows import with_result
from tests.points_rows import CHOICE, by_operation, points_row

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
