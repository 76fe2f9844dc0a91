"""A row is attested only by a bundle that the expected workflow signed for exactly this file."""

import copy
import datetime
import json
import socket
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from fake_sigstore import (
    COMMIT,
    OTHER,
    ROW,
    SIGNER,
    Bundle,
    FakeSigstore,
    flip,
    identity,
    reason_to_refuse,
)

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput
from benchmark.core.install import install_extra
from benchmark.files.atomic import gzip_bytes
from benchmark.results import attestation
from benchmark.results.attestation import TRUSTED_ROOT, AttestationChecker, Signer, bundle_subjects
from benchmark.results.branch_record import add_record
from benchmark.results.layout import BUNDLE_LIMIT, bundle_path
from benchmark.results.row import Row
from tests.case_files import read_cases
from tests.conftest import MakeRow

CASES = Path(__file__).parent.parent / "cases" / "attestations"


@pytest.mark.gate
def test_a_bundle_of_the_expected_workflow_attests_its_row(sigstore, checker, monkeypatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("asked the network")

    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    monkeypatch.setattr(socket.socket, "connect", refuse)
    assert reason_to_refuse(checker, sigstore.attest(ROW)) == ""


@pytest.mark.gate
def test_one_bundle_may_attest_many_rows(sigstore: FakeSigstore, checker: AttestationChecker) -> None:
    bundle = sigstore.attest(*(sha256_hex(str(number).encode()) for number in range(1023)), ROW)
    assert reason_to_refuse(checker, bundle) == ""
    assert len(json.dumps(bundle)) < BUNDLE_LIMIT
    assert len(bundle_subjects(json.dumps(bundle).encode())) == 1024


def test_a_bundle_of_github_is_accepted_by_the_public_root_of_trust(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reusable workflow of GitHub signed the bundle, so this test allows that workflow."""
    called = (
        "https://github.com/github/artifact-attestations-workflows/.github/workflows/attest.yml"
        "@09b495c3f12c7881b3cc17209a327792065c1a1d"
    )
    data = (CASES / "public.sigstore.json").read_bytes()
    sha256 = "49a3aa6075e0f49f82843e74b5baa614ad2a588e6675612bf108a0a008c5ac25"
    commit = "95baf27389e83e6a5c48f42e190d48d7abcea19e"
    signer = Signer(repository="malancas/attest-demo", id=804070735, workflow=".github/workflows/shared.yml")
    assert (
        "OIDCBuildSignerURI does not match" in AttestationChecker(signer).check(data, sha256, commit).reason
    )

    class Lenient(Signer):
        def certificate_policy(self, commit: str) -> Any:
            from sigstore.verify import policy

            found: Any = Signer.certificate_policy(self, commit)
            changed = (policy.OIDCBuildSignerURI, policy.Identity)
            kept = [child for child in found._children if not isinstance(child, changed)]
            own = [policy.OIDCBuildSignerURI(called), policy.Identity(identity=called)]
            return policy.AllOf([*kept, *own])

    lenient = Lenient(repository=signer.repository, id=signer.id, workflow=signer.workflow)
    checker = AttestationChecker(lenient)
    assert checker.check(data, sha256, commit).holds
    assert bundle_subjects(data) == {sha256}
    assert "another file" in checker.check(data, OTHER, commit).reason
    assert "OIDCSourceRepositoryDigest does not match" in checker.check(data, sha256, COMMIT).reason
    changed = json.loads(data)
    changed["dsseEnvelope"]["payload"] = flip(changed["dsseEnvelope"]["payload"])
    assert checker.check(json.dumps(changed).encode(), sha256, commit).state == "refused"
    monkeypatch.setattr(lenient.__class__, "address", "https://github.com/malancas/other", raising=False)
    assert checker.check(data, sha256, commit).state == "refused"


def test_our_root_of_trust_is_that_of_the_library() -> None:
    folder = files("sigstore") / "_store" / "https%3A%2F%2Ftuf-repo-cdn.sigstore.dev"
    assert TRUSTED_ROOT.read_bytes() == (folder / "trusted_root.json").read_bytes()


def test_a_damaged_root_of_trust_is_bad_input(sigstore: FakeSigstore, tmp_path: Path) -> None:
    for text in ("{", "{}", "[]", json.dumps({"mediaType": "x"})):
        path = tmp_path / "root.json"
        path.write_text(text, encoding="utf-8")
        with pytest.raises(BadInput, match=r"root\.json: is not a root of trust"):
            AttestationChecker(SIGNER, path).check(json.dumps(sigstore.attest(ROW)).encode(), ROW, COMMIT)


def test_a_row_without_a_bundle_is_unattested(checker, row_file) -> None:
    path, row = row_file
    assert checker.check_file(path, row).state == "unattested"
    assert AttestationChecker(None).check_file(path, row).state == "unattested"


def test_a_bundle_next_to_a_row_covers_every_byte_of_its_file(sigstore, checker, row_file) -> None:
    """The id of a row does not cover its trust, cost, times, commit and links; the bundle does."""
    path, row = row_file
    bundle_path(path).write_text(json.dumps(sigstore.attest(sha256_hex(path.read_bytes()))), encoding="utf-8")
    assert checker.check_file(path, row).holds
    text = path.read_text(encoding="utf-8")
    forgeries = [
        text.replace('"trust": "judged"', '"trust": "verified"'),
        text.replace('"cost_usd": null', '"cost_usd": 0.01'),
        text.replace('"started": "2026-02-03', '"started": "2026-02-04'),
        text.replace("actions/runs/42", "actions/runs/43"),
        text + "\n",
    ]
    for forged in forgeries:
        assert forged != text
        path.write_text(forged, encoding="utf-8")
        assert "another file" in checker.check_file(path, row).reason


def test_packed_files_are_not_unpacked(sigstore, checker, row_file) -> None:
    """The signature is of the file's bytes; on the branch, nothing is unpacked either."""
    path, row = row_file
    bundle = json.dumps(sigstore.attest(sha256_hex(path.read_bytes()))).encode()
    bundle_path(path).write_bytes(gzip_bytes(bundle))
    assert checker.check_file(path, row).state == "refused"
    bundle_path(path).write_bytes(bundle)
    assert checker.check_file(path, row).holds
    path.write_bytes(gzip_bytes(path.read_bytes()))
    assert "another file" in checker.check_file(path, row).reason


def test_a_bundle_that_cannot_be_read_is_refused(checker, row_file, tmp_path) -> None:
    path, row = row_file
    bundle_path(path).symlink_to(tmp_path / "missing")
    assert checker.check_file(path, row).state == "refused"
    bundle_path(path).unlink()
    bundle_path(path).write_bytes(b" " * (BUNDLE_LIMIT + 1))
    assert "has more than 1,000,000 bytes" in checker.check_file(path, row).reason
    bundle_path(path).unlink()
    bundle_path(path).mkdir()
    assert checker.check_file(path, row).state == "refused"


def test_a_bundle_is_unchecked_where_nobody_says_who_signs(sigstore: FakeSigstore) -> None:
    found = AttestationChecker(None).check(json.dumps(sigstore.attest(ROW)).encode(), ROW, COMMIT)
    assert (found.state, found.holds) == ("unchecked", False)
    assert "policy.yml" in found.reason


def test_a_bundle_is_unchecked_without_the_library(sigstore, monkeypatch) -> None:
    monkeypatch.setattr(attestation.importlib.util, "find_spec", lambda _: None)
    found = AttestationChecker(SIGNER).check(json.dumps(sigstore.attest(ROW)).encode(), ROW, COMMIT)
    assert (found.state, found.holds) == ("unchecked", False)
    assert install_extra("attestations") in found.reason


@pytest.mark.parametrize(
    "text", ["octo/bench", "octo/bench#", "octo/bench#0", "octo#1", "a/b/c#1", "octo/bench#1 ", "-o/b#1"]
)
def test_a_signer_needs_a_name_and_a_number(text: str) -> None:
    with pytest.raises(BadInput, match="is not a repository with its number"):
        Signer.parse(text, "--repository")
    assert Signer.parse(str(SIGNER), "--repository") == SIGNER


@pytest.fixture
def row_file(make_row: MakeRow, tmp_path: Path) -> tuple[Path, Row]:
    made = make_row("acme-1", links={"CI run": "https://github.com/octo/bench/actions/runs/42"})
    row = made.model_copy(update={"run": made.run.model_copy(update={"commit": COMMIT})})
    return add_record(tmp_path / "results", row), row


#: One part of each kind; the library's own tests damage every field of the entry in the log.
DAMAGED: dict[str, Callable[[Bundle], object]] = {
    "no entry in the log": lambda b: b["verificationMaterial"].update(tlogEntries=[]),
    "another time": lambda b: b["verificationMaterial"]["tlogEntries"][0].update(integratedTime="1"),
    "a forged timestamp": lambda b: b["verificationMaterial"].update(
        timestampVerificationData={"rfc3161Timestamps": [{"signedTimestamp": "AAAA"}]}
    ),
    "a forged signature": lambda b: b["dsseEnvelope"]["signatures"][0].update(
        sig=flip(b["dsseEnvelope"]["signatures"][0]["sig"])
    ),
    "two signatures": lambda b: b["dsseEnvelope"]["signatures"].append(b["dsseEnvelope"]["signatures"][0]),
    "a forged payload": lambda b: b["dsseEnvelope"].update(payload=flip(b["dsseEnvelope"]["payload"])),
    "no envelope": lambda b: b.pop("dsseEnvelope"),
    "a damaged certificate": lambda b: b["verificationMaterial"]["certificate"].update(
        rawBytes=flip(b["verificationMaterial"]["certificate"]["rawBytes"])
    ),
    "no material": lambda b: b.pop("verificationMaterial"),
    "another format": lambda b: b.update(mediaType="application/vnd.dev.sigstore.bundle.v9+json"),
    "an unknown field": lambda b: b.update(more=1),
}


@pytest.mark.parametrize("case", DAMAGED)
def test_a_changed_bundle_is_refused(case: str, sigstore: FakeSigstore, checker: AttestationChecker) -> None:
    bundle = sigstore.attest(ROW)
    DAMAGED[case](bundle)
    assert reason_to_refuse(checker, bundle)


def test_parts_of_two_bundles_do_not_make_one(sigstore: FakeSigstore, checker: AttestationChecker) -> None:
    """The entry, certificate and envelope of a valid bundle prove nothing in another one."""
    mine, other = sigstore.attest(ROW), sigstore.attest(OTHER)
    assert reason_to_refuse(checker, {**mine, "dsseEnvelope": other["dsseEnvelope"]}, OTHER)
    for part in ("certificate", "tlogEntries"):
        mixed = copy.deepcopy(mine)
        mixed["verificationMaterial"][part] = other["verificationMaterial"][part]
        assert reason_to_refuse(checker, mixed), part


@pytest.mark.parametrize(
    "data",
    [
        b"{",
        b"\xff\xfe",
        b"[" * 100_000,
        b"null",
        b"[]",
        b"{}",
        b'{"mediaType": NaN}',
        b" " * (BUNDLE_LIMIT + 1),
        b'{"dsseEnvelope": "' + b"A" * BUNDLE_LIMIT + b'"}',
    ],
    ids=["truncated", "no text", "deep", "null", "a list", "empty", "NaN", "blanks", "huge"],
)
def test_text_that_is_not_a_bundle_is_refused(data: bytes, checker: AttestationChecker) -> None:
    found = checker.check(data, ROW, COMMIT)
    assert found.state == "refused"
    assert found.reason
    assert len(found.reason) <= 300


def test_a_bundle_above_the_limit_is_refused_even_if_it_is_valid(sigstore, checker) -> None:
    data = json.dumps(sigstore.attest(ROW)).encode()
    assert checker.check(data.ljust(BUNDLE_LIMIT), ROW, COMMIT).holds
    found = checker.check(data.ljust(BUNDLE_LIMIT + 1), ROW, COMMIT)
    assert found.reason == f"has more than {BUNDLE_LIMIT:,} bytes"


@pytest.mark.parametrize("text", ["x\n::error::y", "x\x1b[31m\u202e", "\x1b" * 290, "z" * 5000])
def test_a_hostile_certificate_cannot_write_lines_or_control_characters(text, sigstore, checker) -> None:
    reason = reason_to_refuse(checker, sigstore.attest(ROW, fields={"12": text}))
    assert "Certificate's OIDCSourceRepositoryURI does not match" in reason
    assert reason.isprintable()
    assert "::error" not in reason
    assert len(reason) <= 300


WORKFLOW = identity()["9"]
FORGED = read_cases("attestations/forged_certificates.yaml")


@pytest.mark.parametrize("case", FORGED)
def test_a_certificate_of_any_other_run_is_refused(case, sigstore, checker) -> None:
    fields, name = FORGED[case]
    assert f"Certificate's {name} does not match" in reason_to_refuse(
        checker, sigstore.attest(ROW, fields=fields)
    )


@pytest.mark.parametrize("number", ["8", "9", "11", "12", "13", "14", "15", "18"])
def test_a_certificate_without_a_field_is_refused(number, sigstore, checker) -> None:
    assert "Certificate does not contain OIDC" in reason_to_refuse(
        checker, sigstore.attest(ROW, fields={number: None})
    )


def test_a_certificate_for_another_subject_is_refused(sigstore, checker) -> None:
    bundle = sigstore.attest(ROW, subject=WORKFLOW.replace("run", "site"))
    assert "Certificate's SANs do not match" in reason_to_refuse(checker, bundle)


def test_the_bundle_of_another_row_is_refused(sigstore: FakeSigstore, checker: AttestationChecker) -> None:
    assert "another file" in reason_to_refuse(checker, sigstore.attest(OTHER))
    assert "another file" in reason_to_refuse(checker, sigstore.attest())
    without = {"subject": [{"name": "row.json", "digest": {"sha512": ROW}}, {"name": ROW}, ROW, None]}
    assert "another file" in reason_to_refuse(checker, sigstore.attest(ROW, said=without))


@pytest.mark.parametrize(
    "said",
    [
        {"predicateType": "https://in-toto.io/attestation/vulns"},
        {"_type": "https://in-toto.io/Statement/v0.1"},
        {"subject": {"sha256": ROW}},
        {"subject": None},
    ],
)
def test_another_kind_of_statement_is_refused(said, sigstore, checker) -> None:
    assert "statement" in reason_to_refuse(checker, sigstore.attest(ROW, said=said))


def test_another_kind_of_payload_is_refused(sigstore: FakeSigstore, checker: AttestationChecker) -> None:
    assert "in-toto" in reason_to_refuse(checker, sigstore.attest(ROW, payload_type="application/json"))


def test_a_signature_after_the_certificate_expired_is_refused(sigstore, checker) -> None:
    assert reason_to_refuse(checker, sigstore.attest(ROW, delay=datetime.timedelta(minutes=9))) == ""
    for minutes in (11, -1, 60 * 24 * 365):
        assert reason_to_refuse(checker, sigstore.attest(ROW, delay=datetime.timedelta(minutes=minutes)))


def test_another_sigstore_is_refused(checker: AttestationChecker, tmp_path: Path) -> None:
    theirs = FakeSigstore()
    bundle = theirs.attest(ROW)
    assert reason_to_refuse(checker, bundle)
    assert reason_to_refuse(AttestationChecker(SIGNER), bundle)  # the public root of trust
    assert (
        reason_to_refuse(
            AttestationChecker(SIGNER, theirs.write_trusted_root(tmp_path / "root.json")), bundle
        )
        == ""
    )
