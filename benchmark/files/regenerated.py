"""Entries of a cache: files that can be made again at any time, and go when nobody has used them for long.

An entry is marked when it is read, by its time of change. What is removed is known by its name, which nothing
else has, so that a cache may share its folder with other files.
"""

import contextlib
import re
import time
from pathlib import Path
from typing import Literal

DAY = 86_400.0
KEPT_DAYS = 60  #: after the last use
_ENTRY = re.compile(r"[0-9a-f]{32,64}\.made-again\.[a-z]{3,4}")
#: What a run that was killed while it wrote has left.
_PART = re.compile(r"\.[0-9a-f]{32,64}\.made-again\.[a-z]{3,4}\.[^.]*\.part")


def entry(folder: Path, digest: str, kind: Literal["json", "png"] = "json") -> Path:
    """Where the entry of a digest stands (lower-case hexadecimal, 32 to 64 characters)."""
    return folder / f"{digest}.made-again.{kind}"


def read(path: Path) -> bytes:
    """An entry's bytes; it counts as used.

    Raises:
        OSError: where there is none.
    """
    data = path.read_bytes()
    if time.time() - path.stat().st_mtime > DAY:  # a write for each read would be one too many
        with contextlib.suppress(OSError):
            path.touch()
    return data


def prune(folder: Path) -> int:
    """Remove entries that were not used for :data:`KEPT_DAYS` and parts that are a day old; how many.

    What cannot be removed, because it is another user's or gone already, stays.
    """
    now, removed = time.time(), 0
    for path in folder.iterdir() if folder.is_dir() else ():
        kept = KEPT_DAYS if _ENTRY.fullmatch(path.name) else 1 if _PART.fullmatch(path.name) else None
        if kept is None:
            continue
        with contextlib.suppress(OSError):
            if now - path.lstat().st_mtime > kept * DAY:
                path.unlink()
                removed += 1
    return removed
