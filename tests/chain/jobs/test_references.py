"""Answers by reference: fetched and converted by a job without keys, judged, and never kept in a row."""

import hashlib
import json
from dataclasses import replace
from pathlib import Path

import pytest
from ci_world import QUIET, RUN, completions, plan_for, run_of_job, score_all, submit

from benchmark.chain.github.ci_run import CiRun
from benchmark.chain.jobs.generating import COMPLETIONS, generate_job
from benchmark.chain.jobs.merging import RecordJob
from benchmark.chain.jobs.owning import Ownership
from benchmark.chain.jobs.recording import RecordOutcome, results_of
from benchmark.chain.plan.job import Plan
from benchmark.chain.plan.policy import Policy
from benchmark.cli import main
from benchmark.core.suite_facts import OUR_LICENCE
from benchmark.files.verdicts import read_verdicts
from benchmark.pipeline.judge.local_pool import LocalPool
from benchmark.pipeline.record import add_row
from benchmark.pipeline.rows.rejudge import rejudge
from benchmark.pipeline.rows.row_files import completions_of
from benchmark.pipeline.rows.submitted_run import row_identity
from benchmark.pipeline.sources import from_suite
from benchmark.results.layout import ROWS
from benchmark.results.row import RowSampling
from tests.put_suite import put_suite

from ...https_world import HttpsWorld

URL = f"https://raw.githubusercontent.com/acme/answers/{'3a09ad07' * 5}/answers.jsonl"


def referenced(text: str) -> dict[str, object]:
    file = {"url": URL, "sha256": hashlib.sha256(text.encode()).hexdigest()}
    return {**RUN, "predictions": {"format": "sightbench", "files": [file]}}


def submit_reference(folder: Path, text: str) -> Path:
    submissions = folder / "submissions"
    submit(submissions, "acme", referenced(text))
    for name in ("predictions.jsonl", "answers.jsonl"):
        (submissions / "acme" / name).unlink()
    return submissions


def fetch(submissions: Path, plan: Plan, artifacts: Path) -> str:
    """Run the jobs that fetch; return the state and reason of the last."""
    for job in plan.of("generate"):
        run, _ = run_of_job(submissions, plan, job)
        done = generate_job(run, job, artifacts / job.id, seconds=60, budget=None, listener=lambda _: QUIET)
        said = f"{done.manifest.state}: {done.manifest.reason}"
    return said


def record(submissions: Path, plan: Plan, artifacts: Path) -> RecordOutcome:
    ci = CiRun(repository="octo/bench", id="42", commit="c" * 40)
    return results_of(RecordJob(plan=plan, artifacts=artifacts, submissions=submissions, ci=ci))


@pytest.mark.gate
@pytest.mark.parametrize("may_quote", [False, True])
def test_referenced_answers_become_a_row_that_names_them_and_keeps_none(
    published, tmp_path, tiny, monkeypatch, *, may_quote
) -> None:
    if may_quote:
        put_suite(monkeypatch, replace(tiny, data=replace(tiny.data, licences={"small": OUR_LICENCE})))
    text = completions()
    published.files[URL] = text.encode()
    submissions, artifacts = submit_reference(tmp_path, text), tmp_path / "artifacts"
    plan = plan_for(submissions)
    (job,) = plan.of("generate")
    assert (job.keys, job.gpu, plan.runs[0].reserved_cents) == ([], False, 0)
    assert fetch(submissions, plan, artifacts) == "done: None"
    assert published.asked == [URL]
    published.files.clear()  # score and record read the artifact
    score_all(submissions, plan, artifacts)
    outcome = record(submissions, plan, artifacts)
    assert not outcome.errors
    (new,) = outcome.rows
    run = new.row.run
    assert [file.url for file in run.references.files] == [URL]
    assert (run.trust, run.completions_file) == ("judged", None)
    (name,) = new.files
    path = add_row(tmp_path / "rows", new.row, new.files)
    verdicts = read_verdicts(path.parent / name)
    assert {verdict.status.value for verdict in verdicts} == {"passed", "wrong_answer"}
    assert {bool(verdict.detail) for verdict in verdicts if verdict.status.value == "wrong_answer"} == {
        may_quote
    }
    assert "return" not in json.dumps(new.row.model_dump(mode="json"))
    assert len(completions_of(new.row, path, None)) == 6


