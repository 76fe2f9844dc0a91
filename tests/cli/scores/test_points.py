"""Commands rank and compare a data set by the metric that it is ranked by."""

import json
from pathlib import Path

from benchmark.cli.shared.tables import score_table
from benchmark.results.counted_row import count_row
from benchmark.results.ledger import write_row
from benchmark.scoring.metrics import POINTS, pass_metric
from benchmark.scoring.summary import scores_by_category
from tests.points_rows import CHOICE, by_operation, points_row


def _rows(folder: Path, make_row) -> Path:
    high, low = [9.0, 8.0, 9.5] * 4, [3.0, 2.0, 10.0] * 4
    for slug, points in (("high", high), ("low", low)):
        write_row(folder, points_row(make_row, slug, points, name=slug.title()))
        write_row(folder, make_row(slug, "P" * 12, name=slug.title(), **CHOICE))
    return folder


def test_each_table_is_ranked_by_its_own_metric(in_process, tmp_path: Path, make_row) -> None:
    rows = _rows(tmp_path / "rows", make_row)
    report = json.loads(in_process("rank", "--rows", rows, "--json").stdout)
    assert {table["dataset"]: table["metric"] for table in report["tables"]} == {
        "open-choice": "pass@1",
        "open-free": "points",
    }
    text = in_process("rank", "--rows", rows, "--dataset", "open-free").stdout
    assert "8.83" in text
    assert "points" in text
    assert "points %" not in text
    assert (
        "without the picture"
        not in in_process("rank", "--leaderboard", "--rows", rows).stdout.partition("open-free")[2]
    )


def test_two_rows_are_compared_by_points(in_process, tmp_path: Path, make_row) -> None:
    rows = _rows(tmp_path / "rows", make_row)
    text = in_process("compare", "high", "low", "--rows", rows, "--dataset", "open-free").stdout
    assert "High: points 8.83 of 10 (" in text
    assert "High leads Low by 3.83 points, and the lead is real." in text
    assert "without the picture" not in text, "free-form answers have no blind setting"
    by_passes = in_process(
        "compare", "high", "low", "--rows", rows, "--dataset", "open-free", "--metric", "pass@1"
    ).stdout
    assert "Low leads High by 33.3 points" in by_passes or "Low is 33.3 points ahead" in by_passes


def test_the_table_of_an_evaluation_leads_with_points(make_row) -> None:
    categories = by_operation(4) | {"category:domain:rainfall": ["task-0"]}
    row = points_row(make_row, "a", [9.0, 8.0, 10.0, 9.0], categories)
    table = score_table(scores_by_category(count_row(row).counts, (pass_metric(1), POINTS)))
    names, values = (list(column.cells) for column in table.columns[:2])
    by_category = ["generation", "deletion", "modification", "annotation", "rainfall"]
    assert names == ["points", *(f"  {name}" for name in by_category), "pass@1"]
    assert (table.columns[1].header, values[0], values[-1]) == ("value", "9.00 of 10", "25.0 %")
