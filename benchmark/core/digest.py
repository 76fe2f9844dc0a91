"""Content ids: SHA-256 over one canonical form."""

import hashlib
import json
from collections.abc import Iterable

_LINE = json.JSONEncoder(sort_keys=True, separators=(",", ":"), allow_nan=False)


def sha256_hex(data: bytes) -> str:
    """Lower-case hexadecimal SHA-256 of ``data``."""
    return hashlib.sha256(data).hexdigest()


def digest_canonical(value: object) -> str:
    """SHA-256 of the RFC 8785 (JSON Canonicalization Scheme) form of ``value``.

    Raises:
        ValueError: for values without such a form (lone surrogates, nan, integers beyond 2**53).
    """
    import rfc8785

    return sha256_hex(rfc8785.dumps(value))  # type: ignore[arg-type]  # any JSON value; it checks itself


def digest_lines(records: Iterable[object]) -> str:
    """SHA-256 over records as ASCII JSON lines with sorted keys.

    Other than RFC 8785 this takes a model's raw text as it is, lone surrogates included.
    """
    digest = hashlib.sha256()
    for record in records:
        digest.update(_LINE.encode(record).encode("ascii"))
        digest.update(b"\n")
    return digest.hexdigest()