@pytest.mark.gate
@pytest.mark.usefixtures("tiny")
def test_a_changed_file_fails_the_job_and_is_the_reason_in_the_status(published, tmp_path) -> None:
    submissions, artifacts = submit_reference(tmp_path, completions()), tmp_path / "artifacts"
    published.files[URL] = completions().replace("x", "y").encode()
    plan = plan_for(submissions)
    assert "but the submission" not in fetch(submissions, plan, artifacts)
    assert not (artifacts / plan.of("generate")[0].id / COMPLETIONS).exists()
    score_all(submissions, plan, artifacts)
    (status,) = record(submissions, plan, artifacts).statuses
    assert (status.state, status.stage) == ("failed", "generate")
    assert URL in status.reason
    assert "has SHA-256" in status.reason


@pytest.mark.usefixtures("tiny")
def test_referenced_answers_that_lack_a_task_are_refused(published: HttpsWorld, tmp_path: Path) -> None:
    text = "".join(completions().splitlines(keepends=True)[1:])
    published.files[URL] = text.encode()
    submissions = submit_reference(tmp_path, text)
    said = fetch(submissions, plan_for(submissions), tmp_path / "artifacts")
    assert said.startswith(f"failed: {URL}")
    assert "t-0" in said


def without_digest(folder: Path) -> Path:
    run = {**RUN, "predictions": {"format": "sightbench", "files": [{"url": URL}]}}
    submissions = folder / "submissions"
    submit(submissions, "acme", run)
    for name in ("predictions.jsonl", "answers.jsonl"):
        (submissions / "acme" / name).unlink()
    return submissions


def evaluated(folder: Path, submissions: Path) -> tuple[RecordJob, RecordOutcome]:
    plan, artifacts = plan_for(submissions), folder / "artifacts"
    assert fetch(submissions, plan, artifacts) == "done: None"
    score_all(submissions, plan, artifacts)
    ci = CiRun(repository="octo/bench", id="42", commit="c" * 40)
    work = RecordJob(plan=plan, artifacts=artifacts, submissions=submissions, ci=ci)
    return work, results_of(work)


@pytest.mark.gate
@pytest.mark.usefixtures("tiny")
def test_the_first_evaluation_records_the_digest_that_a_submission_lacks(
    published, tmp_path, monkeypatch
) -> None:
    """A host that serves other bytes later gets no second row, on a machine that never fetched the first."""
    submissions, rows = without_digest(tmp_path), tmp_path / "clone" / ROWS
    published.files[URL] = completions().encode()
    work, outcome = evaluated(tmp_path / "one", submissions)
    (new,) = outcome.rows
    (file,) = new.row.run.references.files
    assert file.sha256 == hashlib.sha256(published.files[URL]).hexdigest()
    ownership = Ownership(work, Policy(), {})
    assert ownership.without_refused_rows(outcome, tmp_path / "clone").rows == (new,)
    add_row(rows, new.row, new.files)
    monkeypatch.setenv("SIGHTBENCH_DATASETS", str(tmp_path / "elsewhere"))
    published.files[URL] = completions(codes=["def f(x):\n    return 2 * x"]).encode()
    work, outcome = evaluated(tmp_path / "two", submissions)
    kept = Ownership(work, Policy(), {}).without_refused_rows(outcome, tmp_path / "clone")
    assert kept.rows == ()
    (status,) = kept.statuses
    assert (status.state, status.stage) == ("failed", "record")
    assert f"{URL}: has SHA-256" in status.reason
    assert f"but row {new.row.id[:12]} recorded {file.sha256}" in status.reason


@pytest.mark.usefixtures("tiny")
def test_a_recorded_reference_to_other_files_is_refused(published, tmp_path) -> None:
    submissions = without_digest(tmp_path)
    published.files[URL] = completions().encode()
    work, _ = evaluated(tmp_path / "one", submissions)
    (job,) = work.plan.of("generate")
    path = work.artifacts / job.id / "references.json"
    path.write_text(path.read_text().replace("acme", "evil"))
    outcome = results_of(work)
    assert not outcome.rows
    (status,) = outcome.statuses
    assert status.state == "failed"


