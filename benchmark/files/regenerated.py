"""Cache entries: files that can be computed again at any time, and are removed after 60 days without use.

Reading an entry updates its modification time. Entries have a distinctive file name, so that a cache can
share its folder with other files, which are never removed.
"""

import contextlib
import re
import sys
import time
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Literal, TypeVar

from pydantic import ConfigDict, TypeAdapter

from benchmark.core.digest import digest_lines
from benchmark.files.atomic import write_atomic
from benchmark.files.shipped import code_digest

Value = TypeVar("Value")
#: Form of bytes for :func:`once`.
BYTES = TypeAdapter(bytes, config=ConfigDict(ser_json_bytes="base64", val_json_bytes="base64"))

DAY = 86_400.0
KEPT_DAYS = 60  #: days after its last use until an entry is removed
_ENTRY = re.compile(r"[0-9a-f]{32,64}\.made-again\.[a-z]{2,4}")
#: A temporary file left by a process that was killed while it wrote an entry.
_TEMPORARY_FILE = re.compile(r"\.[0-9a-f]{32,64}\.made-again\.[a-z]{2,4}\.[^.]*\.part")


def entry_path(folder: Path, digest: str, kind: Literal["js", "json", "npz"] = "json") -> Path:
    """Return the path of the entry for a digest (lower-case hexadecimal, 32 to 64 characters)."""
    return folder / f"{digest}.made-again.{kind}"


def read(path: Path) -> bytes:
    """Return an entry's bytes, and record that it was used.

    Raises:
        OSError: if the entry does not exist or cannot be read.
    """
    data = path.read_bytes()
    if time.time() - path.stat().st_mtime > DAY:  # at most one write per day, not one per read
        with contextlib.suppress(OSError):
            path.touch()
    return data


def write(path: Path, data: bytes) -> None:
    """Write an entry, whose reader must notice if a power failure has damaged it.

    Raises:
        BadInput: for the reasons of :func:`write_atomic`.
    """
    write_atomic(path, data, durable=False)


def once(
    folder: Path | None, content: Iterable[object], form: TypeAdapter[Value], make: Callable[[], Value]
) -> Value:
    """Return what ``make`` returns for this content: the entry in the folder, else a new one.

    Only this code with these versions of Python and of all libraries finds the entry again. Without a folder,
    there is no entry.

    Raises:
        BadInput: for the reasons of :func:`write_atomic`.
    """
    if folder is None:
        return make()
    path = entry_path(folder, digest_lines([_makers(), *content])[:32])
    try:
        return form.validate_json(read(path))
    except (OSError, ValueError):
        made = make()
        write(path, form.dump_json(made, by_alias=True))
        return made


@cache
def _makers() -> str:
    """Return a digest of all that makes values of content: code, Python, and the installed libraries."""
    libraries = sorted(path.name for folder in sys.path for path in Path(folder).glob("*.dist-info"))
    return digest_lines([code_digest(), sys.version, libraries])


def prune(folder: Path) -> int:
    """Remove entries unused for :data:`KEPT_DAYS` and temporary files older than a day; return their number.

    Files that cannot be removed are skipped.
    """
    now, removed = time.time(), 0
    for path in folder.iterdir() if folder.is_dir() else ():
        kept = (
            KEPT_DAYS if _ENTRY.fullmatch(path.name) else 1 if _TEMPORARY_FILE.fullmatch(path.name) else None
        )
        if kept is None:
            continue
        with contextlib.suppress(OSError):
            if now - path.lstat().st_mtime > kept * DAY:
                path.unlink()
                removed += 1
    return removed
