"""Artifacts become rows and statuses on the branch of a real repository."""

import dataclasses
import gzip
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from ci_world import (
    PLACE,
    PREDICTED,
    REPLAYED,
    TinyPrompt,
    completions,
    evaluated,
    plan_options,
    read_outputs,
    submit,
    submitted,
)

from benchmark.chain.github.assets import RowAssets
from benchmark.chain.github.ci_run import CiRun
from benchmark.chain.github.repository import Repository
from benchmark.chain.github.rest import RestApi
from benchmark.chain.jobs import recording
from benchmark.chain.jobs.artifact import MANIFEST, describe_file
from benchmark.chain.jobs.generating import COMPLETIONS
from benchmark.chain.jobs.merging import RecordJob
from benchmark.chain.jobs.recording import (
    RecordOutcome,
    add_records,
    paths_to_check_out,
    recorded_files,
    results_of,
    upload_large_files,
)
from benchmark.chain.jobs.scoring import VERDICTS
from benchmark.chain.plan import plan as planning
from benchmark.chain.plan.due_runs import failure_counts, runs_without_row
from benchmark.chain.plan.job import Plan, write_plan
from benchmark.chain.plan.plan import make_plan
from benchmark.core.digest import sha256_hex
from benchmark.core.errors import OurFailure
from benchmark.pipeline.record import make_row
from benchmark.pipeline.rows.row_files import descriptions_of
from benchmark.pipeline.rows.submitted_run import judge_run, row_identity
from benchmark.results import releases
from benchmark.results.attestation import AttestationChecker
from benchmark.results.branch import PublishOutcome, publish
from benchmark.results.git import Git, commit_id
from benchmark.results.layout import ROWS, STATUS
from benchmark.results.ledger import read_row, read_rows, row_files
from benchmark.results.releases import release_of
from benchmark.results.soundness import check_files
from benchmark.results.status import ATTEMPTS, read_heads, read_statuses, reason_of
from tests.sampling import gate_of

pytestmark = gate_of("chain")

CI = CiRun(repository="octo/bench", id="42", commit="c" * 40)


@dataclasses.dataclass(frozen=True)
class JudgedRuns:
    """Three submissions with one judged run each, one of them in two shards."""

    submissions: Path
    artifacts: Path
    plan: Plan

    def work(self, **changes: object) -> RecordJob:
        given = {"plan": self.plan, "artifacts": self.artifacts, "submissions": self.submissions}
        return RecordJob(**{**given, "ci": CI, **changes})  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def judged(tiny: object, tmp_path_factory: pytest.TempPathFactory) -> JudgedRuns:  # noqa: ARG001 - registers the suite
    folder = tmp_path_factory.mktemp("judged")
    submissions = folder / "submissions"
    submit(submissions, "acme", PREDICTED)
    submit(submissions, "other", {**PREDICTED, "protocol": "sampled-2"}, draws=2)
    submit(submissions, "third", REPLAYED)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(planning, "SAMPLES_PER_JOB", 6)
        work = evaluated(folder, commit=CI.commit)
    plan = work.plan
    assert [(job.slug, job.shards) for job in plan.of("score")] == [
        ("acme", 1),
        ("other", 2),
        ("other", 2),
        ("third", 1),
    ]
    return JudgedRuns(submissions, work.artifacts, plan)


@pytest.fixture
def artifacts(judged: JudgedRuns, tmp_path: Path) -> Path:
    """A copy of the artifacts that a test may damage."""
    return Path(shutil.copytree(judged.artifacts, tmp_path / "artifacts"))


def publish_to(remote: Path, results: RecordOutcome, folder: Path) -> PublishOutcome:
    return publish(
        str(remote),
        lambda checkout: add_records(results, checkout),
        folder=folder,
        needed=paths_to_check_out(results),
        deadline_seconds=60,
    )


@pytest.mark.gate
def test_shards_make_the_row_that_one_machine_makes(judged: JudgedRuns) -> None:
    made = {new.name.slug: new for new in results_of(judged.work()).rows}
    assert set(made) == {"acme", "other", "third"}
    for run in submitted(judged.submissions, "acme", "other"):
        evaluation = judge_run(run.folder, run.run, executor=PLACE.executor)
        row, _ = make_row(evaluation, row_identity(run.folder, run.submission, run.run))
        assert made[run.name.slug].row.id == row.id
    statuses = [status for task in made["other"].row.result.statuses.values() for status in task]
    assert (len(statuses), statuses.count("passed")) == (12, 8)


