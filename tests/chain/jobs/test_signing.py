"""Rows are signed before they are pushed, and pushed together with their signatures."""

import json
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from ci_world import PREDICTED, plan_options, score_all, submit, submitted
from fake_github import FakeGitHub
from fake_sigstore import COMMIT, SIGNER, FakeSigstore

from benchmark.chain.plan.job import write_plan
from benchmark.chain.plan.plan import make_plan
from benchmark.cli.ci import record_run
from benchmark.core.digest import sha256_hex
from benchmark.results.branch import publish
from benchmark.results.ledger import read_rows, row_files
from benchmark.results.status import read_statuses

InProcess = Callable[..., "subprocess.CompletedProcess[str]"]
NAMED = f"repository: {{name: {SIGNER.repository}, id: {SIGNER.id}}}\n"


@dataclass(frozen=True)
class RecordStep:
    """The job `record` of a workflow run, from its artifacts to the branch of a real repository."""

    folder: Path
    remote: Path
    sightbench: InProcess
    sigstore: FakeSigstore

    def rows(self) -> dict[str, str]:
        """Make the rows; return the outputs of the step."""
        (self.folder / "outputs").unlink(missing_ok=True)
        done = self.sightbench("ci", "rows", *self._inputs(), "--out", "made")
        assert done.returncode == 0, done.stderr
        return self.outputs()

    def sign(self, paths: str, **forged: Any) -> Path:
        """Sign files as actions/attest does, with one bundle for all of them."""
        digests = [sha256_hex((self.folder / path).read_bytes()) for path in paths.splitlines()]
        bundles = self.folder / "attestation.json"
        bundles.write_text(json.dumps(self.sigstore.attest(*digests, **forged)) + "\n", encoding="utf-8")
        return bundles

    def push(self, bundles: object, checkout: str = "checkout") -> "subprocess.CompletedProcess[str]":
        (self.folder / "outputs").unlink(missing_ok=True)
        more = ("--remote", self.remote, "--checkout", checkout, "--trusted-root", "root.json")
        return self.sightbench("ci", "record", *self._inputs(), "--bundles", bundles, *more)

    def outputs(self) -> dict[str, str]:
        lines = (self.folder / "outputs").read_text(encoding="utf-8").splitlines()
        found, name, end = {}, "", ""
        for line in lines:
            if "<<" in line:
                name, _, end = line.partition("<<")
                found[name] = ""
            elif line != end:
                found[name] += f"{line}\n"
        return {name: value.strip() for name, value in found.items()}

    def blobs(self) -> str:
        """The ids and paths of the files of rows on the branch."""
        command = ["git", "-C", str(self.remote), "ls-tree", "-r", "results", "results/"]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    def names(self) -> list[str]:
        """The files of rows on the branch, without ids."""
        places = (line.split("/", 3)[3] for line in self.blobs().splitlines())
        return sorted(f"{place.partition('/')[0]}: {place.partition('.')[2]}" for place in places)

    def _inputs(self) -> tuple[object, ...]:
        return ("--plan", "plan.json", "--artifacts", "artifacts", "--submissions", "submissions")


@pytest.fixture(scope="module")
def judged(tiny: object, tmp_path_factory: pytest.TempPathFactory) -> Path:  # noqa: ARG001 - registers the suite
    """Two submissions with a plan and its artifacts."""
    folder = tmp_path_factory.mktemp("judged")
    for slug in ("acme", "zeta"):
        submit(folder / "submissions", slug, PREDICTED)
    plan = make_plan(submitted(folder / "submissions"), [], plan_options(commit=COMMIT))
    score_all(folder / "submissions", plan, folder / "artifacts")
    write_plan(folder / "plan.json", plan)
    return folder


