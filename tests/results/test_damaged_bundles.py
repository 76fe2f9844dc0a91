"""Damaged bundles, and bundles made from parts of others, prove nothing."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from fake_sigstore import COMMIT, OTHER, ROW, Bundle, FakeSigstore, flip, reason_to_refuse

from benchmark.results.attestation import AttestationChecker
from benchmark.results.layout import BUNDLE_LIMIT

Change = Callable[[Bundle], object]


def entry(bundle: Bundle) -> dict[str, Any]:
    found: dict[str, Any] = bundle["verificationMaterial"]["tlogEntries"][0]
    return found


def _set(*path: str | int) -> Callable[[object], Change]:
    """Return a function that makes a change of the value at a path in the log's entry."""

    def to(value: object) -> Change:
        def change(bundle: Bundle) -> None:
            place: Any = entry(bundle)
            for step in path[:-1]:
                place = place[step]
            place[path[-1]] = value(place[path[-1]]) if callable(value) else value

        return change

    return to


DAMAGED: dict[str, Change] = {
    "no entry in the log": lambda b: b["verificationMaterial"].update(tlogEntries=[]),
    "two entries in the log": lambda b: b["verificationMaterial"]["tlogEntries"].append(entry(b)),
    "no proof of inclusion": lambda b: entry(b).pop("inclusionProof"),
    "no checkpoint": lambda b: entry(b)["inclusionProof"].pop("checkpoint"),
    "no promise and no time": lambda b: entry(b).pop("inclusionPromise"),
    "a forged promise": _set("inclusionPromise", "signedEntryTimestamp")(flip),
    "another time": _set("integratedTime")(lambda when: str(int(when) + 1)),
    "another index": _set("logIndex")("2"),
    "another root hash": _set("inclusionProof", "rootHash")(flip),
    "another neighbour": _set("inclusionProof", "hashes", 0)(flip),
    "a larger tree": _set("inclusionProof", "treeSize")("4"),
    "a forged checkpoint": _set("inclusionProof", "checkpoint", "envelope")(
        lambda text: text.replace("\n2\n", "\n3\n")
    ),
    "an unsigned checkpoint": _set("inclusionProof", "checkpoint", "envelope")(
        lambda text: text.split("\u2014")[0]
    ),
    "another kind of entry": _set("kindVersion", "kind")("intoto"),
    "another body in the log": _set("canonicalizedBody")(flip),
    "a forged timestamp": lambda b: b["verificationMaterial"].update(
        timestampVerificationData={"rfc3161Timestamps": [{"signedTimestamp": "AAAA"}]}
    ),
    "a forged signature": lambda b: b["dsseEnvelope"]["signatures"][0].update(
        sig=flip(b["dsseEnvelope"]["signatures"][0]["sig"])
    ),
    "two signatures": lambda b: b["dsseEnvelope"]["signatures"].append(b["dsseEnvelope"]["signatures"][0]),
    "no signature": lambda b: b["dsseEnvelope"].update(signatures=[]),
    "a forged payload": lambda b: b["dsseEnvelope"].update(payload=flip(b["dsseEnvelope"]["payload"])),
    "no envelope": lambda b: b.pop("dsseEnvelope"),
    "no certificate": lambda b: b["verificationMaterial"].pop("certificate"),
    "a damaged certificate": lambda b: b["verificationMaterial"]["certificate"].update(
        rawBytes=flip(b["verificationMaterial"]["certificate"]["rawBytes"])
    ),
    "text for a certificate": lambda b: b["verificationMaterial"]["certificate"].update(rawBytes="AAAA"),
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
