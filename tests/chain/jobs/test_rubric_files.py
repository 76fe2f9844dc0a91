"""A model scores the answers of a run in a job of its own, and its scores are recorded next to the row."""

import gzip
import json
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from ci_world import plan_options, submit, submitted
from loopback import BadKey, LoopbackServer, Prices, Rule, Script, Status
from rubric_world import ANSWERS, DRAWING, DRAWN, KEY, judge, rewrite, rubric_policy, score_by_hand, seal

from benchmark.chain.github.ci_run import CiRun
from benchmark.chain.jobs import recording
from benchmark.chain.jobs.merging import RecordJob
from benchmark.chain.jobs.recording import RecordOutcome, results_of, upload_large_files
from benchmark.chain.jobs.rubric import add_rubric_files
from benchmark.chain.plan.job import Plan, write_plan
from benchmark.chain.plan.plan import make_plan
from benchmark.chain.plan.policy import read_policy
from benchmark.cli import main
from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput
from benchmark.results.attestation import AttestationChecker
from benchmark.results.branch_record import parse_record
from benchmark.results.git import Git, blobs, commit_id, entries
from benchmark.results.layout import ROWS
from benchmark.results.rubric import RubricScores
from benchmark.results.soundness import check_files
from tests.case_files import read_cases
from tests.conftest import Sightbench
from tests.edits import edit
from tests.put_suite import put_suite
from tests.sampling import gate_of

pytestmark = gate_of("chain")

_OUTSIDE = ("GITHUB_REPOSITORY", "GITHUB_RUN_ID", "GITHUB_OUTPUT", "GITHUB_SHA", "GITHUB_TOKEN")


@pytest.fixture(scope="module")
def server() -> Iterator[LoopbackServer]:
    """The model's server, and a suite of drawings."""
    suite = DRAWING
    with pytest.MonkeyPatch.context() as patch, LoopbackServer(Script(), judge) as running:
        put_suite(patch, suite)
        yield running


@dataclass
class Evaluation:
    """One evaluation: its plan, and the artifacts of its jobs."""

    folder: Path
    plan: Plan
    server: LoopbackServer
    sightbench: Sightbench

    @property
    def job(self) -> Path:
        (job,) = self.plan.of("rubric")
        return self.folder / "artifacts" / job.id

    @property
    def asked(self) -> int:
        return self.server.totals.requests

    def rubric(self, *more: object) -> "subprocess.CompletedProcess[str]":
        """Run the job on a fresh machine, and keep its folder as its artifact."""
        given = ("--plan", "plan.json", "--completions", "artifacts", "--out", "out", *more)
        done = self.sightbench("ci", "rubric", "--job", self.job.name, *given)
        if (self.folder / "out").exists():
            shutil.rmtree(self.job, ignore_errors=True)
            (self.folder / "out").rename(self.job)
        return done

    def state(self) -> str:
        return str(json.loads((self.job / "manifest.json").read_bytes())["state"])

    @property
    def work(self) -> RecordJob:
        artifacts, submissions = self.folder / "artifacts", self.folder / "submissions"
        return RecordJob(plan=self.plan, artifacts=artifacts, submissions=submissions, ci=CiRun())

    def results(self) -> tuple[RecordOutcome, str]:
        """Make the row and the files next to it; return also what is noted."""
        policy = read_policy(self.folder / "policy.yml")
        found, notes = add_rubric_files(self.work, results_of(self.work), policy.rubric)
        assert len(found.rows) == 1, found.errors
        return found, "".join(notes)

    def scores(self) -> RubricScores:
        (new,) = self.results()[0].rows
        name = next(iter(new.rubric))
        return parse_record(RubricScores, new.rubric[name], Path(name))

    def submit(self, text: str, *codeless: str) -> None:
        """Plan and judge a submission of these answers."""
        submit(self.folder / "submissions", "acme", DRAWN, text=text)
        policy = json.loads((self.folder / "policy.yml").read_text(encoding="utf-8"))
        options = plan_options(policy, commit="c" * 40)
        self.plan = make_plan(submitted(self.folder / "submissions"), [], options)
        write_plan(self.folder / "plan.json", self.plan)
        score_by_hand(self.folder / "submissions", self.plan, self.folder / "artifacts", codeless)

    def allow(self, **changes: object) -> None:
        """Write a policy that names the model."""
        text = json.dumps(rubric_policy(self.server.openai_url, **changes))
        (self.folder / "policy.yml").write_text(text, encoding="utf-8")