@pytest.fixture
def step(hub: FakeGitHub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeGitHub:
    """The environment of a workflow step in the repository that the policy names."""
    hub.repository = SIGNER.repository
    for name, value in (
        *hub.environment.items(),
        ("GITHUB_REPOSITORY_ID", str(SIGNER.id)),
        ("GITHUB_RUN_ID", "42"),
        ("GITHUB_SHA", COMMIT),
        ("GITHUB_OUTPUT", str(tmp_path / "outputs")),
    ):
        monkeypatch.setenv(name, value)
    return hub


@pytest.fixture
def record(
    judged: Path,
    tmp_path: Path,
    remote: Path,
    in_process: InProcess,
    step: FakeGitHub,  # noqa: ARG001 - sets the environment
) -> RecordStep:
    shutil.copytree(judged, tmp_path, dirs_exist_ok=True)
    (tmp_path / "policy.yml").write_text(NAMED, encoding="utf-8")
    sigstore = FakeSigstore()
    sigstore.write_trusted_root(tmp_path / "root.json")
    return RecordStep(tmp_path, remote, in_process, sigstore)


FILES = ["completions.jsonl.gz", "json", "sigstore.json", "verdicts.jsonl.gz"]


def test_rows_and_signatures_are_pushed_together_and_verified(record: RecordStep) -> None:
    made = record.rows()
    assert (made["sign"], len(made["paths"].splitlines())) == ("true", 2)
    done = record.push(record.sign(made["paths"]))
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "2 row(s) added to results"
    assert record.outputs()["added"] == "true"
    assert record.names() == [f"{slug}: {kind}" for slug in ("acme", "zeta") for kind in FILES]
    commits = subprocess.run(
        ["git", "-C", str(record.remote), "rev-list", "--count", "results"], capture_output=True, check=True
    )
    assert int(commits.stdout) == 2  # the first commit of the branch, and this one
    options = ("--repository", str(SIGNER), "--trusted-root", "root.json")
    checked = record.sightbench("results", "check", "--remote", record.remote, *options)
    assert "2 rows (0 unattested), no problems" in checked.stdout
    verified = record.sightbench("verify", "checkout/results", *options)
    assert "2 rows checked: 2 attested, 0 unattested" in verified.stdout


def test_the_rows_to_sign_are_those_that_are_pushed(record: RecordStep) -> None:
    paths = [record.folder / path for path in record.rows()["paths"].splitlines()]
    before = {path.name: path.read_bytes() for path in paths}
    record.push(record.sign("\n".join(map(str, paths))))
    after = {path.name: path.read_bytes() for path in row_files(record.folder / "checkout" / "results")}
    assert before == after


@pytest.mark.parametrize("bundles", ["", "missing.json"])
def test_no_row_is_pushed_without_its_signature(bundles: str, record: RecordStep) -> None:
    """A failed signing step names a file that it did not write; a skipped one names none."""
    record.rows()
    done = record.push(bundles)
    assert done.returncode == 3
    assert "was not signed, and is not recorded" in done.stderr
    assert record.names() == []
    statuses = read_statuses(record.folder / "checkout" / "status")
    assert sorted((status.slug, status.state, status.stage) for status in statuses) == [
        ("acme", "failed", "record"),
        ("zeta", "failed", "record"),
    ]


def test_the_signature_of_one_row_does_not_cover_another(record: RecordStep) -> None:
    first, second = record.rows()["paths"].splitlines()
    done = record.push(record.sign(first))
    assert (done.returncode, record.names()) == (3, [f"acme: {kind}" for kind in FILES])
    assert f"row {Path(second).stem[:12]} of zeta was not signed" in done.stderr


@pytest.mark.parametrize(
    "fields", [{"15": "4712"}, {"14": "refs/heads/other"}, {"13": "d" * 40}, {"18": "x"}], ids=str
)
def test_a_wrong_signature_is_not_pushed(fields: dict[str, str], record: RecordStep) -> None:
    done = record.push(record.sign(record.rows()["paths"], fields=fields))
    assert (done.returncode, record.names()) == (3, [])
    assert "because its signature does not hold: its certificate has a wrong" in done.stderr


def test_text_that_is_not_a_bundle_stops_the_job(record: RecordStep) -> None:
    record.rows()
    (record.folder / "odd.json").write_text("{}\n", encoding="utf-8")
    assert record.push("odd.json").returncode == 2
    assert record.names() == []


def test_recording_again_keeps_the_first_signatures(record: RecordStep) -> None:
    paths = record.rows()["paths"]
    record.push(record.sign(paths))
    first = record.blobs()
    again = record.push(record.sign(paths), "again")
    assert (again.returncode, again.stdout.splitlines()[-1]) == (0, "nothing new for results")
    assert record.outputs()["added"] == "true"
    assert record.blobs() == first


def change_branch(remote: Path, folder: Path, change: Callable[[Path], object]) -> None:
    """Push a commit that somebody made by hand."""
    git = ("git", "-c", "user.name=x", "-c", "user.email=x@example.org", "-C", str(folder))
    subprocess.run(["git", "clone", "--quiet", "--branch=results", str(remote), str(folder)], check=True)
    change(folder)
    subprocess.run([*git, "add", "--all", "."], check=True)
    subprocess.run([*git, "commit", "--quiet", "-m", "By hand"], check=True)
    subprocess.run([*git, "push", "--quiet"], check=True)


def lose_signatures(folder: Path) -> None:
    for bundle in folder.rglob("*.sigstore.json"):
        bundle.unlink()


def test_a_lost_signature_is_renewed_and_nothing_else_changes(record: RecordStep) -> None:
    record.push(record.sign(record.rows()["paths"]))
    before, rows = record.names(), [line for line in record.blobs().splitlines() if "sigstore" not in line]
    change_branch(record.remote, record.folder / "hand", lose_signatures)
    done = record.push(record.sign(record.rows()["paths"]), "again")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-2:] == ["2 lost signature(s) renewed", "0 row(s) added to results"]
    assert record.names() == before
    assert [line for line in record.blobs().splitlines() if "sigstore" not in line] == rows
    assert record.outputs()["added"] == "true"
    options = ("--repository", str(SIGNER), "--trusted-root", "root.json")
    verified = record.sightbench("verify", "again/results", *options)
    assert "2 rows checked: 2 attested, 0 unattested" in verified.stdout
    repeated = record.push(record.sign(record.rows()["paths"]), "third")
    assert repeated.stdout.splitlines()[-1] == "nothing new for results"