def test_a_row_records_its_origin(judged: JudgedRuns) -> None:
    made = {new.name.slug: new.row.run for new in results_of(judged.work()).rows}
    run = made["other"]
    (planned_run,) = (run for run in judged.plan.runs if run.slug == "other")
    assert (run.executor, run.commit, run.request) == ("ci", CI.commit, planned_run.request)
    assert run.links == {"CI run": "https://github.com/octo/bench/actions/runs/42"}
    assert run.workers == 2 * PLACE.executor.workers


@pytest.mark.parametrize(
    ("provider", "trust"), [("replay", "judged"), ("openai", "verified"), ("local", "verified")]
)
def test_only_answers_that_ci_generated_are_verified(provider: str, trust: str, judged: JudgedRuns) -> None:
    (third,) = submitted(judged.submissions, "third")
    run = third.run.model_copy(update={"model": third.run.model.model_copy(update={"provider": provider})})
    third = dataclasses.replace(third, submission=third.submission.model_copy(update={"runs": [run]}))
    assert recording.trust_of(third) == trust
    (acme,) = submitted(judged.submissions, "acme")
    assert recording.trust_of(acme) == "judged"


def test_runs_are_not_due_once_their_rows_are_pushed(judged, remote, tmp_path) -> None:
    published = publish_to(remote, results_of(judged.work()), tmp_path / "checkout")
    rows = read_rows(tmp_path / "checkout" / ROWS)
    assert sorted(row.result.submission.slug for row in rows) == ["acme", "other", "third"]
    assert len(published.added) == 9
    assert runs_without_row(submitted(judged.submissions), read_heads(tmp_path / "checkout" / ROWS)) == ()


def test_a_repeated_record_finds_the_existing_rows(judged, remote, tmp_path, in_process, monkeypatch) -> None:
    """A job killed after its push has started no site: the next attempt does."""
    (tmp_path / "policy.yml").write_text("schema: sightbench/policy/1\n", encoding="utf-8")
    plan = tmp_path / "plan.json"
    write_plan(plan, judged.plan)
    places = ("--artifacts", judged.artifacts, "--submissions", judged.submissions, "--remote", remote)
    for name, last in (("first", "3 row(s) added to results"), ("again", "nothing new for results")):
        outputs = tmp_path / f"outputs-{name}"
        monkeypatch.setenv("GITHUB_OUTPUT", str(outputs))
        done = in_process("ci", "record", "--plan", plan, *places, "--checkout", name)
        assert (done.returncode, done.stdout.splitlines()[-1]) == (0, last)
        assert read_outputs(outputs)["added"] == "true"
        assert len(list(row_files(Path(name) / ROWS))) == 3


def test_a_row_of_another_ci_run_is_not_named(judged: JudgedRuns, remote: Path, tmp_path: Path) -> None:
    """Only rows that the CI run made itself count as its own."""
    theirs = results_of(judged.work(ci=dataclasses.replace(CI, id="43")))
    publish_to(remote, RecordOutcome(theirs.rows[:1]), tmp_path / "first")
    results = results_of(judged.work())
    publish_to(remote, results, tmp_path / "second")
    assert len(list((tmp_path / "second" / ROWS).rglob("*.json"))) == 3
    slugs = {path.parent.name for path in recorded_files(results, tmp_path / "second")}
    assert slugs == {"other", "third"}


def test_one_request_gets_one_row_even_if_two_runs_judge_it(judged, remote, tmp_path) -> None:
    results = results_of(judged.work())
    new = results.rows[0]
    other = new.row.model_copy(update={"id": "f" * 64})
    publish_to(remote, RecordOutcome((dataclasses.replace(new, row=other),), (), ()), tmp_path / "first")
    publish_to(remote, results, tmp_path / "second")
    heads = read_heads(tmp_path / "second" / ROWS, ["acme", "other", "third"])
    assert sorted(head.run.slug for head in heads) == ["acme", "other", "third"]
    assert "f" * 64 in {head.id for head in heads}


def edit_manifest(folder: Path, change: Callable[[dict[str, object]], None]) -> None:
    path = folder / MANIFEST
    document = json.loads(path.read_bytes())
    change(document)
    path.write_text(json.dumps(document), encoding="utf-8")


def forge_verdicts(folder: Path) -> None:
    """Change all verdicts to passed, and the manifest to match."""
    lines = gzip.decompress((folder / VERDICTS).read_bytes()).decode().splitlines()
    forged = [json.dumps({**json.loads(line), "status": "passed"}) for line in lines[1:]]
    (folder / VERDICTS).write_bytes(gzip.compress("\n".join(forged).encode()))
    file = describe_file(folder / VERDICTS).model_dump()
    edit_manifest(folder, lambda found: found.update(files=[file]))


