"""A dry run goes the whole way with the stand-in, on a branch of its own, and says what it verified."""

import json
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest
from fake_github import FakeGitHub
from fake_sigstore import COMMIT, SIGNER, FakeSigstore
from record_step import NAMED, change_branch

from benchmark.chain.jobs.dry_run import SOLVED, UNSEEN
from benchmark.chain.plan.due_runs import submitted_runs
from benchmark.chain.plan.job import read_plan
from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput
from benchmark.core.slug import DRY_RUN
from benchmark.results.branch import check_out, publish
from benchmark.results.branch_record import add_record
from benchmark.results.counted_row import read_counted
from benchmark.results.layout import DRY_BRANCH, MONEY
from benchmark.results.ledger import read_rows, row_files
from benchmark.results.money import Reservation, find_reservation
from benchmark.submissions.check import read_submission
from benchmark.submissions.rules import EXAMPLES
from benchmark.suites.run_names import known_suites
from tests.conftest import Sightbench
from tests.sampling import gate_of

pytestmark = gate_of("chain")  # judges 176 answers twice

ROOT = Path(__file__).resolve().parents[2]
STAND_IN = ROOT / "submissions" / EXAMPLES / DRY_RUN
PART = f"plan-{DRY_RUN}"
CONTROLS = "whose probe found no leak, with 9 reference and 9 blank answers"
SOLVED_LINE = f"{SOLVED} of 176 tasks solved, where {SOLVED} are right"
VERIFIED = (
    "verified: run 41 reserved 0.00 US dollars on the branch results-dry",
    "verified: run 42 was started by github-actions[bot]",
    "verified: 176 completions passed as an artifact from a job with 0 keys",
    f"verified: 176 answers were judged in the sandbox, {CONTROLS}",
    "verified: 176 answers were judged again on another machine, 0 with another verdict",
    f"verified: the row's signature is of octo/bench, run.yml, commit {COMMIT[:7]}",
    f"verified: the row and its settlement were pushed and read back: {SOLVED_LINE}",
)
NOT_LOOKED_AT = [f"not checked: {what}" for what in UNSEEN]


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
        done = self.ci("plan", "--dry", "--no-lint", "--remote", self.remote, "--start", "run.yml")
        assert done.returncode == 0, done.stderr
        inputs = self.hub.dispatched[-1]["inputs"]
        assert inputs.keys() == {"part", "reservation"}
        assert inputs["part"] == PART
        return str(inputs["reservation"])

    def reserved(self, reservation: str) -> Reservation:
        return find_reservation(self.branch(DRY_BRANCH), reservation).reservation

    def accept(
        self, reservation: str, part: str = PART, branch: str = DRY_BRANCH
    ) -> "subprocess.CompletedProcess[str]":
        self.hub.play("run.yml", "plan")
        self.patch.setenv("GITHUB_RUN_ID", "42")
        rows = self.branch(branch) / "results"
        chosen = ("--part", part, "--reservation", reservation)
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
        """Sign the row and push it, as the last steps of run.yml do."""
        self.hub.play("run.yml", "record")
        assert self.record("--out", "made").returncode == 0
        sigstore = FakeSigstore()
        sigstore.write_trusted_root(self.folder / "root.json")
        bundles = ()
        if self.output("sign") == "true":
            row = self.folder / self.output("paths")
            (self.folder / "bundles").write_text(json.dumps(sigstore.attest(sha256_hex(row.read_bytes()))))
            bundles = ("--bundles", "bundles")
        to = ("--remote", self.remote, "--branch", "results", "--trusted-root", "root.json")
        return self.record(*bundles, *to)

    def output(self, name: str) -> str:
        """Return the newest output of that name."""
        lines = (self.folder / "outputs").read_text(encoding="utf-8").splitlines()
        start = max(number for number, line in enumerate(lines) if line.startswith(f"{name}<<"))
        return lines[start + 1]

    def branch(self, name: str) -> Path:
        folder = self.folder / f"checkout-{len(list(self.folder.glob('checkout-*')))}"
        check_out(str(self.remote), folder=folder, branch=name)
        return folder

    def tip(self, branch: str) -> str:
        command = ["git", "-C", str(self.remote), "rev-parse", branch]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@pytest.fixture
def world(
    tmp_path: Path, remote: Path, hub: FakeGitHub, in_process: Sightbench, monkeypatch: pytest.MonkeyPatch
) -> DryWorld:
    hub.repository = SIGNER.repository
    values = {
        **hub.environment,
        "GITHUB_REPOSITORY_ID": str(SIGNER.id),
        "GITHUB_SHA": COMMIT,
        "GITHUB_ACTOR": "github-actions[bot]",
        "GITHUB_OUTPUT": str(tmp_path / "outputs"),
        "GITHUB_STEP_SUMMARY": str(tmp_path / "summary.md"),
    }
    for name, value in values.items():
        monkeypatch.setenv(name, value)
    (tmp_path / "policy.yml").write_text(NAMED, encoding="utf-8")
    shutil.copytree(STAND_IN, tmp_path / "submissions" / EXAMPLES / DRY_RUN)
    return DryWorld(tmp_path, remote, hub, in_process, monkeypatch)