@pytest.fixture
def evaluation(
    tmp_path: Path, server: LoopbackServer, in_process: Sightbench, monkeypatch: pytest.MonkeyPatch
) -> Evaluation:
    """An evaluation whose answers were judged, with the model's job to come."""
    server.script = Script(prices=Prices(tokens_in=3, tokens_out=15))
    monkeypatch.setenv("RUBRIC_API_KEY", KEY)
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "summary.md"))
    for name in _OUTSIDE:
        monkeypatch.delenv(name, raising=False)
    made = Evaluation(tmp_path, Plan(created="2026-11-20T08:00:00Z", lint=False), server, in_process)
    made.allow()
    made.submit(ANSWERS, "d-0")
    return made


def recorded(remote: Path) -> dict[str, bytes]:
    """Return the files of rows on the branch, by name, after a check of all of them."""
    git = Git(remote)
    tip = commit_id(git, "results")
    checked = check_files(git, tip, AttestationChecker(None))
    assert [finding.problem for finding in checked.findings] == []
    found = list(entries(git, tip, ROWS))
    contents = blobs(git, [entry.id for entry in found])
    return {Path(entry.path).name: data for entry, data in zip(found, contents, strict=True)}


@pytest.mark.gate
def test_a_row_is_recorded_before_a_server_that_failed_gives_its_scores(evaluation, remote, tmp_path) -> None:
    """The scores of a second evaluation are added to the row."""
    evaluation.server.script = Script(rules=(Rule(fault=Status(code=503), holds="Score the answer"),))
    assert (evaluation.rubric().returncode, evaluation.state()) == (3, "failed")
    record = ("ci", "record", "--plan", "plan.json", "--artifacts", "artifacts", "--remote", remote)
    done = evaluation.sightbench(*record, "--checkout", "first", code=0)
    assert "acme: drawing/drawn, text, greedy, sightbench: no scores by a model: 2 of 2 sampl" in done.stdout
    assert "no scores by a model" in (tmp_path / "summary.md").read_text(encoding="utf-8")
    before = recorded(remote)
    assert len(before) == 3, "the row, its completions and its verdicts"
    evaluation.server.script = Script()
    assert evaluation.rubric().returncode == 0
    done = evaluation.sightbench(*record, "--checkout", "again", code=0)
    assert "0 row(s) added" in done.stdout
    assert "1 file(s) of scores by a model added" in done.stdout
    after = recorded(remote)
    assert before.items() <= after.items()
    assert len(after) == 5
    assert "nothing new" in evaluation.sightbench(*record, "--checkout", "third").stdout


def test_scores_and_replies_are_recorded_next_to_the_row(evaluation: Evaluation, remote: Path) -> None:
    done = evaluation.rubric()
    assert done.returncode == 0, done.stderr
    assert json.loads((evaluation.job / "rubric.json").read_bytes())["result"]["row"] is None
    assert KEY not in "".join(path.read_text("latin-1") for path in evaluation.job.iterdir())
    (new,) = evaluation.results()[0].rows
    scores = evaluation.scores()
    assert scores.result.scores == {"d-0": [1], "d-1": [7], "d-2": [7]}
    assert list(new.rubric) == [f"{new.row.id}.rubric.{scores.id}{end}" for end in (".json", ".jsonl.gz")]
    assert (scores.result.row, scores.id) == (new.row.id, scores.with_its_id().id)
    assert (scores.run.commit, bool(scores.run.cost_usd)) == ("c" * 40, True)
    more = ("--artifacts", "artifacts", "--remote", remote, "--checkout", "checkout")
    done = evaluation.sightbench("ci", "record", "--plan", "plan.json", *more, code=0)
    assert new.rubric.items() <= recorded(remote).items()
    log = ["git", "-C", str(remote), "log", "--format=%s", "results"]
    subjects = subprocess.run(log, capture_output=True, text=True, check=True).stdout
    assert subjects.startswith("Add 1 row(s) and 1 file(s) of scores\n"), "one commit"


