"""Reads programs and charts from files."""

from pathlib import Path

from benchmark.core.errors import BadInput
from benchmark.files.bounded import MIB, read_bytes


def read_text(path: Path) -> str:
    """Return the text of a file of at most 2 MiB.

    Raises:
        BadInput: if the file does not exist, is too large, or is not UTF-8.
    """
    try:
        return read_bytes(path, 2 * MIB).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput(path, "", "is not UTF-8", "save it as UTF-8") from None
