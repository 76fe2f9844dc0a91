"""Before rows are signed, samples are judged again, and a difference stops the row."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from ci_world import PLACE, PREDICTED, plan_for, score_all, submit

from benchmark.chain.github.ci_run import CiRun
from benchmark.chain.jobs import rechecking
from benchmark.chain.jobs.rechecking import only_rechecked, recheck_runs, rechecked_output
from benchmark.chain.jobs.recording import RecordJob, results_of
from benchmark.chain.jobs.scoring import VERDICTS
from benchmark.core.errors import BadInput
from benchmark.core.verdict import Status, Verdict
from benchmark.files.verdicts import read_verdicts, write_verdicts

pytestmark = pytest.mark.usefixtures("tiny")


@pytest.fixture
def work(tmp_path: Path) -> RecordJob:
    """A judged run of six samples, four of them right."""
    submit(tmp_path / "submissions", "acme", PREDICTED)
    plan = plan_for(tmp_path / "submissions")
    score_all(tmp_path / "submissions", plan, tmp_path / "artifacts")
    return RecordJob(
        plan=plan,
        artifacts=tmp_path / "artifacts",
        submissions=tmp_path / "submissions",
        ci=CiRun(),
    )


def forge(work: RecordJob, change: Callable[[Verdict], Verdict]) -> None:
    """Replace the verdicts and the manifest of the score job, as an answer that escaped could."""
    (job,) = work.plan.runs[0].score
    folder = work.artifacts / job
    outcomes = [each for each in read_verdicts(folder / VERDICTS) if isinstance(each, Verdict)]
    write_verdicts(folder / VERDICTS, [change(outcome) for outcome in outcomes], measured=True)
    manifest = json.loads((folder / "manifest.json").read_bytes())
    described = rechecking.describe_file(folder / VERDICTS)
    manifest["files"] = [described.model_dump()]
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")


def test_what_was_judged_honestly_is_recorded(work: RecordJob) -> None:
    (run,) = recheck_runs(work, PLACE)
    assert (run.samples, run.differing) == (6, [])
    results = results_of(work)
    assert only_rechecked(work, results, rechecked_output([run])) == results


def test_forged_verdicts_stop_the_row_and_name_the_sample(work: RecordJob) -> None:
    honest = recheck_runs(work, PLACE)
    forge(work, lambda verdict: Verdict(task_id=verdict.task_id, draw=0, status=Status.PASSED))
    assert len(results_of(work).rows) == 1, "the artifact itself says nothing"
    (run,) = recheck_runs(work, PLACE)
    assert run.differing == [f"t-{number}#0: passed → wrong_answer" for number in (1, 4)]
    found = only_rechecked(work, results_of(work), rechecked_output([run]))
    assert found.rows == ()
    assert "samples differ: t-1#0: passed → wrong_answer" in found.statuses[0].reason
    assert len(found.errors) == 1
    later = only_rechecked(work, results_of(work), rechecked_output(honest))
    assert later.rows == ()
    assert "were replaced after samples had been judged again" in later.statuses[0].reason


@pytest.mark.parametrize("output", ["", "[]"])
def test_without_a_second_look_there_is_no_row(work: RecordJob, output: str) -> None:
    found = only_rechecked(work, results_of(work), output)
    assert found.rows == ()
    (status,) = found.statuses
    assert status.stage == "score"
    assert status.reason == (
        f"{status.run}: its samples were not judged a second time; fix: run the failed jobs again; if samples"
        " differ again, the judge errs or an answer escaped"
    )


@pytest.mark.parametrize("output", ["{", "{}", '[{"run": 0}]', '"x"'])
def test_an_output_that_is_not_ours_is_refused(work: RecordJob, output: str) -> None:
    with pytest.raises(BadInput, match="--rechecked"):
        only_rechecked(work, results_of(work), output)


def test_a_larger_run_is_sampled_by_fresh_chance(work: RecordJob, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rechecking, "ALL_UP_TO", 5)
    monkeypatch.setattr(rechecking, "DRAWN", 2)
    forge(work, lambda verdict: Verdict(task_id=verdict.task_id, draw=0, status=Status.PASSED))
    found = [recheck_runs(work, PLACE)[0] for _ in range(8)]
    assert {run.samples for run in found} == {2}
    assert len({tuple(run.differing) for run in found}) > 1


def test_a_status_of_a_busy_machine_is_judged_a_third_time(
    work: RecordJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second judging runs into a time limit; the third one agrees with the first."""
    judge, calls = rechecking.judge, []

    def slow(*given: object) -> object:
        evaluation = judge(*given)  # type: ignore[arg-type]
        calls.append(len(evaluation.outcomes))
        if len(calls) > 1:
            return evaluation
        late = [replace(each, status=Status.TIMEOUT) for each in evaluation.outcomes]  # type: ignore[type-var]
        return replace(evaluation, outcomes=tuple(late))

    monkeypatch.setattr(rechecking, "judge", slow)
    (run,) = recheck_runs(work, PLACE)
    assert (calls, run.differing) == ([6, 6], [])


def test_a_run_without_verdicts_is_left_out(work: RecordJob) -> None:
    (job,) = work.plan.runs[0].score
    (work.artifacts / job / "manifest.json").unlink()
    assert recheck_runs(work, PLACE) == ()
