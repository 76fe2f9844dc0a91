"""What a verdict says in words: short, one line, the same on every machine."""

import re

from benchmark.core.errors import printable

#: Longest detail of a verdict, in UTF-8 bytes.
DETAIL_BYTES = 2048
_ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{6,16}\b")


def tidy(text: str) -> str:
    """Remove memory addresses, escape what is not printable, clip to 2 KiB."""
    text = _ADDRESS.sub("0x…", text[: 2 * DETAIL_BYTES])
    text = printable(text)
    data = text.encode("utf-8")
    if len(data) <= DETAIL_BYTES:
        return text
    return data[: DETAIL_BYTES - 3].decode("utf-8", "ignore") + "…"
