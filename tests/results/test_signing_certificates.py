"""Only the certificate of one workflow run, at its time and for this file, attests a row."""

import datetime
import json
from pathlib import Path

import pytest
from fake_sigstore import ISSUER, OTHER, ROW, SIGNER, FakeSigstore, identity, reason_to_refuse

from benchmark.results.attestation import AttestationChecker

PLACE = identity()["12"]
WORKFLOW = identity()["9"]
#: A certificate's field → a value that another run would have there, and the name of the extension.
FORGED = {
    "another issuer": ({"8": "https://accounts.example.org"}, "OIDCIssuerV2"),
    "an issuer that only begins alike": ({"8": f"{ISSUER}.example.org"}, "OIDCIssuerV2"),
    "another repository": ({"12": "https://github.com/octo/bench-2"}, "OIDCSourceRepositoryURI"),
    "a repository of another spelling": ({"12": "https://github.com/Octo/bench"}, "OIDCSourceRepositoryURI"),
    "a repository of another server": (
        {"12": "https://git.example.org/octo/bench"},
        "OIDCSourceRepositoryURI",
    ),
    "a later repository of the same name": ({"15": "4712"}, "OIDCSourceRepositoryIdentifier"),
    "a number with a digit more": ({"15": "47110"}, "OIDCSourceRepositoryIdentifier"),
    "another branch": ({"14": "refs/heads/main2"}, "OIDCSourceRepositoryRef"),
    "a tag": ({"14": "refs/tags/main"}, "OIDCSourceRepositoryRef"),
    "a pull request": ({"14": "refs/pull/7/merge"}, "OIDCSourceRepositoryRef"),
    "another commit": ({"13": "d" * 40}, "OIDCSourceRepositoryDigest"),
    "no commit": ({"13": ""}, "OIDCSourceRepositoryDigest"),
    "another workflow": ({"18": WORKFLOW.replace("run", "site")}, "OIDCBuildConfigURI"),
    "a workflow of another branch": ({"18": WORKFLOW.replace("heads/main", "heads/x")}, "OIDCBuildConfigURI"),
    "a called workflow of somebody else": (
        {"9": "https://github.com/eve/x/.github/workflows/run.yml@refs/heads/main"},
        "OIDCBuildSignerURI",
    ),
    "a machine of somebody": ({"11": "self-hosted"}, "OIDCRunnerEnvironment"),
}


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


def test_a_log_that_is_not_trusted_is_refused(tmp_path: Path) -> None:
    """Each part of the root of trust is needed: authority, log of certificates, log of signatures."""
    mine, theirs = FakeSigstore(), FakeSigstore()
    roots = [json.loads(s.write_trusted_root(tmp_path / "root.json").read_text()) for s in (mine, theirs)]
    bundle = mine.attest(ROW)
    for part in ("certificateAuthorities", "ctlogs", "tlogs"):
        path = tmp_path / f"{part}.json"
        path.write_text(json.dumps({**roots[0], part: roots[1][part]}), encoding="utf-8")
        assert reason_to_refuse(AttestationChecker(SIGNER, path), bundle), part
