"""A dry run goes the whole way with the stand-in, on a branch of its own, and says what it verified."""

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest
from ci_world import read_outputs
from fake_github import FakeGitHub
from fake_sigstore import COMMIT, SIGNER
from record_step import NAMED

from benchmark.chain.jobs.dry_run import SOLVED, UNSEEN, UNSIGNED
from benchmark.chain.plan.due_runs import submitted_runs
from benchmark.chain.plan.job import read_plan
from benchmark.core.errors import BadInput
from benchmark.core.names import DRY_RUN
from benchmark.results.branch import check_out, publish
from benchmark.results.branch_record import add_record
from benchmark.results.layout import DRY_BRANCH, MONEY
from benchmark.results.money import Reservation, find_reservation
from benchmark.submissions.check import read_submission
from benchmark.submissions.rules import EXAMPLES
from benchmark.suites.run_names import known_suites
from tests.conftest import Sightbench
from tests.sampling import gate_of

pytestmark = gate_of("chain")  # judges 211 answers twice

ROOT = Path(__file__).resolve().parents[2]
STAND_IN = ROOT / "submissions" / EXAMPLES / DRY_RUN
PART = f"plan-{DRY_RUN}"


@dataclass
class DryWorld:
    """A repository in which dry runs are started, and the steps of run.yml."""

    folder: Path
    remote: Path
    hub: FakeGitHub
    sightbench: Sightbench
    patch: pytest.MonkeyPatch

    def ci(self, *arguments: object) -> "subprocess.CompletedProcess[str]":
        return self.sightbench("ci", *arguments)

    def plan(self) -> str:
        """Plan a dry run, and return the id of its reservation."""
        self.hub.play("run.yml", "reserve")
        self.patch.setenv("GITHUB_RUN_ID", "41")
        self.patch.setenv("GITHUB_RUN_NUMBER", "1")
        done = self.ci("plan", "--dry", "--no-lint", "--remote", self.remote, "--start", "run.yml")
        assert done.returncode == 0, done.stderr
        inputs = self.hub.dispatched[-1]["inputs"]
        assert inputs.keys() == {"part", "reservation"}
        assert inputs["part"] == PART
        return str(inputs["reservation"])

    def reserved(self, reservation: str) -> Reservation:
        return find_reservation(self.branch(DRY_BRANCH), reservation).reservation

    def accept(self, reservation: str) -> "subprocess.CompletedProcess[str]":
        self.hub.play("run.yml", "plan")
        self.patch.setenv("GITHUB_RUN_ID", str(self.hub.dispatched[-1]["run"]))
        self.patch.setenv("GITHUB_RUN_NUMBER", "2")
        rows = self.branch(DRY_BRANCH) / "results"
        chosen = ("--part", PART, "--reservation", reservation)
        return self.ci("accept", *chosen, "--rows", rows, "--out", "accepted.json")

    def evaluate(self) -> None:
        """Run the jobs of the accepted plan up to the second look."""
        plan = read_plan(self.folder / "accepted.json")
        with self.patch.context() as without_token:
            without_token.delenv("GITHUB_TOKEN")
            for job in plan.of("generate"):
                self._step("generate", "--job", job.id, "--out", f"artifacts/{job.id}")
            self._step("seal", "--artifacts", "artifacts")
            for job in plan.of("score"):
                given = ("--completions", "artifacts", "--out", f"artifacts/{job.id}")
                self._step("score", "--job", job.id, *given)
            sealed = ("--sealed", self.output("sealed"))
            self._step("score", "--again", "--completions", "artifacts", *sealed)

    def _step(self, *arguments: object) -> None:
        done = self.ci(*arguments, "--plan", "accepted.json")
        assert done.returncode == 0, done.stderr

    def record(self, *more: object) -> "subprocess.CompletedProcess[str]":
        outputs = ("--rechecked", self.output("rechecked"), "--sealed", self.output("sealed"))
        return self.ci("record", "--plan", "accepted.json", "--artifacts", "artifacts", *outputs, *more)

    def push(self) -> "subprocess.CompletedProcess[str]":
        """Push the row without a signature, as the last step of run.yml does on a fresh machine."""
        self.hub.play("run.yml", "record")
        shutil.rmtree(self.folder / "build", ignore_errors=True)
        return self.record("--remote", self.remote, "--branch", "results")

    def output(self, name: str) -> str:
        """Return the newest output of that name."""
        return read_outputs(self.folder / "outputs")[name]

    def branch(self, name: str) -> Path:
        folder = self.folder / f"checkout-{len(list(self.folder.glob('checkout-*')))}"
        check_out(str(self.remote), folder=folder, branch=name)
        return folder


