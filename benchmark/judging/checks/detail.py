"""Cleans the detail of a verdict: one short printable line that is the same on every machine."""

import re

from benchmark.core.errors import printable_text

#: Maximum length of a verdict's detail in UTF-8 bytes.
DETAIL_BYTES = 2048
_ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{6,16}\b")


def tidy(text: str) -> str:
    """Remove memory addresses, escape characters that are not printable, and cut at 2 KiB."""
    text = _ADDRESS.sub("0x…", text[: 2 * DETAIL_BYTES])
    text = printable_text(text)
    data = text.encode("utf-8")
    if len(data) <= DETAIL_BYTES:
        return text
    return data[: DETAIL_BYTES - 3].decode("utf-8", "ignore") + "…"