def change_judged(folder: Path, **changes: object) -> None:
    edit_manifest(folder, lambda found: found["judged"].update(changes))  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda folder: (folder / VERDICTS).write_bytes(b"changed"), f"{VERDICTS}: has"),
        (forge_verdicts, "has verdicts of samples that are not in the shard, or lacks some"),
        (lambda folder: change_judged(folder, judge=999), "judged.judge: is 999, but"),
        (
            lambda folder: change_judged(folder, completions="0" * 64),
            "judged.completions: does not match the completions of the run",
        ),
        (
            lambda folder: edit_manifest(folder, lambda found: found.update(judged=None)),
            "judged: is missing",
        ),
    ],
)
def test_a_changed_artifact_fails_its_own_run_only(change, message, judged, artifacts) -> None:
    damaged = judged.plan.runs[0].score[0]
    change(artifacts / damaged)
    results = results_of(judged.work(artifacts=artifacts))
    assert [new.name.slug for new in results.rows] == ["other", "third"]
    (error,) = results.errors
    assert f"{damaged}/" in str(error)
    assert message in str(error)
    (status,) = results.statuses
    assert (status.slug, status.state, status.stage) == ("acme", "failed", "record")
    assert damaged in status.reason


def test_completions_that_were_replaced_after_judging_are_refused(judged, artifacts) -> None:
    """Even with a matching manifest, they contradict the record of the score job."""
    folder = artifacts / str(judged.plan.runs[2].generate)
    (folder / COMPLETIONS).write_text(completions(codes=("def f(x): return 2 * x",)), encoding="utf-8")
    files = [
        describe_file(path).model_dump() for path in folder.iterdir() if path.name.startswith("completions")
    ]
    edit_manifest(folder, lambda found: found.update(files=files))
    results = results_of(judged.work(artifacts=artifacts))
    assert "does not match the completions of the run" in str(results.errors[0])
    assert [new.name.slug for new in results.rows] == ["acme", "other"]


def test_a_submission_deleted_after_the_plan_is_reported(judged: JudgedRuns, tmp_path: Path) -> None:
    submissions = Path(shutil.copytree(judged.submissions, tmp_path / "submissions"))
    shutil.rmtree(submissions / "acme")
    results = results_of(judged.work(submissions=submissions))
    assert [new.name.slug for new in results.rows] == ["other", "third"]
    (status,) = results.statuses
    assert "acme/submission.yaml: was deleted after the plan was made" in status.reason


def test_a_job_without_result_is_a_failure_that_is_retried(judged, artifacts, remote, tmp_path) -> None:
    shutil.rmtree(artifacts / judged.plan.runs[1].score[1])
    results = results_of(judged.work(artifacts=artifacts))
    assert not results.errors
    publish_to(remote, results, tmp_path / "checkout")
    (status,) = read_statuses(tmp_path / "checkout" / STATUS)
    assert (status.slug, status.state, status.stage, status.run_id) == ("other", "failed", "score", "42")
    assert "2-of-2 left no result: it was cancelled" in status.reason
    (other,) = submitted(judged.submissions, "other")
    assert failure_counts([status])[other.form] == 1
    assert [run.slug for run in make_plan([other], [status], plan_options()).runs] == ["other"]
    assert not make_plan([other], [status] * ATTEMPTS, plan_options()).runs


@pytest.mark.usefixtures("tiny")
def test_an_unfinished_generation_waits_and_has_not_failed(tmp_path: Path) -> None:
    submit(tmp_path / "submissions", "acme", REPLAYED)
    (status,) = results_of(evaluated(tmp_path, ci=CI, seconds=0)).statuses
    assert (status.state, status.stage) == ("waiting", "generate")
    assert status.reason == "0 of 6 completions so far; the next workflow run continues"
    (run,) = submitted(tmp_path / "submissions")
    assert make_plan([run], [status], plan_options()).of("generate")[0].resume == "42"


def test_a_job_that_never_began_keeps_the_earlier_checkpoint(judged: JudgedRuns, artifacts: Path) -> None:
    """Its machine was lost before the job had fetched the paid completions of an earlier CI run."""
    jobs = [
        job.model_copy(update={"resume": "41"}) if job.kind == "generate" else job for job in judged.plan.jobs
    ]
    plan = judged.plan.model_copy(update={"jobs": jobs})
    shutil.rmtree(artifacts / str(judged.plan.runs[2].generate))
    (status,) = results_of(judged.work(plan=plan, artifacts=artifacts)).statuses
    assert (status.slug, status.stage, status.run_id) == ("third", "generate", "41")
    (third,) = submitted(judged.submissions, "third")
    assert make_plan([third], [status], plan_options()).of("generate")[0].resume == "41"