def recorded_row(published: HttpsWorld, folder: Path) -> Path:
    """Make a row by reference of five right answers and a wrong one; return its path."""
    text = completions(codes=(*["def f(x):\n    return 2 * x"] * 5, "def f(x):\n    return 1"))
    published.files[URL] = text.encode()
    submissions, artifacts = submit_reference(folder, text), folder / "artifacts"
    plan = plan_for(submissions)
    fetch(submissions, plan, artifacts)
    score_all(submissions, plan, artifacts)
    (new,) = record(submissions, plan, artifacts).rows
    (folder / "clone").mkdir()
    (folder / "clone" / "answers.jsonl").write_text(text)
    return add_row(folder / "rows", new.row, new.files)


def verify(*arguments: object) -> int:
    with pytest.raises(SystemExit) as caught:
        main(["verify", "--workers", "1", *map(str, arguments)])
    assert isinstance(caught.value.code, int)
    return caught.value.code


@pytest.mark.gate
@pytest.mark.usefixtures("tiny")
def test_a_row_by_reference_is_verified_from_a_folder_and_from_its_addresses(
    published, tmp_path, monkeypatch, capsys
) -> None:
    path = recorded_row(published, tmp_path)
    monkeypatch.setenv("SIGHTBENCH_DATASETS", str(tmp_path / "elsewhere"))  # nothing was fetched here yet
    published.asked.clear()
    assert verify(path, "--answers", tmp_path / "clone") == 0
    assert "6 of 6 statuses agree" in capsys.readouterr().out
    assert verify(tmp_path / "rows") == 0
    assert "note: others publish its answers" in capsys.readouterr().out.replace("\n", " ")
    assert published.asked == []
    assert verify(tmp_path / "rows", "--judge") == 0
    assert "1 judged again, 0 wrong" in capsys.readouterr().out.replace("\n", " ")
    assert published.asked == [URL]


@pytest.mark.gate
@pytest.mark.usefixtures("tiny")
def test_answers_that_changed_since_a_row_was_made_are_an_error_by_address(
    published, tmp_path, monkeypatch, capsys
) -> None:
    path = recorded_row(published, tmp_path)
    monkeypatch.setenv("SIGHTBENCH_DATASETS", str(tmp_path / "elsewhere"))
    published.files[URL] += b"\n"
    assert verify(path) == 2
    assert f"error: {URL}: has SHA-256" in capsys.readouterr().err
    (tmp_path / "clone" / "answers.jsonl").write_text("{}\n")
    assert verify(tmp_path / "rows", "--answers", tmp_path / "clone") == 1
    assert f"is not {URL}" in capsys.readouterr().out.replace("\n", "")


@pytest.mark.gate
@pytest.mark.usefixtures("tiny")
def test_what_the_publisher_says_was_dropped_is_in_the_row_and_stays_when_it_is_judged_again(
    published: HttpsWorld, tmp_path: Path
) -> None:
    published.files[URL] = completions().encode()
    submissions = tmp_path / "submissions"
    submit(submissions, "acme", {**referenced(completions()), "dropped": ["temperature"]})
    for name in ("predictions.jsonl", "answers.jsonl"):
        (submissions / "acme" / name).unlink()
    work, outcome = evaluated(tmp_path, submissions)
    (new,) = outcome.rows
    assert new.row.run.sampling == RowSampling(dropped={"temperature": 6}, said_by="publisher")
    (planned,) = work.plan.runs
    submitted = work.submitted(planned)
    identity = row_identity(submitted.folder, submitted.submission, submitted.run)
    assert identity.dropped == ["temperature"]
    tasks = from_suite("tiny", "small", submitted.folder)
    rule = tasks.rule("own", submitted.folder, setting=new.row.result.setting)
    read = completions_of(new.row, tmp_path / "row.json", None)
    version = new.row.result.versions.suite
    again, _ = rejudge(new.row, tasks.tasks, read, rule=rule, executor=LocalPool(1), suite_version=version)
    assert again.run.sampling == new.row.run.sampling