def test_calls_without_a_reply_count_up_to_what_was_reserved(graded: Evaluation) -> None:
    cost = graded.scores().run.cost_usd or 0.0
    for unsure, counted in ((0.25, 0.25), (1e6, 2.0 - cost)):
        rewrite(graded.job, lambda v, usd=unsure: v.update(unsure_usd=usd), "elements.generation.json")  # type: ignore[misc]
        assert graded.scores().run.unsure_usd == pytest.approx(counted)


def test_a_wrong_key_or_a_killed_job_costs_only_the_scores(evaluation: Evaluation) -> None:
    assert "left no result: it was cancelled" in evaluation.results()[1]
    evaluation.server.script = Script(rules=(Rule(fault=BadKey()),))
    assert evaluation.rubric().returncode == 2
    found, note = evaluation.results()
    assert "rubric.model" in note
    assert (found.errors, found.rows[0].rubric) == ((), {})


def test_nobody_is_asked_about_a_run_without_a_row_or_answers_without_code(evaluation, monkeypatch) -> None:
    asked = evaluation.asked
    monkeypatch.delenv("RUBRIC_API_KEY")
    done = evaluation.rubric()
    assert done.returncode == 2
    assert "the environment variable RUBRIC_API_KEY is not set" in done.stderr
    (job,) = evaluation.plan.of("score")
    (evaluation.folder / "artifacts" / job.id).rename(evaluation.folder / "lost")
    assert "so the run gets no row" in evaluation.rubric().stdout
    blank = "".join(json.dumps({"task_id": f"d-{number}", "completion": ""}) + "\n" for number in range(3))
    evaluation.submit(blank, "d-0", "d-1", "d-2")
    assert evaluation.rubric().returncode == 0
    scores = evaluation.scores()
    assert scores.result.scores == {"d-0": [1], "d-1": [1], "d-2": [1]}
    assert evaluation.asked == asked
    assert not scores.run.cost_usd


def test_the_row_decides_which_answers_have_no_code(evaluation: Evaluation) -> None:
    """A text can crash its reader in one job and not in the other."""
    evaluation.submit(ANSWERS, "d-1")
    assert evaluation.rubric().returncode == 0
    scores = evaluation.scores()
    assert scores.result.scores == {"d-0": [None], "d-1": [1], "d-2": [7]}
    assert list(scores.result.unscored) == ["d-0#0"]
    assert scores.result.unasked == {"d-1#0": "the judge found no code"}


def test_a_budget_or_a_time_limit_ends_only_the_job(evaluation: Evaluation) -> None:
    asked = evaluation.asked
    assert evaluation.rubric("--minutes", "0").returncode == 3
    assert evaluation.state() == "unfinished"
    assert "it ended before all answers were scored" in evaluation.results()[1]
    evaluation.allow(run_usd=0.001)
    done = evaluation.rubric()
    assert done.returncode == 2
    assert "the next call could exceed 0.001 USD" in done.stderr
    assert evaluation.asked == asked


def test_replies_that_cannot_be_uploaded_cost_no_row(evaluation, monkeypatch) -> None:
    assert evaluation.rubric().returncode == 0
    results, _ = evaluation.results()
    large = max(len(data) for data in results.rows[0].files.values())
    padded = {name: data + b"x" * large for name, data in results.rows[0].rubric.items()}
    (new,) = results.rows
    monkeypatch.setattr(recording, "ROW_FILE_LIMIT", large)
    results = RecordOutcome(rows=(recording.NewRow(new.name, new.row, new.files, padded),))
    found = upload_large_files(evaluation.work, results, None)
    assert (len(found.rows), found.rows[0].rubric, found.statuses) == (1, {}, ())
    assert "there is no release to upload to" in str(found.errors[0])


