import dataclasses
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput, OurFailure
from benchmark.core.suite import ExtractionRule
from benchmark.core.verdict import MissingSample, Status, Verdict
from benchmark.extraction.own import extract
from benchmark.judging import JUDGE_VERSION
from benchmark.leaderboard.inputs.sources import contradictions
from benchmark.pipeline import record
from benchmark.pipeline.judge import evaluate as missing
from benchmark.pipeline.judge.evaluate import Evaluation
from benchmark.pipeline.judge.local_pool import LocalPool
from benchmark.pipeline.judge.parsing import add_lint
from benchmark.pipeline.record import add_row, make_row, points_by_task, record_evaluation
from benchmark.pipeline.rows.row_files import check_verdicts, completions_of
from benchmark.pipeline.rows.verify import Verification, verify
from benchmark.results.branch_record import add_record
from benchmark.results.counted_row import count_row, read_counted
from benchmark.results.ledger import read_row
from benchmark.results.row import Row, RowResult, row_id
from benchmark.scoring.metrics import POINTS, summarise
from benchmark.suites import categories_of
from tests.points_rows import points_row

from ..conftest import IDENTITY, SmallDataset

ROW = Path("row.json")
#: Judges again in all tests: a pool that starts takes longer than judging four samples.
POOL = LocalPool(1, keep=True)


def again(row: Row, small: SmallDataset) -> Verification:
    rule = ExtractionRule("own", extract)
    return verify(row, ROW, small.tasks, small.completions, rule=rule, executor=POOL)


@pytest.mark.gate
def test_scores_follow_from_the_verdicts(judged: Evaluation) -> None:
    scores = {(score.metric, score.category): score for score in judged.scores}
    assert scores["pass@1", ""].value == 0.25
    assert scores["execution_success", ""].value == 0.5
    assert scores["pass@1", "level:easy"].value == 0.5
    assert scores["pass@1", "level:hard"].value == 0.0
    assert scores["share:runtime_error", ""].value == 0.25
    assert scores["pass@1", ""].low < 0.1
    assert scores["pass@1", ""].high > 0.6


def test_judging_the_same_again_gives_the_same_id(judged: Evaluation, small: SmallDataset) -> None:
    row, _ = make_row(judged, IDENTITY)
    assert row.id == row_id(row.result)
    verification = again(row, small)
    assert (verification.agrees, verification.again.id) == (True, row.id)


def test_the_time_factor_of_the_machine_is_recorded_and_changes_no_id(judged: Evaluation) -> None:
    near = tuple(
        dataclasses.replace(outcome, near_limit=True, judged_again=outcome.task_id == "a-1")
        for outcome in judged.outcomes
    )
    row, _ = make_row(dataclasses.replace(judged, time_factor=2.5, outcomes=near), IDENTITY)
    assert (row.run.machine.time_factor, row.run.judged_again, row.run.not_judged_again) == (2.5, 1, 3)
    assert row.id == make_row(judged, IDENTITY)[0].id


def test_the_judge_s_number_and_code_are_recorded_and_change_no_id(judged, monkeypatch) -> None:
    without, _ = make_row(judged, IDENTITY)
    monkeypatch.setattr(record, "judge_serial", lambda: "5d41402abc4b")
    monkeypatch.setattr(record, "code_digest", lambda suite: {"code-vision": "0123456789ab"}[suite])
    row, _ = make_row(judged, IDENTITY)
    assert (row.run.judge_serial, row.run.code) == ("5d41402abc4b", "0123456789ab")
    assert row.id == without.id


Older = Callable[..., tuple[Row, dict[str, bytes]]]


@pytest.fixture
def older(judged: Evaluation, monkeypatch: pytest.MonkeyPatch) -> Older:
    """A function that makes the row of another version of the judge, which gives one task another status.

    Its judge has the serial number ``aa``, the present one ``bb``.
    """
    monkeypatch.setattr(record, "judge_serial", lambda: "bb")

    def make(status: Status, version: int = JUDGE_VERSION - 1) -> tuple[Row, dict[str, bytes]]:
        outcomes = tuple(
            dataclasses.replace(outcome, status=status) if outcome.task_id == "a-1" else outcome
            for outcome in judged.outcomes
        )
        scores = summarise(judged.tasks, outcomes, categories_of(judged.tasks))
        with monkeypatch.context() as patched:
            patched.setattr(record, "JUDGE_VERSION", version)
            patched.setattr(record, "judge_serial", lambda: "aa")
            return make_row(dataclasses.replace(judged, outcomes=outcomes, scores=scores), IDENTITY)

    return make


def test_only_versions_before_are_older(judged: Evaluation, small: SmallDataset, older: Older) -> None:
    assert not again(make_row(judged, IDENTITY)[0], small).is_older
    assert not again(older(Status.PASSED, JUDGE_VERSION + 1)[0], small).is_older
    same, moved = (again(older(status)[0], small) for status in (Status.PASSED, Status.TIMEOUT))
    assert (same.is_older, same.agrees, same.same_id) == (True, True, False)
    assert (moved.is_older, moved.differing) == (True, ("a-1#0: timeout → passed",))


@pytest.mark.parametrize("suite", [1, 2])
def test_a_row_is_verified_by_naming_what_newer_versions_change(
    older: Older, small: SmallDataset, suite_is, in_process, suite: int
) -> None:
    suite_is(suite, small.tasks)
    before, files = older(Status.TIMEOUT)
    path = add_row(Path("rows"), before, files)
    done = in_process("verify", path, "--workers", 1, code=1)
    then, now = f"judge {JUDGE_VERSION - 1} (serial number aa)", f"judge {JUDGE_VERSION} (serial number bb)"
    assert f"row {before.id[:12]} was judged by {then} and suite 1\n" in done.stdout
    assert f"here {now} and suite {suite} give 1 other verdict\n" in done.stdout
    assert "  serial number of the judge: aa before, bb now\n" in done.stdout
    assert "a-1#0: timeout → passed" in done.stdout
    assert f"error: newer versions changed verdicts of row {before.id[:12]}\n" in done.stderr
    assert "fix: this need not be a fault" in done.stderr
    same, files = older(Status.PASSED)
    done = in_process("verify", add_row(Path("rows"), same, files), "--workers", 1, code=0)
    assert f"here {now} and suite {suite} give the same verdicts\n" in done.stdout


