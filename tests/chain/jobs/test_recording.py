"""From artifacts to rows on a branch of a real repository."""

import dataclasses
import gzip
import json
import shutil
import subprocess
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from ci_world import (
    PLACE,
    PREDICTED,
    REPLAYED,
    Asking,
    asked,
    completions,
    parts_of,
    planned,
    score_all,
    submit,
    wish,
)
from fake_github import FakeGitHub

from benchmark.chain.github.assets import RowAssets
from benchmark.chain.github.ci_run import CiRun
from benchmark.chain.github.releases import Releases
from benchmark.chain.github.repository import Repository
from benchmark.chain.github.rest import RestApi
from benchmark.chain.jobs import parallel, recording
from benchmark.chain.jobs.artifact import MANIFEST, described
from benchmark.chain.jobs.generating import COMPLETIONS, generate_job
from benchmark.chain.jobs.recording import (
    RecordJob,
    RecordOutcome,
    add,
    kept,
    looked_into,
    results_of,
    standing,
)
from benchmark.chain.jobs.scoring import VERDICTS
from benchmark.chain.plan import plan as planning
from benchmark.chain.plan.due_runs import failures, without_row
from benchmark.chain.plan.job import Plan, write_plan
from benchmark.chain.plan.plan import plan_of
from benchmark.cli.shared.suite_names import known_suites
from benchmark.core.digest import sha256_hex
from benchmark.core.errors import OurFailure
from benchmark.pipeline.generate.generate import GenerationListener
from benchmark.pipeline.rows.record import make_row
from benchmark.pipeline.rows.row_files import descriptions_of
from benchmark.pipeline.rows.submitted_run import identity, judge_run
from benchmark.results.branch import PublishOutcome, publish
from benchmark.results.git import Git
from benchmark.results.heads import heads_at, read_heads
from benchmark.results.layout import ROWS, STATUS, release_tag
from benchmark.results.ledger import read_row, read_rows, row_files
from benchmark.results.objects import blobs, commit_id, entries
from benchmark.results.soundness import check_files
from benchmark.results.status import ATTEMPTS, read_statuses, reason_of

Sightbench = Callable[..., "subprocess.CompletedProcess[str]"]

QUIET = GenerationListener(lambda _: None, lambda _: None, lambda _: None)
CI = CiRun(repository="octo/bench", id="42", commit="c" * 40)


@dataclasses.dataclass(frozen=True)
class Judged:
    """Submissions of three runs, all of them judged: one in two shards."""

    submissions: Path
    artifacts: Path
    plan: Plan

    def work(self, **changes: object) -> RecordJob:
        given = {"plan": self.plan, "artifacts": self.artifacts, "submissions": self.submissions}
        return RecordJob(**{**given, "known": known_suites(), "ci": CI, **changes})  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def judged(tiny: object, tmp_path_factory: pytest.TempPathFactory) -> Judged:  # noqa: ARG001 - it is known then
    folder = tmp_path_factory.mktemp("judged")
    submissions, artifacts = folder / "submissions", folder / "artifacts"
    submit(submissions, "acme", PREDICTED)
    submit(submissions, "other", {**PREDICTED, "protocol": "sampled-2"}, draws=2)
    submit(submissions, "third", REPLAYED)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(planning, "SAMPLES_A_JOB", 6)
        plan = plan_of(asked(submissions), [], wish(commit=CI.commit))
    assert [(job.slug, job.shards) for job in plan.of("score")] == [
        ("acme", 1),
        ("other", 2),
        ("other", 2),
        ("third", 1),
    ]
    (job,) = plan.of("generate")
    one, _ = parts_of(submissions, plan, job)
    generate_job(one, job, artifacts / job.id, seconds=None, budget=None, listener=lambda _: QUIET)
    score_all(submissions, plan, artifacts)
    return Judged(submissions, artifacts, plan)


@pytest.fixture
def artifacts(judged: Judged, tmp_path: Path) -> Path:
    """A copy to be spoilt."""
    return Path(shutil.copytree(judged.artifacts, tmp_path / "artifacts"))


def publish_to(remote: Path, results: RecordOutcome, folder: Path) -> PublishOutcome:
    return publish(
        str(remote),
        lambda checkout: add(results, checkout),
        folder=folder,
        needed=looked_into(results),
        deadline_seconds=60,
    )