def forge(edits: Mapping[str, Any], *, new_id: bool = True) -> Callable[[Path], None]:
    """Return a change of the scores, which also have the id of their new content."""

    def changed(value: dict[str, Any]) -> None:
        edit(value, edits)
        if new_id:
            value["id"] = RubricScores.model_validate(value).with_its_id().id

    return lambda folder: rewrite(folder, changed, "rubric.json")


def forge_reply(**fields: object) -> Callable[[Path], None]:
    """Return a change of a reply that goes unnoticed by the digest of the file."""

    def changed(folder: Path) -> None:
        path = folder / "replies.jsonl.gz"
        lines = gzip.decompress(path.read_bytes()).splitlines()
        lines[-1] = json.dumps({**json.loads(lines[-1]), **fields}).encode()
        path.write_bytes(gzip.compress(b"\n".join(lines), mtime=0))
        file = {"sha256": sha256_hex(path.read_bytes()), "bytes": path.stat().st_size}
        rewrite(folder, lambda value: value["run"]["file"].update(file), "rubric.json")

    return changed


@pytest.fixture(scope="module")
def graded_once(server: LoopbackServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evaluation]:
    """An evaluation whose answers were scored; the model is asked once for all tests."""
    folder = tmp_path_factory.mktemp("graded")
    server.script = Script()

    def sightbench(*arguments: object) -> "subprocess.CompletedProcess[str]":
        with pytest.raises(SystemExit) as ended:
            main([str(argument) for argument in arguments])
        return subprocess.CompletedProcess(arguments, int(str(ended.value.code)), "", "")

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RUBRIC_API_KEY", KEY)
        patch.chdir(folder)
        made = Evaluation(folder, Plan(created="2026-11-20T08:00:00Z", lint=False), server, sightbench)
        made.allow()
        made.submit(ANSWERS, "d-0")
        assert made.rubric().returncode == 0
        yield made


@pytest.fixture
def graded(graded_once: Evaluation) -> Iterator[Evaluation]:
    """The evaluation, whose artifact is restored after the test."""
    kept = {path: path.read_bytes() for path in graded_once.job.iterdir()}
    yield graded_once
    shutil.rmtree(graded_once.job)
    graded_once.job.mkdir()
    for path, data in kept.items():
        path.write_bytes(data)


FORGED: dict[str, tuple[Callable[[Path], None], str]] = {
    **{name: (forge(edits), said) for name, (edits, said) in read_cases("chain/forged_scores.yaml").items()},
    "an id of another content": (
        forge({"result.version": 9}, new_id=False),
        "is not the digest of the file of scores's content",
    ),
    "another reply": (forge_reply(completion="\\boxed{10}"), "does not have the replies"),
    "a reply to another sample": (forge_reply(task_id="d-9"), "does not have the replies"),
    "no replies": (lambda folder: ((folder / "replies.jsonl.gz").unlink(), seal(folder)), "replies.jsonl.gz"),  # type: ignore[dict-item, return-value]
    "a file too many": (lambda folder: (folder / "x.json").write_text("{}"), "not named by the manifest"),  # type: ignore[dict-item, return-value]
    "a number without a digest": (
        forge({"result.judge.models.judge-1": 2**60}, new_id=False),
        "no digest can be computed",
    ),
    "half a character": (
        forge({"result.judge.extra.x": "\ud800"}, new_id=False),
        "no digest can be computed",
    ),
    "another month": (forge({"run.started": "2026-10-31T08:00:00Z"}, new_id=False), "run.started"),
    "the budget of all other runs": (forge_reply(cost_usd=1000.0), "were reserved"),
    "text instead of JSON": (
        lambda folder: ((folder / "rubric.json").write_text("["), seal(folder)),  # type: ignore[dict-item, return-value]
        "rubric.json",
    ),
}


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_artifact_is_refused_and_the_row_is_recorded_without_it(name, graded) -> None:
    change, said = FORGED[name]
    change(graded.job)
    found, note = graded.results()
    assert (found.rows[0].rubric, found.statuses) == ({}, ())
    (error,) = found.errors
    assert isinstance(error, BadInput)
    assert said in str(error)
    assert said in note
