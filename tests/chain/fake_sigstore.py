"""A Sigstore for tests: its own certificate authority and logs, which sign whatever a test asks for."""

import base64
import datetime
import hashlib
import json
import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import rfc8785
from cryptography import x509
from cryptography.hazmat import asn1
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from benchmark.core.digest import sha256_hex
from benchmark.results.attestation import ISSUER, PROVENANCE, STATEMENT, AttestationChecker, Signer

Bundle = dict[str, Any]

SIGNER = Signer(repository="octo/bench", id=4711)
COMMIT = "c" * 40
ROW, OTHER = sha256_hex(b"row"), sha256_hex(b"other row")
SIGNED = datetime.datetime(2026, 2, 3, 4, 5, 6, tzinfo=datetime.UTC)

_SCTS = x509.ObjectIdentifier("1.3.6.1.4.1.11129.2.4.2")
_FULCIO = "1.3.6.1.4.1.57264.1"


def identity(signer: Signer = SIGNER, commit: str = COMMIT) -> dict[str, str]:
    """Return the values of Fulcio's extensions for a run of the workflow, by the last part of their OIDs."""
    ref = f"refs/heads/{signer.branch}"
    workflow = f"{signer.address}/{signer.workflow}@{ref}"
    return {
        "8": ISSUER,
        "9": workflow,
        "10": commit,
        "11": "github-hosted",
        "12": signer.address,
        "13": commit,
        "14": ref,
        "15": str(signer.id),
        "18": workflow,
        "19": commit,
        "20": "push",
        "21": f"{signer.address}/actions/runs/42/attempts/1",
        "22": "public",
    }


def statement(*digests: str, **changes: object) -> dict[str, object]:
    """Return the statement that actions/attest signs for files with these SHA-256."""
    subjects = [{"name": f"{digest}.json", "digest": {"sha256": digest}} for digest in digests]
    made = {"_type": STATEMENT, "subject": subjects, "predicateType": PROVENANCE, "predicate": {}}
    return {**made, **changes}