def test_a_dry_run_goes_the_whole_way_and_says_what_it_verified(world: DryWorld) -> None:
    before = world.tip("results")
    reservation = world.plan()
    assert world.accept(reservation).returncode == 0
    assert json.loads(world.output("generate"))["include"][0]["keys"] == "[]"
    world.evaluate()
    done = world.push()
    assert done.returncode == 0, done.stderr
    assert world.output("added") == "false"  # so the site is not started
    summary = (
        (world.folder / "summary.md")
        .read_text(encoding="utf-8")
        .translate(dict.fromkeys(map(ord, "\\\u200b")))
    )
    assert summary.splitlines() == [f"- {line}" for line in (*VERIFIED, *NOT_LOOKED_AT)]
    assert all(line in done.stdout for line in VERIFIED)
    page = (ROOT / "site" / "pages" / "own" / "first-day.md").read_text(encoding="utf-8")
    assert "\n".join((*VERIFIED, *NOT_LOOKED_AT)) in page
    assert world.tip("results") == before
    (path,) = row_files(world.branch(DRY_BRANCH) / "results")
    assert path.with_suffix(".sigstore.json").is_file()
    again = world.plan()  # it begins the branch anew, and is as new as the first
    assert again != reservation
    assert not (world.branch(DRY_BRANCH) / "results").exists()


def test_a_dry_run_without_a_row_says_why_and_fails(world: DryWorld) -> None:
    world.accept(world.plan())
    world.evaluate()
    (score,) = (world.folder / "artifacts").glob("score.*")
    shutil.rmtree(score)
    done = world.push()
    assert done.returncode == 3, done.stderr
    assert "NOT VERIFIED: no row was made: job score.dry-run" in done.stdout
    assert "did not verify everything" in done.stderr
    assert not list(world.branch(DRY_BRANCH).glob(f"results/*/*/{DRY_RUN}/*.json"))


def test_a_repository_that_does_not_sign_is_told_so(world: DryWorld) -> None:
    (world.folder / "policy.yml").write_text("maintainers: [octo]\n", encoding="utf-8")
    world.accept(world.plan())
    world.evaluate()
    done = world.push()
    assert done.returncode == 0, done.stderr
    assert "not checked: signatures: policy.yml does not name this repository" in done.stdout
    assert "signature is of" not in done.stdout


def test_the_row_of_a_dry_run_counts_nowhere(world: DryWorld) -> None:
    """Somebody copies the whole branch of a dry run to the branch of results."""
    world.accept(world.plan())
    world.evaluate()
    assert world.push().returncode == 0
    dry = world.branch(DRY_BRANCH)
    change_branch(
        world.remote,
        world.folder / "by-hand",
        lambda folder: shutil.copytree(
            dry, folder, ignore=shutil.ignore_patterns(".git"), dirs_exist_ok=True
        ),
    )
    rows = world.branch("results") / "results"
    refusal = "is the row of a dry run, which belongs on the branch results-dry"
    for read in (
        read_rows,
        lambda folder: read_counted(folder, None),
        lambda folder: read_counted(folder, dry),
    ):
        with pytest.raises(BadInput, match=refusal):
            read(rows)
    done = world.sightbench("results", "check", "--remote", world.remote)
    assert done.returncode != 0
    assert refusal in done.stdout + done.stderr


def test_reservations_of_dry_runs_and_of_others_are_not_mixed_up(world: DryWorld) -> None:
    dry = world.reserved(world.plan())
    other = dry.model_copy(update={"part": "plan-acme"}).with_its_id()
    for branch in ("results", DRY_BRANCH):
        for reservation in (dry, other):
            _push_reservation(world, branch, reservation)
    _refused(world.accept(other.id, PART), "part: is plan-acme, not plan-dry-run")
    _refused(world.accept(dry.id, "plan-acme", "results"), "part: is plan-dry-run, not plan-acme")
    _refused(world.accept(other.id, "plan-acme", "results"), "submissions/acme/submission.yaml")


def test_a_dry_run_gets_neither_money_nor_a_key(world: DryWorld) -> None:
    """Somebody lets the stand-in call a model, or forges a reservation."""
    (world.folder / "policy.yml").write_text(f"{NAMED}keys: {{OPENAI_API_KEY: openai.com}}\n", "utf-8")
    reservation = world.reserved(world.plan())
    paid = [run.model_copy(update={"cents": 100}) for run in reservation.runs]
    forged = reservation.model_copy(update={"runs": paid}).with_its_id()
    _push_reservation(world, DRY_BRANCH, forged)
    _refused(world.accept(forged.id), "is 100, but policy.yml gives 0")
    file = world.folder / "submissions" / EXAMPLES / DRY_RUN / "submission.yaml"
    text = file.read_text(encoding="utf-8").replace("provider: replay", "provider: openai")
    file.write_text(text.replace("replies.jsonl", "gpt-5-mini"), encoding="utf-8")
    _refused(world.accept(world.plan()), "is a dry run, and would get a key, a GPU or money")


def test_no_submission_is_called_like_the_stand_in(world: DryWorld) -> None:
    copied = world.folder / "submissions" / DRY_RUN
    shutil.copytree(STAND_IN, copied)
    with pytest.raises(BadInput, match="slug: dry-run is the stand-in of dry runs"):
        read_submission(copied, known_suites())
    found = submitted_runs(copied.parent)
    assert (found.runs, len(found.broken)) == ((), 1)
    done = world.ci("plan", "--dry", "--only", "acme", "--remote", world.remote)
    assert "does not go with --night, --only or --rows" in done.stderr


def _refused(done: "subprocess.CompletedProcess[str]", said: str) -> None:
    assert done.returncode == 2, done.stderr
    assert said in done.stderr


def _push_reservation(world: DryWorld, branch: str, reservation: Reservation) -> None:
    def write(folder: Path) -> str:
        add_record(folder / MONEY, reservation)
        return "Add"

    folder = world.folder / f"pushed-{branch}-{reservation.id[:8]}"
    publish(str(world.remote), write, folder=folder, branch=branch)
