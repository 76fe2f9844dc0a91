"""Tests of `analyse items`: difficulties of the tasks of every table."""

from pathlib import Path

import pytest

from benchmark.analysis.groups import group_rows
from benchmark.analysis.studies.difficulties import difficulties, item_report
from benchmark.results.counted_row import read_counted
from benchmark.results.ledger import write_row


@pytest.fixture
def rows(tmp_path: Path, make_row) -> Path:
    """Three models of one table, of which the best solves all but the last task, and a lonely one."""
    folder = tmp_path / "results"
    for slug, statuses in (("best", "PPPPPPPPPPPW"), ("middle", "PPPPPPWWWWWW"), ("worst", "PPPWWWWWWWWW")):
        write_row(folder, make_row(slug, statuses))
    write_row(folder, make_row("alone", "PPPPPPPPPPPP", setting="text"))
    return folder


def test_tasks_come_hardest_first_and_models_best_first(sightbench, rows: Path, tmp_path: Path) -> None:
    cache = str(tmp_path / "cache")
    counted = {entry.row.id: entry for entry in read_counted(rows, None)}
    ((lone, group),) = group_rows(entry.row for entry in counted.values()).values()
    if len(group.models) == 1:
        lone, group = group, lone
    assert [row.result.submission.slug for row in lone.models] == ["alone"]
    counts = [counted[row.id].counts for row in group.models]
    table = item_report(group, counts, difficulties([row.id for row in group.models], counts, None))
    assert [model.slug for model in table.models] == ["best", "middle", "worst"]
    assert (len(table.unsolved), len(table.solved_by_all)) == (1, 3)
    hardest, *_, easiest = table.items
    assert (hardest.task, hardest.models, easiest.models) == (table.unsolved[0], 0, 3)
    assert hardest.low < hardest.difficulty < hardest.high
    assert {model.draws_share for model in table.models} == {None}
    shown = sightbench("analyse", "items", "--rows", str(rows), "--cache", cache, "--most", "2").stdout
    assert "no model solved 1 task: " in shown
    assert "every model solved 3 tasks: " in shown
    assert "left out, because they have fewer than two models: " in shown
    assert " of 3" in shown


def test_a_folder_that_is_missing_is_named(sightbench, tmp_path: Path) -> None:
    done = sightbench("analyse", "items", "--rows", str(tmp_path / "none"))
    assert done.returncode == 2
    assert "is not a folder of rows" in done.stderr