@pytest.fixture
def world(
    tmp_path: Path, remote: Path, hub: FakeGitHub, in_process: Sightbench, monkeypatch: pytest.MonkeyPatch
) -> DryWorld:
    hub.repository = SIGNER.repository
    hub.use(
        monkeypatch,
        GITHUB_REPOSITORY_ID=str(SIGNER.id),
        GITHUB_SHA=COMMIT,
        GITHUB_ACTOR="github-actions[bot]",
        GITHUB_OUTPUT=str(tmp_path / "outputs"),
        GITHUB_STEP_SUMMARY=str(tmp_path / "summary.md"),
    )
    (tmp_path / "policy.yml").write_text(NAMED, encoding="utf-8")
    shutil.copytree(STAND_IN, tmp_path / "submissions" / EXAMPLES / DRY_RUN)
    return DryWorld(tmp_path, remote, hub, in_process, monkeypatch)


def test_a_dry_run_says_what_it_verified_and_fails_without_a_row(world: DryWorld) -> None:
    """The repository does not sign, and is told so."""
    (world.folder / "policy.yml").write_text("maintainers: [octo]\n", encoding="utf-8")
    world.accept(world.plan())
    world.evaluate()
    (score,) = (world.folder / "artifacts").glob("score.*")
    lost = score.rename(world.folder / "lost")
    done = world.push()
    assert done.returncode == 3, done.stderr
    assert "NOT VERIFIED: no row was made: job score.dry-run" in done.stdout
    assert "did not verify everything" in done.stderr
    assert not list(world.branch(DRY_BRANCH).glob(f"results/*/*/{DRY_RUN}/*.json"))
    lost.rename(score)
    done = world.push()
    assert done.returncode == 0, done.stderr
    assert "verified: run 41 reserved 0.00 US dollars on the branch results-dry" in done.stdout
    assert "verified: 211 answers were judged in the sandbox, whose probe found no leak" in done.stdout
    assert "verified: 211 answers were judged again on another machine, 0 with" in done.stdout
    assert f"{SOLVED} of 211 tasks solved, where {SOLVED} are right" in done.stdout
    assert all(f"not checked: {what}" in done.stdout for what in (UNSIGNED, *UNSEEN))
    assert "signature is of" not in done.stdout


def test_a_dry_run_gets_neither_money_nor_a_key(world: DryWorld) -> None:
    """Somebody lets the stand-in call a model, or forges a reservation."""
    (world.folder / "policy.yml").write_text(f"{NAMED}keys: {{OPENAI_API_KEY: openai.com}}\n", "utf-8")
    reservation = world.reserved(world.plan())
    paid = [run.model_copy(update={"cents": 100}) for run in reservation.runs]
    forged = reservation.model_copy(update={"runs": paid}).with_its_id()

    def write(folder: Path) -> str:
        add_record(folder / MONEY, forged)
        return "Add"

    publish(str(world.remote), write, folder=world.folder / "pushed", branch=DRY_BRANCH)
    _refused(world.accept(forged.id), "is 100, but policy.yml gives 0")
    file = world.folder / "submissions" / EXAMPLES / DRY_RUN / "submission.yaml"
    text = file.read_text(encoding="utf-8").replace("provider: replay", "provider: openai")
    file.write_text(text.replace("replies.jsonl", "gpt-5-mini"), encoding="utf-8")
    _refused(world.accept(world.plan()), "is a dry run, which must not get a key, a GPU or money")


def test_no_submission_is_called_like_the_stand_in(world: DryWorld) -> None:
    copied = world.folder / "submissions" / DRY_RUN
    shutil.copytree(STAND_IN, copied)
    with pytest.raises(BadInput, match="slug: dry-run is the stand-in of dry runs"):
        read_submission(copied, known_suites())
    found = submitted_runs(copied.parent)
    assert (found.runs, len(found.broken)) == ((), 1)
    done = world.ci("plan", "--dry", "--only", "acme", "--remote", world.remote)
    assert "cannot be used with --night, --only or --rows" in done.stderr


def _refused(done: "subprocess.CompletedProcess[str]", said: str) -> None:
    assert done.returncode == 2, done.stderr
    assert said in done.stderr
