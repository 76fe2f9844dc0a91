"""Rows are signed before they are pushed, and pushed together with their signatures."""

import subprocess
from pathlib import Path

import pytest
from fake_sigstore import SIGNER
from record_step import NAMED, RecordStep, change_branch, lose_signatures

from benchmark.results.ledger import read_rows
from benchmark.results.status import read_statuses
from tests.sampling import gate_of

pytestmark = gate_of("chain")

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


def test_a_wrong_signature_is_not_pushed(record: RecordStep) -> None:
    """Tests of the ledger's signatures have every field that may be wrong."""
    done = record.push(record.sign(record.rows()["paths"], fields={"15": "4712"}))
    assert (done.returncode, record.names()) == (3, [])
    assert "because its signature does not hold: Certificate's OIDC" in done.stderr


def test_text_that_is_not_a_bundle_stops_the_job(record: RecordStep) -> None:
    record.rows()
    (record.folder / "odd.json").write_text("{}\n", encoding="utf-8")
    assert record.push("odd.json").returncode == 2
    assert record.names() == []


def test_nothing_is_signed_because_it_lies_on_the_branch(record: RecordStep) -> None:
    """A row without a signature stays unattested, even if a repeated job makes the same bytes."""
    paths = record.rows()["paths"]
    record.push(record.sign(paths))
    change_branch(record.remote, record.folder / "hand", lose_signatures)
    before = record.blobs()
    again = record.push(record.sign(paths), "again")
    assert (again.returncode, again.stdout.splitlines()[-1]) == (0, "nothing new for results")
    assert record.blobs() == before
    options = ("--repository", str(SIGNER), "--trusted-root", "root.json")
    verified = record.sightbench("verify", "again/results", *options)
    assert "2 rows checked: 0 attested, 2 unattested" in verified.stdout
    checked = record.sightbench("results", "check", "--remote", record.remote, *options)
    assert (checked.returncode, "deletes" in checked.stdout + checked.stderr) == (1, True)


@pytest.mark.parametrize(
    ("policy", "number"),
    [("schema: sightbench/policy/1\n", "4711"), (NAMED, "4712"), (NAMED, "")],
    ids=["no repository named", "a fork with the policy of its parent", "a number that is not known"],
)
def test_a_repository_that_the_policy_does_not_name_records_unsigned_rows(
    policy, number, record, monkeypatch
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
