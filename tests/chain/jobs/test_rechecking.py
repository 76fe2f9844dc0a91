"""Before rows are signed, samples are judged again, and a difference stops the row."""

import json
import shutil
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
import yaml
from ci_world import PLACE, PREDICTED, REPLAYED, RIGHT, evaluated, score_all, submit
from rubric_world import seal

from benchmark.chain.jobs import rechecking
from benchmark.chain.jobs.generating import COMPLETIONS
from benchmark.chain.jobs.merging import RecordJob
from benchmark.chain.jobs.rechecking import (
    NAMED,
    RecheckedRun,
    only_rechecked,
    read_sealed,
    recheck_runs,
    rechecked_output,
    sealed_output,
)
from benchmark.chain.jobs.recording import results_of
from benchmark.chain.jobs.scoring import VERDICTS
from benchmark.core.errors import BadInput
from benchmark.core.sample import Completion, Sample
from benchmark.core.verdict import Status, Verdict
from benchmark.files.verdicts import read_verdicts, write_verdicts
from tests.sampling import gate_of

pytestmark = [pytest.mark.usefixtures("tiny"), gate_of("chain")]

WORKFLOW = Path(__file__).resolve().parents[3] / ".github" / "workflows" / "run.yml"


def look(work: RecordJob, seconds: float | None = None, lines: list[str] | None = None) -> list[RecheckedRun]:
    """Look a second time."""
    return [*recheck_runs(work, PLACE, seconds, [].append if lines is None else lines.append)]


@pytest.fixture
def recorded(judged_once: RecordJob, monkeypatch: pytest.MonkeyPatch) -> list[list[Verdict]]:
    """Let the second look give known answers their verdicts without judging; returns those of each look."""
    (job,) = judged_once.plan.runs[0].score
    passed, failed = [*read_verdicts(judged_once.artifacts / job / VERDICTS)][:2]
    looks: list[list[Verdict]] = []

    def judge(_tasks: object, completions: Sequence[Completion], *_: object, lint: bool) -> SimpleNamespace:  # noqa: ARG001
        looks.append([])
        for completion in completions:
            verdict = passed if RIGHT in completion.text else failed
            assert isinstance(verdict, Verdict)
            looks[-1].append(replace(verdict, task_id=completion.task_id, draw=completion.draw))
        return SimpleNamespace(outcomes=looks[-1])

    monkeypatch.setattr(rechecking, "judge", judge)
    return looks


def forge(work: RecordJob, change: Callable[[Verdict], Verdict]) -> None:
    """Replace the verdicts and the manifest of the score job, as an answer that escaped could."""
    (job,) = work.plan.runs[0].score
    folder = work.artifacts / job
    outcomes = [each for each in read_verdicts(folder / VERDICTS) if isinstance(each, Verdict)]
    write_verdicts(folder / VERDICTS, [change(outcome) for outcome in outcomes], measured=True)
    seal(folder)


@pytest.mark.gate
def test_forged_verdicts_stop_the_row_and_name_the_sample(work: RecordJob) -> None:
    """Honest verdicts are recorded."""
    honest = look(work)
    assert [(run.samples, run.differing) for run in honest] == [(6, 0)]
    results = results_of(work)
    assert only_rechecked(work, results, rechecked_output(honest)) == results
    forge(work, lambda verdict: Verdict(task_id=verdict.task_id, draw=0, status=Status.PASSED))
    assert len(results_of(work).rows) == 1, "the artifact itself says nothing"
    (run,) = look(work)
    assert run.named == [f"t-{number}#0: passed → wrong_answer" for number in (1, 4)]
    found = only_rechecked(work, results_of(work), rechecked_output([run]))
    assert found.rows == ()
    assert "samples differ: t-1#0: passed → wrong_answer" in found.statuses[0].reason
    assert len(found.errors) == 1
    later = only_rechecked(work, results_of(work), rechecked_output(honest))
    assert later.rows == ()
    assert "were replaced after samples had been judged again" in later.statuses[0].reason


