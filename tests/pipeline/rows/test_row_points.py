"""Rows keep the points of every sample."""

import dataclasses
import json
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.core.verdict import MissingSample, Status, Verdict
from benchmark.leaderboard.inputs.sources import contradictions
from benchmark.pipeline.judge.evaluate import Evaluation
from benchmark.pipeline.rows.record import make_row, points_by_task
from benchmark.pipeline.rows.row_files import check_verdicts
from benchmark.results.counted_row import count_row, read_counted
from benchmark.results.ledger import write_row
from benchmark.results.row import RowResult
from benchmark.scoring.metrics import POINTS
from tests.points_rows import points_row

from ..conftest import IDENTITY


def graded(judged: Evaluation) -> Evaluation:
    """Give the judged samples 1, 2, 3 … points."""
    outcomes = [
        dataclasses.replace(outcome, points=1.0 + number) if isinstance(outcome, Verdict) else outcome
        for number, outcome in enumerate(judged.outcomes)
    ]
    return dataclasses.replace(judged, outcomes=tuple(outcomes))


def test_points_are_kept_by_task_in_order_of_draws() -> None:
    drawn = [
        Verdict(task_id="t", draw=1, status=Status.WRONG_ANSWER, points=2.5),
        MissingSample(task_id="t", draw=2, reason="an outage"),
        Verdict(task_id="t", draw=0, status=Status.WRONG_ANSWER, points=1.23456789),
    ]
    assert points_by_task(drawn) == {"t": [1.234568, 2.5, None]}
    assert points_by_task(drawn[1:2]) == {}


def test_a_row_without_points_is_written_as_before(judged: Evaluation) -> None:
    row, _ = make_row(judged, IDENTITY)
    assert "points" not in json.loads(row.to_bytes())["result"]


def test_the_verdict_file_must_have_the_points_of_the_row(judged: Evaluation, tmp_path: Path) -> None:
    row, files = make_row(graded(judged), IDENTITY)
    assert row.result.points
    path = tmp_path / f"{row.id}.json"
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    check_verdicts(row, path)
    other = {task: [9.0 for _ in points] for task, points in row.result.points.items()}
    changed = row.model_copy(update={"result": row.result.model_copy(update={"points": other})})
    with pytest.raises(BadInput, match=r"has points \[1\.0.*but the row has \[9\.0"):
        check_verdicts(changed, path)


def test_counts_have_the_points_also_from_the_cache(tmp_path: Path, make_row) -> None:
    row = points_row(make_row, "a", [2.5, 10.0, 4.0])
    write_row(tmp_path / "rows", row)
    for _ in range(2):
        (counted,) = read_counted(tmp_path / "rows", tmp_path / "cache")
        assert POINTS.values(counted.counts).values == (2.5, 10.0, 4.0)
        assert counted.row.result.points == {}, "counts are enough"


def test_points_outside_their_scale_are_refused(make_row) -> None:
    record = json.loads(points_row(make_row, "a", [2.5]).to_bytes())["result"]
    record["points"]["task-0"] = [10.5]
    with pytest.raises(ValueError, match="less than or equal to 10"):
        RowResult.model_validate(record)


def test_a_score_that_its_points_do_not_give_is_reported(make_row) -> None:
    row = points_row(make_row, "a", [2.0, 4.0])
    assert list(contradictions([count_row(row)])) == []
    scores = [row.result.scores[0].model_copy(update={"value": 5.0, "low": 4.0, "high": 6.0})]
    wrong = row.model_copy(update={"result": row.result.model_copy(update={"scores": scores})})
    (sentence,) = contradictions([count_row(wrong)])
    assert sentence.endswith("has the points score 5.0000, but its verdicts give 3.0000")
