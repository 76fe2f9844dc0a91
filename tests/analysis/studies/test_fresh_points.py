"""Public minus fresh is in points where the data set is ranked by points."""

from dataclasses import replace
from pathlib import Path

import pytest

from benchmark.analysis.studies.fresh_gaps import fresh_gaps
from benchmark.leaderboard.model.context import gap_lines
from benchmark.results.counted_row import count_row
from benchmark.results.ledger import write_row
from benchmark.suites import SUITES
from tests.points_rows import points_row

FRESH = "fresh-0123456789ab-free"


@pytest.fixture
def rows(make_row, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(SUITES, "mathopeval", replace(SUITES["mathopeval"], public=("open-free",)))
    public = points_row(make_row, "a", [9.0, 8.0, 7.5] * 4, name="Acme")
    return public, points_row(make_row, "a", [5.0, 4.0, 4.5] * 4, name="Acme", dataset=FRESH)


def test_a_model_s_page_gives_the_gap_in_points(rows) -> None:
    (line,) = gap_lines(map(count_row, rows))(rows[0])
    assert line.startswith("scores 3.67 points higher on public tasks than on fresh ones; the gap is real (+")
    assert "%" not in line


def test_the_command_measures_each_data_set_by_its_own_metric(in_process, tmp_path: Path, rows) -> None:
    for row in rows:
        write_row(tmp_path / "rows", row)
    ((table, (model,)),) = fresh_gaps(map(count_row, rows), None)[0].items()
    assert (table.metric, model.gap.difference) == ("points", 3.666667)
    printed = in_process("analyse", "fresh", "--rows", "rows").stdout
    assert "points from 1 to 10, open-free minus fresh" in printed
    assert "8.17" in printed
    assert "+3.67" in printed
    by_passes = in_process("analyse", "fresh", "--rows", "rows", "--metric", "pass@1").stdout
    assert ": pass@1 in %, open-free minus fresh" in by_passes