@pytest.mark.usefixtures("tiny")
def test_a_failed_generation_is_recorded_with_its_own_reason(tmp_path: Path) -> None:
    text = "".join(completions().splitlines(keepends=True)[:4])
    submit(tmp_path / "submissions", "acme", REPLAYED, text=text)
    (status,) = results_of(evaluated(tmp_path)).statuses
    assert (status.state, status.stage) == ("failed", "generate")
    assert "2 of 6 samples are missing" in status.reason


@pytest.mark.gate
def test_descriptions_of_a_two_stage_run_are_stored_next_to_the_row(
    tiny, remote, tmp_path, monkeypatch
) -> None:
    """The first stage writes descriptions, the second writes programs from them."""
    monkeypatch.setattr(type(tiny), "prompt", lambda *_: TinyPrompt(stages=2))
    coder = {"provider": "replay", "model": "predictions.jsonl"}
    folder = submit(tmp_path / "submissions", "acme", {**REPLAYED, "coder": coder})
    (folder / "answers.jsonl").write_text(completions(codes=["a tree", "a graph"]), encoding="utf-8")
    publish_to(remote, results_of(evaluated(tmp_path)), tmp_path / "checkout")
    (path,) = row_files(tmp_path / "checkout" / ROWS)
    descriptions = descriptions_of(read_row(path), path)
    assert [description.text.splitlines()[1] for description in descriptions] == ["a tree", "a graph"] * 3
    assert len(list(path.parent.glob("*.gz"))) == 3
    git = Git(remote)
    tip = commit_id(git, "results")
    unsigned = AttestationChecker(None)
    checked = check_files(git, tip, unsigned)
    assert (checked.findings, checked.rows, checked.attested) == ([], 1, 0)


def test_large_files_are_uploaded_before_the_row_is_pushed(
    judged, hub, remote, tmp_path, monkeypatch
) -> None:
    for module in (recording, releases):
        monkeypatch.setattr(module, "ROW_FILE_LIMIT", 100)
    work = judged.work()
    hub.play("run.yml", "record")
    with RestApi.from_environment(hub.environment) as rest:
        assets = RowAssets(Repository("octo/bench", rest))
        results = upload_large_files(work, results_of(work), assets.keep)
        publish_to(remote, results, tmp_path / "checkout")
        (row, *_) = read_rows(tmp_path / "checkout" / ROWS)
        data = assets.fetch(release_of(row), row.run.completions_file)
    assert sha256_hex(data) == row.run.completions_file.sha256
    assert release_of(row) in {release["tag_name"] for release in hub.releases}
    assert not list((tmp_path / "checkout" / ROWS).rglob("*.gz"))
    uploaded = {asset["name"] for release in hub.releases for asset in release["assets"]}
    assert len(uploaded) == 6


def test_uploads_of_a_killed_record_do_not_block_later_rows(judged, hub, monkeypatch) -> None:
    """The row was judged again after a record job died before its push, so its files have other times."""
    for module in (recording, releases):
        monkeypatch.setattr(module, "ROW_FILE_LIMIT", 100)
    work = judged.work()
    results = results_of(work)
    killed = [
        dataclasses.replace(new, files={name: data + bytes(1) for name, data in new.files.items()})
        for new in results.rows
    ]
    hub.play("run.yml", "record")
    with RestApi.from_environment(hub.environment) as rest:
        assets = RowAssets(Repository("octo/bench", rest))
        upload_large_files(work, RecordOutcome(tuple(killed)), assets.keep)
        again = upload_large_files(work, results, assets.keep)
        assert (again.errors, len(again.rows)) == ((), 3)
        for row in (new.row for new in again.rows):
            data = assets.fetch(release_of(row), row.run.verdicts_file)
            assert sha256_hex(data) == row.run.verdicts_file.sha256


def test_a_row_whose_files_cannot_be_uploaded_is_not_made(judged, monkeypatch) -> None:
    monkeypatch.setattr(recording, "ROW_FILE_LIMIT", 100)
    work = judged.work()
    results = upload_large_files(work, results_of(work), None)
    assert results.rows == ()
    assert {status.stage for status in results.statuses} == {"record"}
    assert all(isinstance(error, OurFailure) for error in results.errors)


def test_a_reason_has_no_key_and_one_line() -> None:
    reason = reason_of("401:\nBearer abcdefghij0123456789 is \x1b[31mno key\n" + "x" * 900)
    assert reason.startswith("401: [key] is ")
    assert reason.isprintable()
    assert len(reason) == 500