def test_an_older_row_of_a_folder_needs_a_newer_row_of_its_answers(
    older: Older, judged: Evaluation, small: SmallDataset, suite_is, in_process
) -> None:
    suite_is(1, small.tasks)
    before, files = older(Status.TIMEOUT)
    add_row(Path("rows"), before, files)
    alone = in_process("verify", "rows", "--judge", "--workers", 1, code=1)
    note = f"note: newer versions changed verdicts of row {before.id[:12]}"
    assert f"{note}\n" in alone.stdout
    assert "1 judged again, 0 wrong" in alone.stdout
    assert "error: newer versions changed verdicts of 1 row" in alone.stderr
    add_row(Path("rows"), *make_row(judged, IDENTITY))
    both = in_process("verify", "rows", "--judge", "--workers", 1, code=0)
    assert f"{note}; a newer row of the same answers replaces it\n" in both.stdout
    assert "2 judged again, 0 wrong" in both.stdout


def test_a_row_and_its_files_are_written_once(judged: Evaluation, tmp_path: Path) -> None:
    path = record_evaluation(tmp_path, judged, IDENTITY)
    assert path.relative_to(tmp_path).parts[:3] == ("code-vision", "rebuilt", "acme-vl")
    before = {file: (file.read_bytes(), file.stat().st_mtime_ns) for file in path.parent.iterdir()}
    assert len(before) == 3
    later = dataclasses.replace(judged, seconds=99.0)
    assert record_evaluation(tmp_path, later, IDENTITY) == path
    assert {file: (file.read_bytes(), file.stat().st_mtime_ns) for file in path.parent.iterdir()} == before
    assert completions_of(read_row(path), path, None) == judged.completions


def test_no_row_is_made_if_more_than_one_per_cent_is_missing(judged: Evaluation) -> None:
    outcomes = (*judged.outcomes[:3], MissingSample(task_id="b-2", draw=0, reason="the sandbox ended"))
    with pytest.raises(OurFailure, match=r"1 of 4 samples have no verdict.*the sandbox ended"):
        make_row(dataclasses.replace(judged, outcomes=outcomes), IDENTITY)


def test_a_sample_missing_in_the_row_is_left_out_again_and_listed(judged, small, monkeypatch) -> None:
    """A row with an outage can be verified too: over the samples that it scores."""
    monkeypatch.setattr(missing, "MISSING_LIMIT", 0.25)
    broken = MissingSample(task_id="a-2", draw=0, reason="the sandbox ended")
    outcomes = tuple(broken if outcome.key == broken.key else outcome for outcome in judged.outcomes)
    scores = summarise(judged.tasks, outcomes, categories_of(judged.tasks))
    row, _ = make_row(dataclasses.replace(judged, outcomes=outcomes, scores=scores), IDENTITY)
    verification = again(row, small)
    assert verification.agrees
    assert verification.same_id
    assert verification.left_out == ("a-2#0: wrong_answer now",)


@pytest.mark.gate
def test_a_sample_not_linted_in_the_row_is_left_out_again(judged, small, monkeypatch) -> None:
    monkeypatch.setattr(missing, "MISSING_LIMIT", 0.25)
    found = add_lint(judged, lambda _done, _total: None)
    outcomes = tuple(
        dataclasses.replace(outcome, parses=None)
        if isinstance(outcome, Verdict) and outcome.task_id == "a-2"
        else outcome
        for outcome in found.outcomes
    )
    scores = summarise(judged.tasks, outcomes, categories_of(judged.tasks))
    unlinted = {"a-2#0": "the linter ended"}
    row, _ = make_row(
        dataclasses.replace(found, outcomes=outcomes, scores=scores, unlinted=unlinted), IDENTITY
    )
    verification = again(row, small)
    assert verification.scores_differing == ()
    assert verification.same_id


@pytest.mark.gate
def test_a_metric_that_is_newer_than_the_row_is_no_difference(judged, small) -> None:
    """A metric of the row that judging again does not give is one."""
    older, (first, *others) = judged.scores, judged.scores
    for scores, differing in ((others, 0), ([*older, dataclasses.replace(first, metric="invented")], 1)):
        row, _ = make_row(dataclasses.replace(judged, scores=tuple(scores)), IDENTITY)
        assert len(again(row, small).scores_differing) == differing


def test_other_tasks_are_refused(judged: Evaluation, small: SmallDataset) -> None:
    row, _ = make_row(judged, IDENTITY)
    with pytest.raises(BadInput, match="are not the 3 tasks given"):
        again(row, dataclasses.replace(small, tasks=small.tasks[:3]))


@pytest.mark.gate
def test_the_order_of_a_task_file_does_not_matter(judged: Evaluation, small: SmallDataset) -> None:
    mixed = SmallDataset(tasks=small.tasks[::-1], completions=small.completions[::-1])
    assert make_row(mixed.evaluate(), IDENTITY)[0].id == make_row(judged, IDENTITY)[0].id


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
    add_record(tmp_path / "rows", row)
    for _ in range(2):
        (counted,) = read_counted(tmp_path / "rows", tmp_path / "cache")
        assert list(POINTS.values(counted.counts).values) == [2.5, 10.0, 4.0]
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
