"""A generate job writes completions like `sightbench generate`, and a manifest with its result."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import pytest
from ci_world import QUIET, REPLAYED, completions, plan_for, run_of_job, submit

from benchmark.chain.jobs import generating
from benchmark.chain.jobs.artifact import MANIFEST, JobManifest, read_artifact
from benchmark.chain.jobs.generating import COMPLETIONS, HOURS, JobOutcome, generate_job
from benchmark.chain.plan.job import PanelPlan
from benchmark.chain.plan.policy import AssumedPrice
from benchmark.core.errors import BadInput
from benchmark.files.predictions import read_predictions
from benchmark.generation.asking.ending import RunInterrupted
from benchmark.generation.record.manifest import read_manifest
from benchmark.results.nights import PanelSample

ROOT = Path(__file__).resolve().parents[3]
pytestmark = pytest.mark.usefixtures("tiny")


class GenerateJob:
    """The generate job of a replayed submission, and the folder of its artifact."""

    def __init__(self, folder: Path, text: str = "") -> None:
        submissions, self.out = folder / "submissions", folder / "out"
        submit(submissions, "acme", REPLAYED, text=text)
        plan = plan_for(submissions)
        (self.job,) = plan.of("generate")
        self._run, _ = run_of_job(submissions, plan, self.job)

    def generate(self, listener: Callable[..., Any] = lambda _: QUIET, **more: Any) -> JobOutcome:
        given = {"seconds": None, "budget": None, **more}
        return generate_job(self._run, self.job, self.out, listener=listener, **given)


def test_a_job_that_ran_out_of_time_continues_where_it_stopped(tmp_path: Path) -> None:
    job = GenerateJob(tmp_path)
    generated = job.generate(seconds=0)
    assert (generated.manifest.state, generated.error, generated.interrupted) == ("unfinished", None, False)
    assert generated.manifest.reason == "0 of 6 completions so far; the next workflow run continues"
    kept = "".join(completions(codes=("kept",)).splitlines(keepends=True)[:3])
    (job.out / COMPLETIONS).write_text(kept, encoding="utf-8")
    again = job.generate()
    assert (again.manifest.state, again.error) == ("done", None)
    assert (job.out / COMPLETIONS).read_text(encoding="utf-8").startswith(kept)
    assert len(read_predictions(job.out / COMPLETIONS)) == 6
    files = read_artifact(job.out, job.job).manifest.files
    assert {file.name for file in files} == {COMPLETIONS, "completions.generation.json"}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            "".join(completions().splitlines(keepends=True)[:5]),
            "5 of 6 completions: tasks: 1 of 6 samples are missing",
        ),
        ("no JSON", "answers.jsonl"),  # before the first call
    ],
    ids=["missing completions", "no answers"],
)
def test_a_failure_has_its_reason_in_the_manifest(tmp_path: Path, text: str, reason: str) -> None:
    job = GenerateJob(tmp_path, text)
    generated = job.generate()
    assert generated.manifest.state == "failed"
    assert reason in str(generated.manifest.reason)
    assert isinstance(generated.error, BadInput)
    assert JobManifest.model_validate(json.loads((job.out / MANIFEST).read_bytes())) == generated.manifest


def test_without_money_a_job_only_passes_on_complete_answers(tmp_path: Path) -> None:
    job = GenerateJob(tmp_path)
    job.generate(seconds=0)
    for change in (lambda: None, job.generate, lambda: (job.out / COMPLETIONS).write_text("")):
        change()
        kept = (job.out / COMPLETIONS).read_bytes() if (job.out / COMPLETIONS).exists() else b""
        generated = job.generate(budget=0.0)
        if len(kept.splitlines()) == 6:
            assert (generated.manifest.state, generated.error) == ("done", None)
            assert (job.out / COMPLETIONS).read_bytes() == kept
        else:
            assert generated.manifest.state == "failed"
            assert "no money is reserved; fix: plan again" in str(generated.manifest.reason)


def test_a_job_that_was_done_asks_nothing_in_its_later_hours(tmp_path, monkeypatch) -> None:
    """Few answers may be missing. If a later hour asked for them, a lost machine would hide what it paid."""
    monkeypatch.setattr(generating, "MISSING_LIMIT", 0.2)
    job = GenerateJob(tmp_path, "".join(completions().splitlines(keepends=True)[:5]))
    first = job.generate()
    assert (first.manifest.state, first.error) == ("done", None)
    assert "5 of 6 completions" in str(first.manifest.reason)
    monkeypatch.setattr(generating, "generate", lambda *_: pytest.fail("it asks again"))
    assert job.generate().manifest == first.manifest
    (job.out / COMPLETIONS).write_text("", encoding="utf-8")
    with pytest.raises(pytest.fail.Exception):
        job.generate()


def test_a_panel_without_answers_in_its_time_fails_before_the_next_hour(tmp_path) -> None:
    """A panel is drawn in the first step, in the time of all, because no later night continues it."""
    panel = PanelPlan(date="2026-11-01", sample=PanelSample(kind="all"))
    ended = GenerateJob(tmp_path).generate(panel=panel, seconds=0)
    assert (ended.manifest.state, ended.interrupted) == ("failed", False)
    assert "0 of 6 completions" in str(ended.error)
    action = (ROOT / ".github/actions/generate/action.yml").read_text(encoding="utf-8")
    assert action.count("ci -- generate") == action.count("--minutes 60") == HOURS


def test_a_killed_job_leaves_no_manifest_of_an_earlier_attempt(tmp_path: Path) -> None:
    job = GenerateJob(tmp_path)
    job.generate(seconds=0)

    def killed(_plan: object) -> NoReturn:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        job.generate(killed)
    assert not (job.out / MANIFEST).exists()
    assert read_manifest(job.out / COMPLETIONS) is not None


def test_a_signal_is_distinguished_from_the_time_limit(tmp_path, monkeypatch) -> None:
    def interrupted(*_: object) -> None:
        raise RunInterrupted

    monkeypatch.setattr(generating, "generate", interrupted)
    assert GenerateJob(tmp_path).generate().interrupted


@pytest.mark.parametrize(
    ("prices", "trusted"),
    [
        (None, False),
        ({"model": AssumedPrice(input=1, output=2)}, False),
        ({"model": AssumedPrice(input=1, output=2, trusts_cost=True)}, True),
    ],
)
def test_only_the_policy_lets_a_reply_lower_what_a_call_costs(tmp_path, monkeypatch, prices, trusted) -> None:
    asked: list[bool] = []
    monkeypatch.setattr(generating, "generate", lambda plan, *_: asked.append(plan.access.trusts_cost))
    GenerateJob(tmp_path).generate(prices=prices)
    assert asked == [trusted]
