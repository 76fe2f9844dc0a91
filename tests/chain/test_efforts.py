"""The chain plans, asks, judges and records each effort of a run; nights keep them apart, too."""

from pathlib import Path

import pytest
from ci_world import REPLAYED, evaluated, plan_options, submit, submitted

from benchmark.chain.jobs.recording import results_of
from benchmark.chain.plan.due_runs import runs_without_row
from benchmark.chain.plan.panels import first_sample
from benchmark.chain.plan.plan import make_plan
from benchmark.core.task import StdioCheck, Task
from benchmark.results.row import row_id
from benchmark.results.status import RowHead

pytestmark = pytest.mark.usefixtures("tiny")


def head_of(name, row) -> RowHead:
    return RowHead.model_construct(id=row.id, **name._asdict(), request=row.run.request)


@pytest.mark.gate
def test_efforts_with_equal_answers_have_rows_of_their_own(tmp_path: Path) -> None:
    """The model replays one file, so that only the effort tells the rows apart."""
    submit(tmp_path / "submissions", "acme", {**REPLAYED, "thinking": ["low", "high"]})
    work = evaluated(tmp_path)
    assert sorted((run.run, run.effort) for run in work.plan.runs) == [(0, "low"), (1, "high")]
    assert len({job for run in work.plan.runs for job in run.jobs}) == 4
    found = results_of(work)
    assert (found.statuses, found.errors) == ((), ())
    rows = {new.row.result.submission.effort: new.row for new in found.rows}
    assert {new.name.effort: new.row for new in found.rows} == rows
    low, high = rows["low"], rows["high"]
    assert low.result.completions == high.result.completions
    assert low.id != high.id
    assert all(row.id == row_id(row.result) and "/acme/" in row.place for row in (low, high))
    runs = submitted(tmp_path / "submissions")
    heads = [head_of(run.name, rows[run.name.effort]) for run in runs]
    assert [run.name.effort for run in runs_without_row(runs, heads[:1])] == ["high"]
    assert make_plan(runs_without_row(runs, heads), [], plan_options()).runs == []


def test_nights_of_two_efforts_draw_their_own_tasks(tmp_path: Path) -> None:
    submit(tmp_path, "acme", {**REPLAYED, "thinking": ["low", "high"]}, REPLAYED)
    tasks = [Task(id=f"t{number}", check=StdioCheck(cases=())) for number in range(1000)]
    low, high, plain = (first_sample(run.name, tasks) for run in submitted(tmp_path))
    assert len({low.seed, high.seed, plain.seed}) == 3