def test_shards_make_the_row_that_one_machine_makes(judged: Judged) -> None:
    made = {one.name.slug: one for one in results_of(judged.work()).made}
    assert set(made) == {"acme", "other", "third"}
    for one in asked(judged.submissions, "acme", "other"):
        evaluation = judge_run(one.folder, one.run, executor=PLACE.executor)
        row, _ = make_row(evaluation, identity(one.folder, one.submission, one.run))
        assert made[one.name.slug].row.id == row.id
    statuses = [status for task in made["other"].row.result.statuses.values() for status in task]
    assert (len(statuses), statuses.count("passed")) == (12, 8)


def test_a_row_says_where_it_comes_from(judged: Judged) -> None:
    made = {one.name.slug: one.row.run for one in results_of(judged.work()).made}
    run = made["other"]
    (planned_run,) = (run for run in judged.plan.runs if run.slug == "other")
    assert (run.executor, run.commit, run.request) == ("ci", CI.commit, planned_run.request)
    assert run.links == {"CI run": "https://github.com/octo/bench/actions/runs/42"}
    assert run.workers == 2 * PLACE.executor.workers


@pytest.mark.parametrize(
    ("provider", "trust"), [("replay", "judged"), ("openai", "verified"), ("local", "verified")]
)
def test_only_what_ci_asked_a_model_for_is_verified(provider: str, trust: str, judged: Judged) -> None:
    (third,) = asked(judged.submissions, "third")
    assert third.run.model is not None
    run = third.run.model_copy(update={"model": third.run.model.model_copy(update={"provider": provider})})
    third = dataclasses.replace(third, submission=third.submission.model_copy(update={"runs": [run]}))
    assert recording.trust_of(third) == trust
    (acme,) = asked(judged.submissions, "acme")
    assert recording.trust_of(acme) == "judged"


def test_rows_are_pushed_and_nothing_is_due_then(judged: Judged, remote: Path, tmp_path: Path) -> None:
    published = publish_to(remote, results_of(judged.work()), tmp_path / "checkout")
    rows = read_rows(tmp_path / "checkout" / ROWS)
    assert [row.result.submission.slug for row in rows] == ["acme", "other", "third"]
    assert len(published.added) == 9
    assert without_row(asked(judged.submissions), read_heads(tmp_path / "checkout" / ROWS)) == ()


def test_recording_again_adds_nothing(judged: Judged, remote: Path, tmp_path: Path) -> None:
    assert publish_to(remote, results_of(judged.work()), tmp_path / "first").commit is not None
    again = publish_to(remote, results_of(judged.work()), tmp_path / "second")
    assert (again.commit, again.added) == (None, ())


