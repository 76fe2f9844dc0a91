"""Panels are made, signed and pushed by the same steps as rows."""

import json
from pathlib import Path

import pytest
from ci_world import QUIET, run_of_job, score_all, submit, submitted
from fake_github import FakeGitHub
from fake_sigstore import COMMIT, SIGNER
from loopback import LoopbackServer
from night_world import ASKED, FIRST, NIGHT_POLICY, answering
from record_step import RecordStep

from benchmark.chain.jobs.artifact import begin_artifact, end_artifact
from benchmark.chain.jobs.generating import COMPLETIONS, generate_job
from benchmark.chain.plan.due_runs import failure_counts
from benchmark.chain.plan.job import Plan, read_plan, write_plan
from benchmark.chain.plan.plan import KnownRuns
from benchmark.chain.plan.policy import Policy
from benchmark.core.digest import sha256_hex
from benchmark.generation.providers import openai as provider
from benchmark.nightly.planning import plan_tonight
from benchmark.results import nights
from benchmark.results.nights import Panel, read_panels, read_records
from benchmark.results.releases import asset_name, release_tag
from benchmark.results.status import read_statuses
from tests.sampling import gate_of

pytestmark = gate_of("chain")


@pytest.fixture(scope="module")
def judged(tiny: object, tmp_path_factory: pytest.TempPathFactory) -> Path:  # noqa: ARG001 - registers the suite
    """A night whose jobs have run: a plan, and its artifacts."""
    folder = tmp_path_factory.mktemp("night")
    submissions, artifacts = folder / "submissions", folder / "artifacts"
    submit(submissions, "acme", ASKED)
    policy = Policy.model_validate(NIGHT_POLICY)
    known = KnownRuns(policy=policy, commit=COMMIT, runs=submitted(submissions), due=(), statuses=())
    made, _ = plan_tonight(known, FIRST, folder, submissions, pytest.fail)
    plan = made.model_copy(update={"artifact": "night-acme"})
    write_plan(folder / "plan.json", plan)
    (job,) = plan.of("generate")
    run, planned = run_of_job(submissions, plan, job)
    with LoopbackServer(answering("t-1")) as server, pytest.MonkeyPatch.context() as patch:
        patch.setattr(provider, "VENDOR_URL", server.openai_url)
        patch.setenv("OPENAI_API_KEY", "a-key-of-nobody-0")
        generate_job(
            *(run, job, artifacts / job.id),
            seconds=None,
            budget=0.02,
            listener=lambda _: QUIET,
            panel=planned.panel,
        )
    score_all(submissions, plan, artifacts)
    return folder


@pytest.fixture
def drawn(judged: Path) -> Plan:
    """The plan of the night."""
    return read_plan(judged / "plan.json")


def check(record: RecordStep) -> str:
    options = ("--repository", str(SIGNER), "--trusted-root", "root.json")
    done = record.sightbench("results", "check", "--remote", record.remote, *options, code=0)
    return done.stdout


@pytest.mark.gate
def test_a_plan_that_another_job_replaced_is_neither_signed_nor_recorded(record: RecordStep) -> None:
    """Each job can replace the artifacts of its workflow run, so outputs say which plan was accepted."""
    given = ("--plan", "plan.json", "--artifacts", "artifacts", "--submissions", "submissions")
    accepted = sha256_hex((record.folder / "plan.json").read_bytes())
    for digest, code in ((accepted, 0), ("0" * 64, 2), ("", 2)):
        done = record.sightbench("ci", "record", *given, "--digest", digest, "--out", f"made-{digest[:1]}")
        assert (done.returncode, "but the plan that was accepted has" in done.stderr) == (code, code == 2)
    done = record.sightbench("ci", "record", *given, "--digest", "", "--remote", record.remote, code=2)
    assert "nothing was recorded" in done.stderr


