"""Passes untrusted texts to a model as data, between lines that the texts cannot contain."""

import hashlib
from collections.abc import Mapping

_MARK_DIGITS = 32
#: Maximum characters of a text; the rest is cut off, because every one of them is paid for.
TEXT_LIMIT = 20_000


def boundary_mark(texts: Mapping[str, str]) -> str:
    """Return a mark of 32 hexadecimal digits that is in none of the texts.

    It is derived from a digest of the texts themselves: whoever writes one of them would have to find a text
    that contains a part of its own SHA-256. The same texts always have the same mark, so that prompts can be
    made again.
    """
    digest = hashlib.sha256(b"sightbench rubric data")
    for name, text in sorted(texts.items()):
        for piece in (name, text):
            data = piece.encode("utf-8", "surrogatepass")
            digest.update(len(data).to_bytes(8, "big") + data)
    while any(digest.hexdigest()[:_MARK_DIGITS] in text.casefold() for text in texts.values()):
        digest.update(b"again")
    return digest.hexdigest()[:_MARK_DIGITS]


def data_block(name: str, text: str, mark: str) -> str:
    """Return a text between two lines that hold the mark, cut to :data:`TEXT_LIMIT` characters."""
    cut = len(text) - TEXT_LIMIT
    note = f" (cut: {cut} more characters)" if cut > 0 else ""
    return f"[[data {mark} {name}{note}]]\n{text[:TEXT_LIMIT]}\n[[end {mark} {name}]]"