def test_a_renewal_that_was_killed_is_repeated(record: RecordStep) -> None:
    paths = record.rows()["paths"]
    record.push(record.sign(paths))
    change_branch(record.remote, record.folder / "hand", lose_signatures)
    hook = record.remote / "hooks" / "pre-receive"
    hook.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    hook.chmod(0o755)
    lost = record.blobs()
    assert record.push(record.sign(paths), "refused").returncode == 3
    assert record.blobs() == lost
    hook.unlink()
    assert "2 lost signature(s) renewed" in record.push(record.sign(paths), "again").stdout


def test_the_slower_of_two_renewals_leaves_the_signatures_of_the_faster(
    record: RecordStep, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each signature has other bytes."""
    paths = record.rows()["paths"]
    record.push(record.sign(paths))
    change_branch(record.remote, record.folder / "hand", lose_signatures)
    others = {path.stem: record.sign(paths).read_bytes() for path in row_files(record.folder / "made")}

    def renew(folder: Path) -> None:
        for path in row_files(folder / "results"):
            path.with_suffix(".sigstore.json").write_bytes(others[path.stem])

    def publish_late(remote: str, write: Callable[[Path], str | None], **more: Any) -> object:
        def write_late(checkout: Path) -> str | None:
            message = write(checkout)
            if not (record.folder / "faster").exists():
                assert message is not None
                change_branch(record.remote, record.folder / "faster", renew)
            return message

        return publish(remote, write_late, **more)

    monkeypatch.setattr(record_run, "publish", publish_late)
    done = record.push(record.sign(paths), "slower")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "nothing new for results")
    bundles = {
        path.name.partition(".")[0]: path.read_bytes()
        for path in (record.folder / "slower").rglob("*.sigstore.json")
    }
    assert bundles == others


@pytest.mark.parametrize("field", ["seconds", "trust", "cost_usd", "machine", "links", "commit"])
def test_a_forged_row_gets_no_signature(field: str, record: RecordStep) -> None:
    """Its id is right, because the id does not cover these fields."""
    forged = {
        "seconds": 0.5,
        "trust": "verified",
        "cost_usd": 0.01,
        "machine": {"system": "x", "python": "3.11.2", "cpus": 1},
        "links": {"CI run": "https://github.com/octo/bench/actions/runs/41"},
        "commit": "d" * 40,
    }[field]

    def forge(folder: Path) -> None:
        lose_signatures(folder)
        for path in row_files(folder / "results"):
            row = json.loads(path.read_text("utf-8"))
            row["run"][field] = forged
            path.write_text(json.dumps(row), encoding="utf-8")

    paths = record.rows()["paths"]
    record.push(record.sign(paths))
    change_branch(record.remote, record.folder / "hand", forge)
    before = record.blobs()
    done = record.push(record.sign(paths), "again")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "nothing new for results")
    assert record.blobs() == before


def test_a_signature_that_is_there_is_not_replaced(record: RecordStep) -> None:
    def spoil(folder: Path) -> None:
        lose_signatures(folder)
        first, second = row_files(folder / "results")
        first.with_suffix(".sigstore.json").write_text("{}", encoding="utf-8")
        second.with_suffix(".sigstore.json").symlink_to("../../../../outside")

    paths = record.rows()["paths"]
    record.push(record.sign(paths))
    change_branch(record.remote, record.folder / "hand", spoil)
    before = record.blobs()
    assert "nothing new for results" in record.push(record.sign(paths), "again").stdout
    assert record.blobs() == before


@pytest.mark.parametrize(
    ("policy", "number"),
    [("schema: sightbench/policy/1\n", "4711"), (NAMED, "4712"), (NAMED, "")],
    ids=["no repository named", "a fork with the policy of its parent", "a number that is not known"],
)
def test_a_repository_that_the_policy_does_not_name_records_unsigned_rows(
    policy: str, number: str, record: RecordStep, monkeypatch: pytest.MonkeyPatch
) -> None:
    (record.folder / "policy.yml").write_text(policy, encoding="utf-8")
    monkeypatch.setenv("GITHUB_REPOSITORY_ID", number)
    assert record.rows()["sign"] == "false"
    done = record.push("")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "2 row(s) added to results")
    assert not any("sigstore" in name for name in record.names())
    assert len(read_rows(record.folder / "checkout" / "results")) == 2


def test_a_run_without_artifacts_leaves_its_status_to_record(record: RecordStep) -> None:
    for folder in (record.folder / "artifacts").iterdir():
        folder.rename(record.folder / folder.name)
    made = record.rows()
    assert (made["sign"], made["paths"]) == ("false", "")
    assert record.push("").returncode == 0
    assert len(read_statuses(record.folder / "checkout" / "status")) == 2
