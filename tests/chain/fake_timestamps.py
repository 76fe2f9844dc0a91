"""A timestamp authority for tests, which signs any time that a test asks for (RFC 3161)."""

import base64
import datetime
import hashlib
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

_SEQUENCE, _SET, _INTEGER, _OCTETS, _OID, _TIME = 0x30, 0x31, 0x02, 0x04, 0x06, 0x18
_SIGNED_DATA, _TIMESTAMP = "1.2.840.113549.1.7.2", "1.2.840.113549.1.9.16.1.4"
_CONTENT_TYPE, _MESSAGE_DIGEST = "1.2.840.113549.1.9.3", "1.2.840.113549.1.9.4"
_SHA256, _ECDSA_SHA256 = "2.16.840.1.101.3.4.2.1", "1.2.840.10045.4.3.2"


class FakeTimestampAuthority:
    """An authority with its own root certificate.

    Args:
        since: the time from which its certificates are valid, for 40 years.
    """

    def __init__(self, since: datetime.datetime) -> None:
        self._since = since
        root_key, self._key = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
        self._root = self._certificate("root of the times", "root of the times", root_key, root_key)
        self._signing = self._certificate("times", "root of the times", self._key, root_key)

    @property
    def trusted(self) -> dict[str, Any]:
        """The authority in a root of trust."""
        encoded = [found.public_bytes(serialization.Encoding.DER) for found in (self._signing, self._root)]
        return {
            "subject": {"organization": "tests", "commonName": "times"},
            "uri": "https://times.example.org",
            "certChain": {
                "certificates": [{"rawBytes": base64.b64encode(data).decode()} for data in encoded]
            },
            "validFor": {"start": self._since.isoformat().replace("+00:00", "Z")},
        }

    def stamp(self, message: bytes, when: datetime.datetime) -> bytes:
        """Return the reply of the authority to a request for a message."""
        imprint = _der(_SEQUENCE, _algorithm(_SHA256), _der(_OCTETS, hashlib.sha256(message).digest()))
        time = _der(_TIME, when.strftime("%Y%m%d%H%M%SZ").encode())
        info = _der(_SEQUENCE, _number(1), _oid("1.2.3.4.1"), imprint, _number(7), time)
        attributes = _der(_SEQUENCE, _oid(_CONTENT_TYPE), _der(_SET, _oid(_TIMESTAMP))) + _der(
            _SEQUENCE, _oid(_MESSAGE_DIGEST), _der(_SET, _der(_OCTETS, hashlib.sha256(info).digest()))
        )
        signature = self._key.sign(_der(_SET, attributes), ec.ECDSA(hashes.SHA256()))
        issuer = self._signing.issuer.public_bytes()
        signer = _der(
            _SEQUENCE,
            _number(1),
            _der(_SEQUENCE, issuer, _number(self._signing.serial_number)),
            _algorithm(_SHA256),
            _der(0xA0, attributes),
            _algorithm(_ECDSA_SHA256),
            _der(_OCTETS, signature),
        )
        signed = _der(
            _SEQUENCE,
            _number(3),
            _der(_SET, _algorithm(_SHA256)),
            _der(_SEQUENCE, _oid(_TIMESTAMP), _der(0xA0, _der(_OCTETS, info))),
            _der(0xA0, self._signing.public_bytes(serialization.Encoding.DER)),
            _der(_SET, signer),
        )
        token = _der(_SEQUENCE, _oid(_SIGNED_DATA), _der(0xA0, signed))
        return _der(_SEQUENCE, _der(_SEQUENCE, _number(0)), token)

    def _certificate(
        self, name: str, issuer: str, key: ec.EllipticCurvePrivateKey, by: ec.EllipticCurvePrivateKey
    ) -> x509.Certificate:
        root = name == issuer
        builder = (
            x509.CertificateBuilder()
            .subject_name(_name(name))
            .issuer_name(_name(issuer))
            .public_key(key.public_key())
            .serial_number(5 if root else 6)
            .not_valid_before(self._since)
            .not_valid_after(self._since + datetime.timedelta(days=14_600))
            .add_extension(x509.BasicConstraints(ca=root, path_length=None), critical=True)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
            .add_extension(
                x509.AuthorityKeyIdentifier.from_issuer_public_key(by.public_key()), critical=False
            )
        )
        if not root:
            usage = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.TIME_STAMPING])
            builder = builder.add_extension(usage, critical=True)
        return builder.sign(by, hashes.SHA256())


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def _der(tag: int, *parts: bytes) -> bytes:
    content = b"".join(parts)
    size = len(content)
    if size < 128:
        return bytes([tag, size]) + content
    length = size.to_bytes((size.bit_length() + 7) // 8, "big")
    return bytes([tag, 0x80 | len(length)]) + length + content


def _number(value: int) -> bytes:
    return _der(_INTEGER, value.to_bytes(value.bit_length() // 8 + 1, "big"))


def _algorithm(oid: str) -> bytes:
    return _der(_SEQUENCE, _oid(oid))


def _oid(text: str) -> bytes:
    first, second, *rest = map(int, text.split("."))
    encoded = bytearray([first * 40 + second])
    for number in rest:
        groups = [number & 0x7F]
        while number := number >> 7:
            groups.append(0x80 | (number & 0x7F))
        encoded += bytes(reversed(groups))
    return _der(_OID, bytes(encoded))