def test_a_panel_is_signed_pushed_checked_and_recorded_once(record: RecordStep) -> None:
    made = record.rows()
    assert made["sign"] == "true"
    (path,) = made["paths"].splitlines()
    assert path.startswith(f"made/nightly/panels/tiny/small/acme/{FIRST}.")
    bundles = record.sign(path)
    done = record.push(bundles)
    assert done.returncode == 0, done.stderr
    assert "panel: panels/tiny/small/acme/2026-11-20." in done.stdout
    assert "3 file(s) of the night added to results" in done.stdout
    assert record.outputs()["added"] == "false", "care.yml builds the site once for all panels of a night"
    (panel,) = read_panels(record.folder / "checkout" / "nightly")
    assert panel.run.links == {"CI run": f"https://github.com/{SIGNER.repository}/actions/runs/42"}
    assert panel.run.commit == COMMIT
    assert [status.id for status in read_statuses(record.folder / "checkout" / "status")] == []
    assert "no problems" in check(record)

    again = record.push(bundles, "again")
    assert (again.returncode, record.outputs()["added"]) == (0, "false")
    assert "nothing new for results" in again.stdout


def test_no_panel_is_pushed_without_its_signature(record: RecordStep) -> None:
    record.rows()
    done = record.push("")
    assert done.returncode == 3
    assert "panel" in done.stderr
    assert "was not signed, and is not recorded" in done.stderr
    assert not (record.folder / "checkout" / "nightly").exists()


@pytest.mark.parametrize("lost", ["score", pytest.param("generate", marks=pytest.mark.gate)])
def test_a_lost_job_is_an_error_and_never_an_attempt_of_the_run(lost, record, drawn, tmp_path) -> None:
    (job,) = drawn.of("score" if lost == "score" else "generate")
    (tmp_path / "artifacts" / job.id / "manifest.json").unlink()
    assert record.rows()["paths"] == ""
    done = record.push("")
    assert done.returncode == 3
    assert f"no nightly run was recorded: job {job.id} left no result" in done.stderr
    assert record.outputs()["added"] == "false"
    statuses = read_statuses(record.folder / "checkout" / "status")
    (run,) = submitted(tmp_path / "submissions")
    assert failure_counts(statuses)[run.form] == 0


def test_an_outage_is_pushed_without_a_signature(record: RecordStep, drawn: Plan, tmp_path: Path) -> None:
    (job,) = drawn.of("generate")
    folder = tmp_path / "artifacts" / job.id
    path = folder / "completions.generation.json"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    manifest["totals"]["completions"] = 0
    path.write_text(json.dumps(manifest), encoding="utf-8")
    (folder / COMPLETIONS).unlink()
    begin_artifact(folder, job)
    reason = "0 of 6 completions: the provider did not answer"
    end_artifact(folder, job, state="failed", reason=reason)
    assert record.rows()["sign"] == "false"
    done = record.push("")
    assert done.returncode == 0, done.stderr
    assert "event: events/2026-11-20." in done.stdout
    assert "no problems" in check(record)


@pytest.mark.gate
def test_large_completions_are_uploaded_before_the_push(record, hub, monkeypatch) -> None:
    monkeypatch.setattr(nights, "ROW_FILE_LIMIT", 10)
    done = record.push(record.sign(record.rows()["paths"]))
    assert done.returncode == 0, done.stderr
    (panel,) = read_records(record.folder / "checkout" / "nightly", Panel)
    described = panel.run.completions_file
    name = asset_name(f"{FIRST}.{panel.id}.completions.jsonl.gz", described.sha256)
    (release,) = hub.releases
    assert release["tag_name"] == release_tag(panel.id, [described.sha256])
    (asset,) = [asset for asset in release["assets"] if asset["name"] == name]
    assert asset["size"] == described.bytes
    assert not list((record.folder / "checkout" / "nightly").rglob("*.gz"))


@pytest.mark.gate
def test_a_panel_of_a_stranger_s_submission_is_not_recorded(record: RecordStep, hub: FakeGitHub) -> None:
    bundles = record.sign(record.rows()["paths"])
    pull = {**hub.pull(7, sha=COMMIT), "merged_at": "2026", "user": {"login": "mallory", "id": 666}}
    hub.commits["submissions/acme"], hub.merged[COMMIT] = [COMMIT], [pull]
    done = record.push(bundles)
    assert done.returncode == 3
    assert "acme: no nightly run was recorded: pull request" in done.stderr
    assert not (record.folder / "checkout" / "nightly").exists()
