"""A lost signature is renewed from the artifacts of the row's own workflow run, and in no other way."""

import dataclasses
import datetime
import json
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml
from fake_github import FakeGitHub, Fault
from fake_sigstore import COMMIT, SIGNER
from record_step import RecordStep, change_branch, lose_signatures

from benchmark.chain.plan.renewing import ATTEMPTS_LIMIT, RECORD_JOB, SIGN_STEP
from benchmark.chain.plan.unsigned_rows import JUDGED_FILE
from benchmark.results.branch import publish
from benchmark.results.ledger import row_files
from benchmark.suites import SUITES

pytestmark = pytest.mark.gate  # takes long

ROOT = Path(__file__).resolve().parents[3]
RUN, RECORD = 42, 4242  #: ids of the workflow run that made the rows, and of its job that recorded them


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

    monkeypatch.setattr("benchmark.results.branch.publish", publish_late)
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


def ago(days: float) -> str:
    """A time in UTC, as GitHub writes it."""
    when = datetime.datetime.now(datetime.UTC) - datetime.timedelta(days=days)
    return when.strftime("%Y-%m-%dT%H:%M:%SZ")


@dataclass(frozen=True)
class Reconciliation:
    """The jobs of `reconcile.yml` that renew signatures."""

    record: RecordStep
    hub: FakeGitHub
    patch: pytest.MonkeyPatch

    @property
    def run(self) -> dict[str, Any]:
        return self.hub.runs["evaluate.yml"][0]

    def check_out(self) -> Path:
        folder = self.record.folder / "branch"
        shutil.rmtree(folder, ignore_errors=True)
        clone = ("git", "clone", "--quiet", "--branch=results", str(self.record.remote), str(folder))
        subprocess.run(clone, check=True)
        return folder / "results"

    def all_same(self) -> None:
        """Write what the judging job leaves if every row gets its id again."""
        rows = [{"id": path.stem, "state": "same"} for path in row_files(self.check_out())]
        file = self.record.folder / "judged" / JUDGED_FILE
        file.parent.mkdir(exist_ok=True)
        file.write_text(json.dumps({"schema": "sightbench/judged-again/1", "rows": rows}), encoding="utf-8")

    def judge(self) -> dict[str, tuple[str, str]]:
        """Judge again; return the state and the reason of each row, by slug."""
        rows = self.check_out()
        with self.patch.context() as patch:
            patch.delenv("GITHUB_TOKEN")
            done = self.record.sightbench(
                "ci", "judge-again", "--rows", rows, "--out", "judged", "--workers", 1
            )
        assert done.returncode == 0, done.stderr
        slugs = {path.stem: path.parent.name for path in row_files(rows)}
        found = json.loads((self.record.folder / "judged" / JUDGED_FILE).read_text("utf-8"))["rows"]
        return {slugs[row["id"]]: (row["state"], row["reason"] or "") for row in found}

    def renew(self, *more: str, code: int = 0) -> str:
        """Renew; return what was printed."""
        done = self.record.sightbench("ci", "renew", "--rows", self.check_out(), "--judged", "judged", *more)
        assert done.returncode == code, done.stderr
        return done.stdout

    def issue(self) -> str:
        """Return the text of the one open issue."""
        (issue,) = (issue for issue in self.hub.issues if issue["state"] == "open")
        body: str = issue["body"]
        return body

    def change(self, change: Callable[[Path], object]) -> None:
        change_branch(self.record.remote, self.record.folder / "more", change)


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Has the repository of `lost` after the first test that needs it."""
    return tmp_path_factory.mktemp("lost") / "remote.git"


@pytest.fixture
def lost(
    record: RecordStep, step: FakeGitHub, monkeypatch: pytest.MonkeyPatch, template: Path
) -> Reconciliation:
    """Two rows of one workflow run, whose signatures somebody deleted."""
    if not template.exists():
        record.push(record.sign(record.rows()["paths"]))
        change_branch(record.remote, record.folder / "hand", lose_signatures)
        shutil.copytree(record.remote, template)
    shutil.rmtree(record.remote)
    shutil.copytree(template, record.remote)
    step.runs["evaluate.yml"] = [
        {
            "id": RUN,
            "path": ".github/workflows/evaluate.yml",
            "event": "workflow_dispatch",
            "head_branch": "main",
            "head_repository": {"full_name": SIGNER.repository},
            "head_sha": COMMIT,
            "status": "completed",
            "created_at": ago(2),
            "run_attempt": 1,
        }
    ]
    signing = {"name": "Sign the rows", "conclusion": "success"}
    step.run_jobs[RUN] = [
        {"id": 1, "name": "Score acme", "status": "completed", "conclusion": "success"},
        {"id": RECORD, "name": "Record", "conclusion": "success", "steps": [signing]},
    ]
    step.artifacts[RUN] = {name: {"x": b""} for name in ("plan", "score.acme", "score.zeta")}
    return Reconciliation(record, step, monkeypatch)


def test_reconcile_repeats_the_job_that_recorded_the_rows(lost: Reconciliation) -> None:
    """Both rows are of one run, so its job is repeated once, and then every row is attested."""
    assert lost.judge() == {"acme": ("same", ""), "zeta": ("same", "")}
    assert lost.renew().count("signature is being renewed") == 2
    assert (lost.hub.lent.repeated, lost.hub.issues) == ([RECORD], [])
    assert lost.renew().count("not renewed yet: workflow run 42 has not ended") == 2
    done = lost.record.push(lost.record.sign(lost.record.rows()["paths"]), "again")
    assert "2 lost signature(s) renewed" in done.stdout
    lost.run["status"] = "completed"
    assert lost.judge() == {}
    assert lost.renew() == "every row has its signature\n"
    assert (lost.hub.lent.repeated, lost.hub.issues) == ([RECORD], [])


def test_a_later_attempt_of_the_job_is_repeated(lost: Reconciliation) -> None:
    lost.hub.run_jobs[RUN].append({"id": 4243, "name": "Record", "run_attempt": 2, "steps": []})
    lost.all_same()
    lost.renew()
    assert lost.hub.lent.repeated == [4243]


def test_a_renewal_whose_signing_failed_changes_nothing(lost: Reconciliation) -> None:
    before = lost.record.blobs()
    lost.record.rows()
    assert lost.record.push("missing.json").returncode == 3
    assert lost.record.blobs() == before
    assert not (lost.record.folder / "checkout" / "status").exists()


def test_no_row_is_renewed_before_it_was_judged_again(lost: Reconciliation) -> None:
    (lost.record.folder / "judged").mkdir()
    (lost.record.folder / "judged" / JUDGED_FILE).write_text(
        '{"schema": "sightbench/judged-again/1", "rows": []}', encoding="utf-8"
    )
    assert lost.renew().count("was not judged again yet") == 2
    assert (lost.hub.lent.repeated, lost.hub.issues) == ([], [])


def test_a_dry_run_changes_nothing(lost: Reconciliation) -> None:
    lost.all_same()
    assert lost.renew("--dry-run").count("signature is being renewed") == 2
    lost.run["created_at"] = ago(31)
    assert "issue signature-lost would be opened" in lost.renew("--dry-run")
    assert (lost.hub.lent.repeated, lost.hub.issues) == ([], [])


def test_answers_are_not_judged_where_a_token_is_set(lost: Reconciliation) -> None:
    done = lost.record.sightbench("ci", "judge-again", "--rows", lost.check_out(), "--out", "judged")
    assert (done.returncode, "GITHUB_TOKEN" in done.stderr) == (2, True)
    assert not (lost.record.folder / "judged" / JUDGED_FILE).exists()


def test_a_row_whose_completions_are_gone_is_named(lost: Reconciliation) -> None:
    lost.change(lambda folder: [path.unlink() for path in folder.rglob("acme/*.completions.jsonl.gz")])
    state, reason = lost.judge()["acme"]
    assert state == "refused"
    assert "is not an asset of release" in reason
    lost.renew()
    assert "is not an asset of release" in lost.issue()
    assert lost.hub.lent.repeated == []


@pytest.mark.parametrize("ending", ["completions.jsonl.gz", "verdicts.jsonl.gz"])
def test_a_row_whose_files_were_changed_is_named(ending: str, lost: Reconciliation) -> None:
    def change(folder: Path) -> None:
        (path,) = folder.rglob(f"acme/*.{ending}")
        path.write_bytes(path.read_bytes() + b"x")

    lost.change(change)
    assert lost.judge()["acme"][0] == "refused"
    lost.renew()
    assert "does not have the SHA-256 that the row records" in lost.issue()


def test_a_row_that_gets_another_id_is_named_and_nothing_is_written(
    lost: Reconciliation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("benchmark.pipeline.rows.record.JUDGE_VERSION", 999)
    assert {state for state, _ in lost.judge().values()} == {"refused"}
    before = lost.record.blobs()
    lost.renew()
    assert lost.issue().count("judged again, give another id") == 2
    assert (lost.hub.lent.repeated, lost.record.blobs()) == ([], before)


def test_a_row_of_another_version_of_its_suite_is_named(
    lost: Reconciliation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SUITES, "tiny", dataclasses.replace(SUITES["tiny"], version=2))  # type: ignore[type-var]
    assert {state for state, _ in lost.judge().values()} == {"refused"}
    lost.renew()
    assert lost.issue().count("the tasks of version 1 of tiny small are not here") == 2
    assert lost.hub.lent.repeated == []


def forge(change: dict[str, Any]) -> Callable[[Path], None]:
    """Change what the id does not cover in the rows of acme."""

    def write(folder: Path) -> None:
        for path in folder.rglob("acme/*.json"):
            row = json.loads(path.read_text("utf-8"))
            row["run"].update(change)
            path.write_text(json.dumps(row), encoding="utf-8")

    return write


def test_a_forged_row_is_never_signed(lost: Reconciliation) -> None:
    """It says that it was free; its job is repeated a few times, and then the row is named."""
    lost.change(forge({"trust": "verified", "cost_usd": 0.0}))
    names = ["acme: completions.jsonl.gz", "acme: json", "acme: verdicts.jsonl.gz"]
    assert lost.judge()["acme"] == ("same", ""), "its id does not cover its cost"
    for attempt in range(1, ATTEMPTS_LIMIT):
        lost.all_same()
        lost.renew()
        lost.record.push(lost.record.sign(lost.record.rows()["paths"]), f"attempt {attempt}")
        assert lost.record.names()[:4] == [*names, "zeta: completions.jsonl.gz"]
        lost.run["status"] = "completed"
    assert len(lost.hub.lent.repeated) == ATTEMPTS_LIMIT - 1
    lost.all_same()
    assert f"has {ATTEMPTS_LIMIT} attempts, and none renewed it" in lost.renew()
    assert "acme" in lost.issue()
    assert "zeta" not in lost.issue()
    assert len(lost.hub.lent.repeated) == ATTEMPTS_LIMIT - 1


@pytest.mark.parametrize(
    "links",
    [
        {},
        {"CI run": "https://github.com/mallory/bench/actions/runs/42"},
        {"CI run": "https://github.com.example.org/octo/bench/actions/runs/42"},
    ],
    ids=str,
)
def test_a_row_that_names_no_run_of_this_repository_is_left(
    links: dict[str, str], lost: Reconciliation
) -> None:
    lost.change(forge({"links": links}))
    lost.all_same()
    printed = lost.renew()
    assert "it was never signed: it names no workflow run of this repository" in printed
    assert "its signature is being renewed" in printed
    assert lost.hub.issues == []


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"path": ".github/workflows/ci.yml"}, "is not a run of evaluate.yml on the branch main"),
        ({"head_branch": "other"}, "is not a run of evaluate.yml on the branch main"),
        ({"event": "pull_request"}, "is not a run of evaluate.yml on the branch main"),
        ({"head_repository": {"full_name": "mallory/bench"}}, "is not a run of evaluate.yml"),
        ({"head_repository": None}, "is not a run of evaluate.yml on the branch main"),
        ({"head_sha": "d" * 40}, "it names another commit than workflow run 42 had"),
        ({"created_at": ago(-1)}, "it was judged before workflow run 42 began"),
        ({"run_attempt": ATTEMPTS_LIMIT}, "attempts, and none renewed it"),
        ({"created_at": ago(31)}, "is older than 30 days, and GitHub does not repeat it"),
    ],
)
def test_a_run_that_cannot_prove_the_rows_is_not_repeated(
    change: dict[str, Any], reason: str, lost: Reconciliation
) -> None:
    lost.all_same()
    lost.run.update(change)
    assert lost.renew().count("signature cannot be renewed") == 2
    assert lost.issue().count(reason) == 2
    assert lost.hub.lent.repeated == []


@pytest.mark.parametrize("change", [{"commit": "d" * 40}, {"started": ago(3)}], ids=["commit", "started"])
def test_a_row_that_the_run_cannot_have_made_does_not_hold_up_the_others(
    change: dict[str, Any], lost: Reconciliation
) -> None:
    lost.change(forge(change))
    lost.all_same()
    lost.renew()
    assert lost.hub.lent.repeated == [RECORD]
    assert "acme" in lost.issue()
    assert "zeta" not in lost.issue()


def test_the_issue_stays_while_a_row_waits_and_comes_back_if_it_is_lost_again(
    lost: Reconciliation,
) -> None:
    lost.all_same()
    made = lost.run["created_at"]
    lost.run["created_at"] = ago(31)
    lost.renew()
    lost.run.update(created_at=made, status="in_progress")
    assert "issue" not in lost.renew()
    assert lost.issue()
    lost.run["status"] = "completed"
    assert "issue signature-lost closed" in lost.renew()
    lost.run.update(created_at=ago(31), status="completed")
    assert "issue signature-lost opened" in lost.renew()


def test_a_commit_that_is_not_on_the_main_branch_proves_nothing(lost: Reconciliation) -> None:
    """A tag can be called main, and the branch of a run is only a name."""
    lost.hub.off_main.add(COMMIT)
    lost.all_same()
    lost.renew()
    assert "is not a run of evaluate.yml on the branch main" in lost.issue()
    assert lost.hub.lent.repeated == []


@pytest.mark.parametrize("gone", ["plan", "score.acme"])
@pytest.mark.parametrize("expired", [True, False])
def test_a_run_without_its_artifacts_is_not_repeated(gone: str, expired: bool, lost: Reconciliation) -> None:
    lost.all_same()
    if expired:
        lost.hub.expired.add((RUN, gone))
    else:
        for name in [name for name in lost.hub.artifacts[RUN] if name.startswith(gone[:5])]:
            del lost.hub.artifacts[RUN][name]
    lost.renew()
    assert lost.issue().count("artifacts of workflow run 42 were deleted or have expired") == 2
    assert lost.hub.lent.repeated == []


def test_rows_from_before_signing_are_printed_and_left(lost: Reconciliation) -> None:
    """Their run says that it did not sign; if it is gone, rows with a signature tell when signing began."""
    lost.all_same()
    lost.hub.run_jobs[RUN][1]["steps"] = [{"name": "Sign the rows", "conclusion": "skipped"}]
    assert lost.renew().count("it was never signed: workflow run 42 did not sign its rows") == 2
    lost.hub.runs.clear()
    assert lost.renew().count("it was never signed: workflow run 42 is gone") == 2
    assert (lost.hub.lent.repeated, lost.hub.issues) == ([], [])


def test_a_row_whose_run_is_gone_was_signed_if_an_older_row_has_a_signature(lost: Reconciliation) -> None:
    def sign_older(folder: Path) -> None:
        forge({"started": ago(9)})(folder)
        (row,) = folder.rglob("acme/*.json")
        row.with_suffix(".sigstore.json").write_text("{}", encoding="utf-8")

    lost.change(sign_older)
    lost.all_same()
    lost.hub.runs.clear()
    lost.renew()
    assert "zeta" in lost.issue()
    assert "acme" not in lost.issue()


def test_a_withdrawn_row_needs_no_signature(lost: Reconciliation) -> None:
    lost.all_same()
    lost.run["created_at"] = ago(31)
    lost.renew()
    assert lost.issue().count("is older than 30 days") == 2
    for path in row_files(lost.check_out()):
        done = lost.record.sightbench(
            *("results", "retract", path.stem, "--remote", lost.record.remote),
            *("--by", "jane", "--reason", "Its signature was lost."),
        )
        assert done.returncode == 0, done.stderr
    assert lost.judge() == {}
    lost.renew()
    assert [issue["state"] for issue in lost.hub.issues] == ["closed"]


def test_one_issue_names_the_rows_and_the_commands(lost: Reconciliation) -> None:
    lost.all_same()
    lost.run["created_at"] = ago(31)
    assert "issue signature-lost opened" in lost.renew()
    assert "issue" not in lost.renew()
    first = min(path.stem for path in row_files(lost.check_out()) if path.parent.name == "acme")
    place = f"results/tiny/small/acme/{first}.json"
    assert f"- `{place}`: `" in lost.issue()
    assert f"$ ROW={place}\n$ gh attestation download" in lost.issue()
    assert f"--no-judge --repository {SIGNER}" in lost.issue()
    lost.hub.expired.add((RUN, "plan"))
    lost.run["created_at"] = ago(1)
    assert "issue signature-lost updated" in lost.renew()
    assert "were deleted or have expired" in lost.issue()
    (issue,) = lost.hub.issues
    issue["state"] = "closed"
    assert "issue" not in lost.renew()
    lost.change(lambda folder: [shutil.rmtree(path) for path in folder.rglob("zeta")])
    assert "issue signature-lost opened" in lost.renew()


def test_a_failure_of_github_stops_no_other_row_and_opens_no_issue(lost: Reconciliation) -> None:
    lost.all_same()
    lost.hub.faults.append(Fault("POST", "/rerun$", 403))
    assert lost.renew(code=3).count("not renewed yet: GitHub:") == 2
    assert lost.hub.issues == []
    lost.renew()
    assert lost.hub.lent.repeated == [RECORD]


@pytest.mark.parametrize("policy", ["schema: sightbench/policy/1\n", "repository: {name: a/b, id: 1}\n"])
def test_a_repository_that_does_not_sign_renews_nothing(policy: str, lost: Reconciliation) -> None:
    (lost.record.folder / "policy.yml").write_text(policy, encoding="utf-8")
    assert lost.judge() == {}
    assert lost.renew() == "rows are not signed: the policy does not name this repository\n"
    assert (lost.hub.lent.repeated, lost.hub.issues) == ([], [])


@pytest.mark.parametrize(
    "text", ["", "[]", '{"schema": "sightbench/judged-again/1", "rows": [{"id": "x", "state": "same"}]}']
)
def test_a_damaged_list_of_judged_rows_is_an_error(text: str, lost: Reconciliation) -> None:
    (lost.record.folder / "judged").mkdir()
    (lost.record.folder / "judged" / JUDGED_FILE).write_text(text, encoding="utf-8")
    lost.renew(code=2)
    assert lost.hub.lent.repeated == []


def test_the_job_and_the_step_have_these_names() -> None:
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "evaluate.yml").read_text("utf-8"))
    job = workflow["jobs"]["record"]
    assert job["name"] == RECORD_JOB
    assert [step["name"] for step in job["steps"] if "actions/attest@" in step.get("uses", "")] == [SIGN_STEP]
