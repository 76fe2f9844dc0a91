"""A generate job writes completions like `sightbench generate`, and a manifest with its result."""

import json
from pathlib import Path
from typing import NoReturn

import pytest
from ci_world import QUIET, REPLAYED, completions, plan_for, run_of_job, submit

from benchmark.chain.jobs import generating
from benchmark.chain.jobs.artifact import MANIFEST, JobManifest, read_artifact
from benchmark.chain.jobs.generating import COMPLETIONS, JobOutcome, generate_job
from benchmark.chain.plan.job import Plan
from benchmark.core.errors import BadInput
from benchmark.files.predictions import read_predictions
from benchmark.generation.asking.ending import RunInterrupted
from benchmark.generation.record.manifest import read_manifest

pytestmark = pytest.mark.usefixtures("tiny")


def generate(
    submissions: Path, plan: Plan, out: Path, seconds: float | None = None, attempt: int = 1
) -> JobOutcome:
    (job,) = plan.of("generate")
    run, _ = run_of_job(submissions, plan, job)
    return generate_job(
        run, job, out, seconds=seconds, budget=None, listener=lambda _: QUIET, attempt=attempt
    )


def test_a_job_writes_all_completions_and_a_manifest(tmp_path: Path) -> None:
    submit(tmp_path / "submissions", "acme", REPLAYED)
    plan = plan_for(tmp_path / "submissions")
    generated = generate(tmp_path / "submissions", plan, tmp_path / "out")
    assert (generated.manifest.state, generated.error) == ("done", None)
    artifact = read_artifact(tmp_path / "out", plan.of("generate")[0])
    assert {file.name for file in artifact.manifest.files} == {COMPLETIONS, "completions.generation.json"}
    assert len(read_predictions(tmp_path / "out" / COMPLETIONS)) == 6


def test_a_job_that_ran_out_of_time_continues_where_it_stopped(tmp_path: Path) -> None:
    submit(tmp_path / "submissions", "acme", REPLAYED)
    plan = plan_for(tmp_path / "submissions")
    generated = generate(tmp_path / "submissions", plan, tmp_path / "out", seconds=0)
    assert (generated.manifest.state, generated.error, generated.interrupted) == ("unfinished", None, False)
    assert generated.manifest.reason == "0 of 6 completions so far; the next workflow run continues"
    kept = "".join(completions(codes=("kept",)).splitlines(keepends=True)[:3])
    (tmp_path / "out" / COMPLETIONS).write_text(kept, encoding="utf-8")
    again = generate(tmp_path / "submissions", plan, tmp_path / "out", attempt=2).manifest
    assert (again.state, again.attempt, again.lost) == ("done", 2, True), "attempt 1 may have asked for more"
    assert (tmp_path / "out" / COMPLETIONS).read_text(encoding="utf-8").startswith(kept)
    assert len(read_predictions(tmp_path / "out" / COMPLETIONS)) == 6
    read_artifact(tmp_path / "out", plan.of("generate")[0])


def test_missing_completions_fail_with_a_reason(tmp_path: Path) -> None:
    text = "".join(completions().splitlines(keepends=True)[:5])
    submit(tmp_path / "submissions", "acme", REPLAYED, text=text)
    plan = plan_for(tmp_path / "submissions")
    generated = generate(tmp_path / "submissions", plan, tmp_path / "out")
    assert generated.manifest.state == "failed"
    assert str(generated.manifest.reason).startswith("5 of 6 completions: tasks: 1 of 6 samples are missing")
    assert isinstance(generated.error, BadInput)


def test_an_error_before_the_first_call_is_a_failure_too(tmp_path: Path) -> None:
    submit(tmp_path / "submissions", "acme", REPLAYED, text="no JSON")
    plan = plan_for(tmp_path / "submissions")
    generated = generate(tmp_path / "submissions", plan, tmp_path / "out")
    assert generated.manifest.state == "failed"
    assert "answers.jsonl" in str(generated.manifest.reason)
    document = json.loads((tmp_path / "out" / MANIFEST).read_bytes())
    assert JobManifest.model_validate(document) == generated.manifest


def test_a_killed_job_leaves_no_manifest_of_an_earlier_attempt(tmp_path: Path) -> None:
    submit(tmp_path / "submissions", "acme", REPLAYED)
    plan = plan_for(tmp_path / "submissions")
    generate(tmp_path / "submissions", plan, tmp_path / "out", seconds=0)

    def killed(_plan: object) -> NoReturn:
        raise KeyboardInterrupt

    (job,) = plan.of("generate")
    run, _ = run_of_job(tmp_path / "submissions", plan, job)
    with pytest.raises(KeyboardInterrupt):
        generate_job(run, job, tmp_path / "out", seconds=None, budget=None, listener=killed)
    assert not (tmp_path / "out" / MANIFEST).exists()
    assert read_manifest(tmp_path / "out" / COMPLETIONS) is not None


def test_a_signal_is_distinguished_from_the_time_limit(tmp_path, monkeypatch) -> None:
    def interrupted(*_: object) -> None:
        raise RunInterrupted

    monkeypatch.setattr(generating, "generate", interrupted)
    submit(tmp_path / "submissions", "acme", REPLAYED)
    generated = generate(tmp_path / "submissions", plan_for(tmp_path / "submissions"), tmp_path / "out")
    assert generated.interrupted