@pytest.mark.gate
def test_an_answer_that_passes_changed_tests_stops_the_row_and_is_shown(
    work: RecordJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    (honest,) = look(work)
    assert honest.lying == []

    def judged(samples: Sequence[Sample], **_: object) -> list[Verdict]:
        return [Verdict(task_id=sample.task.id, draw=sample.draw, status=Status.PASSED) for sample in samples]

    monkeypatch.setattr(rechecking, "judge_samples", judged)
    lines: list[str] = []
    (run,) = look(work, lines=lines)
    assert run.differing == 0
    assert lines[0].endswith("6 samples judged again, 0 differ; an answer passes changed tests")
    assert len(run.lying) == 3
    found = only_rechecked(work, results_of(work), rechecked_output([run]))
    assert found.rows == ()
    assert "an answer passes whatever its test expects: t-" in found.statuses[0].reason
    assert "its answer: def " in found.statuses[0].reason


@pytest.mark.parametrize("output", ["", "[]"])
def test_without_a_second_look_there_is_no_row(work: RecordJob, output: str) -> None:
    found = only_rechecked(work, results_of(work), output)
    assert found.rows == ()
    (status,) = found.statuses
    assert status.stage == "score"
    assert status.reason == (
        f'{status.run}: its samples were not judged a second time; fix: run the job "Judge again" again;'
        " if samples differ again, the judge errs or an answer escaped"
    )
    assert yaml.safe_load(WORKFLOW.read_text("utf-8"))["jobs"]["recheck"]["name"] == "Judge again"


@pytest.mark.parametrize("output", ["{", "{}", '[{"run": 0}]', '"x"'])
def test_an_output_that_is_not_ours_is_refused(work: RecordJob, output: str) -> None:
    with pytest.raises(BadInput, match="--rechecked"):
        only_rechecked(work, results_of(work), output)


def test_a_larger_run_is_sampled_by_fresh_chance(work, recorded, monkeypatch) -> None:
    monkeypatch.setattr(rechecking, "ALL_UP_TO", 5)
    monkeypatch.setattr(rechecking, "DRAWN", 2)
    forge(work, lambda verdict: Verdict(task_id=verdict.task_id, draw=0, status=Status.PASSED))
    found = [look(work)[0] for _ in range(40)]
    assert {run.samples for run in found} == {2}
    assert len({tuple(run.named) for run in found}) > 1
    assert {verdict.task_id for verdicts in recorded for verdict in verdicts} == {
        f"t-{number}" for number in range(6)
    }


@pytest.mark.parametrize("status", [Status.TIMEOUT, Status.WRONG_ANSWER])
def test_a_sample_that_differs_is_judged_a_third_time(status, work, recorded, monkeypatch) -> None:
    """A busy machine, a clock or chance changed the second verdict; the third agrees with the first."""
    judge = rechecking.judge

    def other(*given: object, lint: bool) -> SimpleNamespace:
        outcomes = judge(*given, lint=lint).outcomes  # type: ignore[arg-type]
        changed = [replace(each, status=status) for each in outcomes]  # type: ignore[type-var]
        return SimpleNamespace(outcomes=outcomes if len(recorded) > 1 else changed)

    monkeypatch.setattr(rechecking, "judge", other)
    (run,) = look(work)
    assert [len(verdicts) for verdicts in recorded] == [6, 6 if status is Status.TIMEOUT else 4]
    assert run.differing == 0


def test_a_run_beyond_the_time_gets_no_row_and_says_so(work: RecordJob) -> None:
    lines: list[str] = []
    (run,) = look(work, 0.0, lines)
    found = only_rechecked(work, results_of(work), rechecked_output([run]))
    assert found.rows == ()
    assert (
        "only 0 of its samples were judged a second time, then the time was over" in found.statuses[0].reason
    )
    assert lines == [f"{work.plan.runs[0].name}: 0 samples judged again, 0 differ; the time is over"]


@pytest.mark.usefixtures("recorded")
def test_one_faulty_artifact_costs_no_other_run_its_row(tmp_path: Path) -> None:
    submit(tmp_path / "submissions", "acme", PREDICTED)
    submit(tmp_path / "submissions", "zeta", PREDICTED)
    work = evaluated(tmp_path)
    plan = work.plan
    (work.artifacts / plan.runs[0].score[0] / VERDICTS).write_bytes(b"x")
    lines: list[str] = []
    found = only_rechecked(work, results_of(work), rechecked_output(look(work, lines=lines)))
    assert [row.name for row in found.rows] == [plan.runs[1].name]
    assert "verdicts.jsonl.gz: has 1 bytes" in lines[0]


def test_the_output_for_many_runs_fits_into_a_variable() -> None:
    """Linux limits a variable, and an argument, to 128 KiB."""
    names = [f"{'t' * 120}-{number}#0: compile_error → wrong_answer" for number in range(NAMED)]
    run = RecheckedRun(slug="acme", run=0, artifacts="0" * 64, samples=2000, differing=2000, named=names)
    output = rechecked_output([run.model_copy(update={"run": number}) for number in range(200)])
    assert len(output.encode()) < 100_000
    assert len(rechecking.read_rechecked(output)) == 200


@pytest.mark.usefixtures("recorded")
def test_samples_that_are_not_named_are_counted(work: RecordJob, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rechecking, "NAMED", 1)
    forge(work, lambda verdict: Verdict(task_id=verdict.task_id, draw=0, status=Status.PASSED))
    found = only_rechecked(work, results_of(work), rechecked_output(look(work)))
    assert "samples differ: t-1#0: passed → wrong_answer; 1 more" in found.statuses[0].reason


@pytest.mark.gate
@pytest.mark.usefixtures("recorded")
def test_completions_that_changed_after_they_were_generated_are_refused(tmp_path: Path) -> None:
    """Right answers with their verdicts, which an answer that escaped could write, pass the second look."""
    submissions, artifacts = tmp_path / "submissions", tmp_path / "artifacts"
    submit(submissions, "acme", REPLAYED)
    submit(submissions, "zeta", PREDICTED)
    work = evaluated(tmp_path)
    plan = work.plan
    (job,) = plan.of("generate")
    folder = artifacts / job.id
    work = replace(work, sealed=read_sealed(sealed_output(plan, artifacts)))
    found = only_rechecked(work, results_of(work), rechecked_output(look(work)))
    assert len(found.rows) == 2
    assert [each.samples for each in look(replace(work, sealed={}))] == [6], "a job without a seal is refused"

    lines = [json.loads(line) for line in (folder / COMPLETIONS).read_text("utf-8").splitlines()]
    right = [json.dumps({**line, "completion": f"```python\n{RIGHT}\n```"}) for line in lines]
    (folder / COMPLETIONS).write_text("\n".join(right) + "\n", encoding="utf-8")
    seal(folder)
    score = next(score for score in plan.of("score") if score.slug == "acme")
    shutil.rmtree(artifacts / score.id)
    score_all(submissions, plan.model_copy(update={"jobs": [job, score]}), artifacts)
    assert len(results_of(replace(work, sealed=None)).rows) == 2, "the artifacts alone fit together"
    looked = look(work)
    assert [each.slug for each in looked] == ["zeta"]
    found = only_rechecked(work, results_of(work), rechecked_output(looked))
    assert [row.name.slug for row in found.rows] == ["zeta"]
    (error,) = found.errors
    assert f"its completions changed after they were generated by job {job.id}" in str(error)