def test_a_record_that_runs_again_names_the_rows_that_stand(
    judged: Judged, remote: Path, tmp_path: Path, in_process: Sightbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed behind its push, it has attested nothing and called no site: the next attempt does both."""
    plan = tmp_path / "plan.json"
    write_plan(plan, judged.plan)
    places = ("--artifacts", judged.artifacts, "--submissions", judged.submissions, "--remote", remote)
    for name, last in (("first", "3 row(s) added to results"), ("again", "nothing new for results")):
        told = tmp_path / f"outputs-{name}"
        monkeypatch.setenv("GITHUB_OUTPUT", str(told))
        done = in_process("ci", "record", "--plan", plan, *places, "--checkout", name)
        assert (done.returncode, done.stdout.splitlines()[-1]) == (0, last)
        lines = told.read_text(encoding="utf-8").splitlines()
        rows = [line for line in lines if line.startswith(f"{name}/{ROWS}/tiny/small/")]
        assert [Path(line).parent.name for line in rows] == ["acme", "other", "third"]
        assert all(Path(line).is_file() for line in rows)
        assert [
            lines[place + 1] for place, line in enumerate(lines) if line.startswith(("rows<<", "added<<"))
        ] == [
            "3",
            "true",
        ]


def test_a_row_that_somebody_else_made_meanwhile_is_not_ours(
    judged: Judged, remote: Path, tmp_path: Path
) -> None:
    """Nothing may be attested that this run of CI did not make."""
    theirs = results_of(judged.work(ci=dataclasses.replace(CI, id="43")))
    publish_to(remote, RecordOutcome(theirs.made[:1]), tmp_path / "first")
    results = results_of(judged.work())
    publish_to(remote, results, tmp_path / "second")
    assert len(list((tmp_path / "second" / ROWS).rglob("*.json"))) == 3
    slugs = {path.parent.name for path in standing(results, tmp_path / "second")}
    assert slugs == {"other", "third"}


def test_one_request_gets_one_row_whoever_judges_it_meanwhile(
    judged: Judged, remote: Path, tmp_path: Path
) -> None:
    results = results_of(judged.work())
    one = results.made[0]
    other = one.row.model_copy(update={"id": "f" * 64})
    publish_to(remote, RecordOutcome((dataclasses.replace(one, row=other),), (), ()), tmp_path / "first")
    publish_to(remote, results, tmp_path / "second")
    heads = heads_at(Git(remote), "results", ROWS, ["acme", "other", "third"])
    assert sorted(head.run.slug for head in heads) == ["acme", "other", "third"]
    assert "f" * 64 in {head.id for head in heads}


def test_two_submissions_merged_at_once_both_get_rows(judged: Judged, remote: Path, tmp_path: Path) -> None:
    made = results_of(judged.work()).made
    with ThreadPoolExecutor() as pool:
        list(
            pool.map(
                lambda one: publish_to(remote, RecordOutcome((one,), (), ()), tmp_path / one.name.slug), made
            )
        )
    log = subprocess.run(
        ["git", "-C", str(remote), "ls-tree", "-r", "--name-only", "results"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert sum(name.endswith(".json") for name in log) == len(made) == 3


def test_several_processes_come_to_the_same(
    judged: Judged, artifacts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parallel, "_AT_LEAST", 1)
    (artifacts / judged.plan.runs[1].score[1] / VERDICTS).write_bytes(b"changed")
    work = judged.work(artifacts=artifacts)
    alone, parted = results_of(work), results_of(work, workers=3)
    assert (parted.made, parted.statuses) == (alone.made, alone.statuses)
    assert [(type(error), error.render()) for error in parted.errors] == [
        (type(error), error.render()) for error in alone.errors
    ]
    assert len(alone.errors) == 1


def edit_manifest(folder: Path, change: Callable[[dict[str, object]], None]) -> None:
    path = folder / MANIFEST
    document = json.loads(path.read_bytes())
    change(document)
    path.write_text(json.dumps(document), encoding="utf-8")


def forge_verdicts(folder: Path) -> None:
    """All passed, and a manifest that says so."""
    lines = gzip.decompress((folder / VERDICTS).read_bytes()).decode().splitlines()
    forged = [json.dumps({**json.loads(line), "status": "passed"}) for line in lines[1:]]
    (folder / VERDICTS).write_bytes(gzip.compress("\n".join(forged).encode()))
    file = described(folder / VERDICTS).model_dump()
    edit_manifest(folder, lambda found: found.update(files=[file]))


def other_judge(folder: Path) -> None:
    edit_manifest(folder, lambda found: found["judged"].update(judge=999))  # type: ignore[attr-defined]


def other_completions(folder: Path) -> None:
    edit_manifest(folder, lambda found: found["judged"].update(completions="0" * 64))  # type: ignore[attr-defined]


def nothing_judged(folder: Path) -> None:
    edit_manifest(folder, lambda found: found.update(judged=None))


def other_verdicts(folder: Path) -> None:
    (folder / VERDICTS).write_bytes(b"changed")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (other_verdicts, f"{VERDICTS}: has"),
        (forge_verdicts, "has verdicts of other samples"),
        (other_judge, "judged.judge: 999 is not"),
        (other_completions, "judged.completions: the job judged other completions"),
        (nothing_judged, "judged: is not there"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_changed_artifact_is_refused_by_name_and_holds_no_other_run_up(
    change: Callable[[Path], None], message: str, judged: Judged, artifacts: Path
) -> None:
    spoilt = judged.plan.runs[0].score[0]
    change(artifacts / spoilt)
    results = results_of(judged.work(artifacts=artifacts))
    assert [one.name.slug for one in results.made] == ["other", "third"]
    (error,) = results.errors
    assert f"{spoilt}/" in str(error)
    assert message in str(error)
    (status,) = results.statuses
    assert (status.slug, status.state, status.stage) == ("acme", "failed", "record")
    assert spoilt in status.reason


def test_completions_that_were_exchanged_after_judging_are_refused(judged: Judged, artifacts: Path) -> None:
    """Whoever exchanges them, and says so in the manifest, is found out by what the score job declared."""
    folder = artifacts / str(judged.plan.runs[2].generate)
    (folder / COMPLETIONS).write_text(completions(codes=("def f(x): return 2 * x",)), encoding="utf-8")
    files = [described(path).model_dump() for path in folder.iterdir() if path.name.startswith("completions")]
    edit_manifest(folder, lambda found: found.update(files=files))
    results = results_of(judged.work(artifacts=artifacts))
    assert "the job judged other completions than are here" in str(results.errors[0])
    assert [one.name.slug for one in results.made] == ["acme", "other"]


def test_a_submission_that_is_gone_since_the_plan_is_named(judged: Judged, tmp_path: Path) -> None:
    submissions = Path(shutil.copytree(judged.submissions, tmp_path / "submissions"))
    shutil.rmtree(submissions / "acme")
    results = results_of(judged.work(submissions=submissions))
    assert [one.name.slug for one in results.made] == ["other", "third"]
    (status,) = results.statuses
    assert "acme/submission.yaml: is there no more, and was when the plan was made" in status.reason


def test_a_job_that_left_nothing_is_a_failure_that_is_tried_again(
    judged: Judged, artifacts: Path, remote: Path, tmp_path: Path
) -> None:
    shutil.rmtree(artifacts / judged.plan.runs[1].score[1])
    results = results_of(judged.work(artifacts=artifacts))
    assert not results.errors
    publish_to(remote, results, tmp_path / "checkout")
    (status,) = read_statuses(tmp_path / "checkout" / STATUS)
    assert (status.slug, status.state, status.stage, status.run_id) == ("other", "failed", "score", "42")
    assert "2-of-2 left no result: it was cancelled" in status.reason
    (one,) = asked(judged.submissions, "other")
    assert failures(one, [status]) == 1
    assert [run.slug for run in plan_of([one], [status], wish()).runs] == ["other"]
    assert not plan_of([one], [status] * ATTEMPTS, wish()).runs


def test_the_same_failure_is_told_once(judged: Judged, artifacts: Path, remote: Path, tmp_path: Path) -> None:
    shutil.rmtree(artifacts / judged.plan.runs[0].score[0])
    for name in ("first", "second"):
        last = publish_to(remote, results_of(judged.work(artifacts=artifacts)), tmp_path / name)
    assert last.added == ()
    assert len(read_statuses(tmp_path / "second" / STATUS)) == 1


@pytest.mark.usefixtures("tiny")
def test_generation_that_is_not_done_goes_on_and_has_not_failed(tmp_path: Path) -> None:
    submissions, artifacts = tmp_path / "submissions", tmp_path / "artifacts"
    submit(submissions, "acme", REPLAYED)
    plan = planned(submissions)
    (job,) = plan.of("generate")
    one, _ = parts_of(submissions, plan, job)
    generate_job(one, job, artifacts / job.id, seconds=0, budget=None, listener=lambda _: QUIET)
    score_all(submissions, plan, artifacts)
    work = RecordJob(plan=plan, artifacts=artifacts, submissions=submissions, known=known_suites(), ci=CI)
    (status,) = results_of(work).statuses
    assert (status.state, status.stage) == ("waiting", "generate")
    assert status.reason == "0 of 6 completions so far; it goes on from there"
    assert plan_of([one], [status], wish()).of("generate")[0].resume == "42"


def test_a_job_that_never_began_leaves_the_checkpoint_where_it_was(judged: Judged, artifacts: Path) -> None:
    """Its machine went before it had fetched what an earlier run of CI generated, and paid for."""
    jobs = [
        job.model_copy(update={"resume": "41"}) if job.kind == "generate" else job for job in judged.plan.jobs
    ]
    plan = judged.plan.model_copy(update={"jobs": jobs})
    shutil.rmtree(artifacts / str(judged.plan.runs[2].generate))
    (status,) = results_of(judged.work(plan=plan, artifacts=artifacts)).statuses
    assert (status.slug, status.stage, status.run_id) == ("third", "generate", "41")
    (third,) = asked(judged.submissions, "third")
    assert plan_of([third], [status], wish()).of("generate")[0].resume == "41"


@pytest.mark.usefixtures("tiny")
def test_a_failed_generation_is_told_with_its_own_reason(tmp_path: Path) -> None:
    submissions, artifacts = tmp_path / "submissions", tmp_path / "artifacts"
    submit(submissions, "acme", REPLAYED, text="".join(completions().splitlines(keepends=True)[:4]))
    plan = planned(submissions)
    (job,) = plan.of("generate")
    one, _ = parts_of(submissions, plan, job)
    generate_job(one, job, artifacts / job.id, seconds=None, budget=None, listener=lambda _: QUIET)
    score_all(submissions, plan, artifacts)
    work = RecordJob(plan=plan, artifacts=artifacts, submissions=submissions, known=known_suites(), ci=CI)
    (status,) = results_of(work).statuses
    assert (status.state, status.stage) == ("failed", "generate")
    assert "2 of 6 samples are missing" in status.reason


def test_what_was_described_first_stands_beside_the_row(
    tiny: object, remote: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two stages: descriptions, and programs that were written from them."""
    monkeypatch.setattr(type(tiny), "prompt", lambda *_: Asking(stages=2))
    submissions, artifacts = tmp_path / "submissions", tmp_path / "artifacts"
    coder = {"provider": "replay", "model": "predictions.jsonl"}
    folder = submit(submissions, "acme", {**REPLAYED, "coder": coder})
    (folder / "answers.jsonl").write_text(completions(codes=["a tree", "a graph"]), encoding="utf-8")
    plan = planned(submissions)
    (job,) = plan.of("generate")
    one, _ = parts_of(submissions, plan, job)
    generate_job(one, job, artifacts / job.id, seconds=None, budget=None, listener=lambda _: QUIET)
    score_all(submissions, plan, artifacts)
    work = RecordJob(plan=plan, artifacts=artifacts, submissions=submissions, known=known_suites(), ci=CI)
    publish_to(remote, results_of(work), tmp_path / "checkout")
    (path,) = row_files(tmp_path / "checkout" / ROWS)
    said = descriptions_of(read_row(path), path)
    assert [one.text.splitlines()[1] for one in said] == ["a tree", "a graph"] * 3
    assert len(list(path.parent.glob("*.gz"))) == 3
    git = Git(remote)
    tip = commit_id(git, "results")
    assert check_files(entries(git, tip), lambda some: blobs(git, [one.id for one in some])) == ([], 1)


def test_what_waits_is_told_on_the_branch(judged: Judged, remote: Path, tmp_path: Path) -> None:
    submissions = tmp_path / "submissions"
    local = {name: value for name, value in PREDICTED.items() if name != "predictions"}
    submit(submissions, "gpu", {**local, "model": {"provider": "local", "model": "acme/vl"}})
    work = judged.work(plan=planned(submissions), submissions=submissions)
    publish_to(remote, results_of(work), tmp_path / "checkout")
    (status,) = read_statuses(tmp_path / "checkout" / STATUS)
    assert (status.state, status.stage, status.run_id) == ("waiting", "plan", "")
    assert "GPU" in status.reason


def test_large_files_are_assets_before_the_row_names_them(
    judged: Judged, hub: FakeGitHub, remote: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recording, "ROW_FILE_LIMIT", 100)
    work = judged.work()
    with RestApi.from_environment(hub.environment) as rest:
        assets = RowAssets(Releases(Repository("octo/bench", rest)), "c" * 40)
        results = kept(work, results_of(work), assets.keep)
        publish_to(remote, results, tmp_path / "checkout")
        (row, *_) = read_rows(tmp_path / "checkout" / ROWS)
        assert row.run.completions_file is not None
        data = assets.fetch(row.id, row.run.completions_file)
    assert sha256_hex(data) == row.run.completions_file.sha256
    assert release_tag(row.id) in {release["tag_name"] for release in hub.releases}
    assert not list((tmp_path / "checkout" / ROWS).rglob("*.gz"))
    uploaded = {asset["name"] for release in hub.releases for asset in release["assets"]}
    assert len(uploaded) == 6


def test_what_a_killed_record_uploaded_stands_in_no_rows_way(
    judged: Judged, hub: FakeGitHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same row, judged anew after a record that never came to its push: other times were measured."""
    monkeypatch.setattr(recording, "ROW_FILE_LIMIT", 100)
    work = judged.work()
    results = results_of(work)
    killed = [
        dataclasses.replace(one, files={name: data + bytes(1) for name, data in one.files.items()})
        for one in results.made
    ]
    with RestApi.from_environment(hub.environment) as rest:
        assets = RowAssets(Releases(Repository("octo/bench", rest)), "c" * 40)
        kept(work, RecordOutcome(tuple(killed)), assets.keep)
        again = kept(work, results, assets.keep)
        assert (again.errors, len(again.made)) == ((), 3)
        for row in (one.row for one in again.made):
            assert row.run.verdicts_file is not None
            data = assets.fetch(row.id, row.run.verdicts_file)
            assert sha256_hex(data) == row.run.verdicts_file.sha256


def test_a_row_whose_files_cannot_be_kept_is_not_made(
    judged: Judged, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recording, "ROW_FILE_LIMIT", 100)
    work = judged.work()
    results = kept(work, results_of(work), None)
    assert results.made == ()
    assert {status.stage for status in results.statuses} == {"record"}
    assert all(isinstance(error, OurFailure) for error in results.errors)


def test_a_status_has_no_key_and_one_line() -> None:
    said = reason_of("401:\nBearer abcdefghij0123456789 is \x1b[31mno key\n" + "x" * 900)
    assert said.startswith("401: [key] is ")
    assert said.isprintable()
    assert len(said) == 500