class FakeSigstore:
    """A certificate authority, a log of certificates and a log of signatures, with keys of their own."""

    def __init__(self) -> None:
        self._authority, self._certificates, self._log = (
            ec.generate_private_key(ec.SECP256R1()) for _ in "123"
        )
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "root of the tests")])
        self._root = (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(name)
            .public_key(self._authority.public_key())
            .serial_number(1)
            .not_valid_before(SIGNED - datetime.timedelta(days=900))
            .not_valid_after(SIGNED + datetime.timedelta(days=900))
            .add_extension(x509.BasicConstraints(ca=True, path_length=1), critical=True)
            .add_extension(_key_usage("key_cert_sign", "crl_sign"), critical=True)
            .add_extension(
                x509.SubjectKeyIdentifier.from_public_key(self._authority.public_key()), critical=False
            )
            .sign(self._authority, hashes.SHA256())
        )

    def write_trusted_root(self, path: Path) -> Path:
        """Write a root of trust that trusts this Sigstore."""
        start = {"start": "2020-01-01T00:00:00Z"}

        def log(key: ec.EllipticCurvePrivateKey, name: str) -> dict[str, object]:
            public = {
                "rawBytes": _base64(_public(key)),
                "keyDetails": "PKIX_ECDSA_P256_SHA_256",
                "validFor": start,
            }
            return {
                "baseUrl": f"https://{name}.example.org",
                "hashAlgorithm": "SHA2_256",
                "publicKey": public,
                "logId": {"keyId": _base64(_key_id(key))},
            }

        authority = {
            "subject": {"organization": "tests", "commonName": "tests"},
            "uri": "https://authority.example.org",
            "certChain": {
                "certificates": [{"rawBytes": _base64(self._root.public_bytes(serialization.Encoding.DER))}]
            },
            "validFor": start,
        }
        root = {
            "mediaType": "application/vnd.dev.sigstore.trustedroot+json;version=0.1",
            "tlogs": [log(self._log, "log")],
            "certificateAuthorities": [authority],
            "ctlogs": [log(self._certificates, "certificates")],
        }
        path.write_text(json.dumps(root), encoding="utf-8")
        return path

    def attest(
        self,
        *digests: str,
        fields: Mapping[str, str | None] | None = None,
        subject: str | None = None,
        said: Mapping[str, object] | None = None,
        delay: datetime.timedelta = datetime.timedelta(seconds=5),
        payload_type: str = "application/vnd.in-toto+json",
    ) -> Bundle:
        """Sign a statement about files, as actions/attest does.

        Args:
            digests: SHA-256 of the files.
            fields: other values of the certificate's extensions; None leaves one out.
            subject: another identity of the certificate.
            said: other fields of the statement.
            delay: time between the certificate and the entry in the log; certificates hold 10 minutes.
            payload_type: type of the signed payload.
        """
        key = ec.generate_private_key(ec.SECP256R1())
        values = {**identity(), **(fields or {})}
        found = {name: value for name, value in values.items() if value is not None}
        certificate = self._certificate(key, found, subject or identity()["9"])
        payload = json.dumps(statement(*digests, **(said or {}))).encode()
        signed = f"DSSEv1 {len(payload_type)} {payload_type} {len(payload)} ".encode() + payload
        signature = _base64(key.sign(signed, ec.ECDSA(hashes.SHA256())))
        envelope = {
            "payload": _base64(payload),
            "payloadType": payload_type,
            "signatures": [{"sig": signature}],
        }
        encoded = certificate.public_bytes(serialization.Encoding.DER)
        pem = certificate.public_bytes(serialization.Encoding.PEM)
        entry = self._entry(payload, signature, pem, int((SIGNED + delay).timestamp()))
        return {
            "mediaType": "application/vnd.dev.sigstore.bundle.v0.3+json",
            "verificationMaterial": {
                "certificate": {"rawBytes": _base64(encoded)},
                "tlogEntries": [entry],
            },
            "dsseEnvelope": envelope,
        }

    def _certificate(
        self, key: ec.EllipticCurvePrivateKey, fields: Mapping[str, str], subject: str
    ) -> x509.Certificate:
        serial = x509.random_serial_number()

        def signed(timestamps: bytes) -> x509.Certificate:
            builder = (
                x509.CertificateBuilder()
                .subject_name(x509.Name([]))
                .issuer_name(self._root.subject)
                .public_key(key.public_key())
                .serial_number(serial)
                .not_valid_before(SIGNED)
                .not_valid_after(SIGNED + datetime.timedelta(minutes=10))
                .add_extension(_key_usage("digital_signature"), critical=True)
                .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.CODE_SIGNING]), critical=False)
                .add_extension(
                    x509.AuthorityKeyIdentifier.from_issuer_public_key(self._authority.public_key()),
                    critical=False,
                )
                .add_extension(
                    x509.SubjectAlternativeName([x509.UniformResourceIdentifier(subject)]), critical=True
                )
            )
            for number, value in fields.items():
                oid = x509.ObjectIdentifier(f"{_FULCIO}.{number}")
                builder = builder.add_extension(
                    x509.UnrecognizedExtension(oid, asn1.encode_der(value)), critical=False
                )
            listed = struct.pack("!HH", len(timestamps) + 2, len(timestamps)) + timestamps
            octets = asn1.encode_der(listed)
            return builder.add_extension(x509.UnrecognizedExtension(_SCTS, octets), critical=False).sign(
                self._authority, hashes.SHA256()
            )

        # The log signs the certificate without its own timestamp, whatever that is.
        bare = signed(self._timestamp(b"", self._certificates)).tbs_precertificate_bytes
        return signed(self._timestamp(bare, self._certificates))

    def _timestamp(self, bare: bytes, log: ec.EllipticCurvePrivateKey) -> bytes:
        when = int(SIGNED.timestamp() * 1000)
        entry = _key_id(self._authority) + len(bare).to_bytes(3, "big") + bare
        signature = log.sign(
            struct.pack("!BBQH", 0, 0, when, 1) + entry + struct.pack("!H", 0), ec.ECDSA(hashes.SHA256())
        )
        head = struct.pack("!B32sQHBBH", 0, _key_id(log), when, 0, 4, 3, len(signature))
        return head + signature

    def _entry(self, payload: bytes, signature: str, pem: bytes, when: int) -> dict[str, object]:
        """Return the entry in the log of signatures: the second leaf of a tree of two."""
        spec = {
            "envelopeHash": {"algorithm": "sha256", "value": "0" * 64},
            "payloadHash": {"algorithm": "sha256", "value": hashlib.sha256(payload).hexdigest()},
            "signatures": [{"signature": signature, "verifier": _base64(pem)}],
        }
        body = rfc8785.dumps({"apiVersion": "0.0.1", "kind": "dsse", "spec": spec})
        promised = {
            "body": _base64(body),
            "integratedTime": when,
            "logID": _key_id(self._log).hex(),
            "logIndex": 1,
        }
        promise = self._log.sign(rfc8785.dumps(promised), ec.ECDSA(hashes.SHA256()))
        return {
            **self._proof(body),
            "integratedTime": str(when),
            "inclusionPromise": {"signedEntryTimestamp": _base64(promise)},
        }

    def _proof(self, body: bytes) -> dict[str, object]:
        first, leaf = (hashlib.sha256(b"\0" + data).digest() for data in (b"another entry", body))
        root = hashlib.sha256(b"\1" + first + leaf).digest()
        return {
            "logIndex": "1",
            "logId": {"keyId": _base64(_key_id(self._log))},
            "kindVersion": {"kind": "dsse", "version": "0.0.1"},
            "inclusionProof": {
                "logIndex": "1",
                "rootHash": _base64(root),
                "treeSize": "2",
                "hashes": [_base64(first)],
                "checkpoint": {"envelope": self._checkpoint(root)},
            },
            "canonicalizedBody": _base64(body),
        }

    def _checkpoint(self, root: bytes) -> str:
        note = f"log of the tests - 1\n2\n{_base64(root)}\n"
        signature = self._log.sign(note.encode(), ec.ECDSA(hashes.SHA256()))
        return f"{note}\n\u2014 log {_base64(_key_id(self._log)[:4] + signature)}\n"


def reason_to_refuse(
    checker: AttestationChecker, bundle: Bundle, sha256: str = ROW, commit: str = COMMIT
) -> str:
    """Return why a checker refuses a bundle; empty if the bundle attests the row."""
    found = checker.check(json.dumps(bundle).encode(), sha256, commit)
    assert found.state == ("refused" if found.reason else "attested")
    return found.reason


def flip(text: str) -> str:
    """Change one bit in the middle of data in Base64."""
    data = bytearray(base64.b64decode(text))
    data[len(data) // 2] ^= 1
    return base64.b64encode(data).decode()


def write_bundle(bundle: Bundle, path: Path) -> None:
    """Write a bundle next to its row."""
    path.write_text(json.dumps(bundle), encoding="utf-8")


def _key_usage(*allowed: str) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature="digital_signature" in allowed,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign="key_cert_sign" in allowed,
        crl_sign="crl_sign" in allowed,
        encipher_only=False,
        decipher_only=False,
    )


def _public(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(
        serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
    )


def _key_id(key: ec.EllipticCurvePrivateKey) -> bytes:
    return hashlib.sha256(_public(key)).digest()


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")
