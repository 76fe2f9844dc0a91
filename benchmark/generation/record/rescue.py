"""Completions that came in when the disk was full: they wait elsewhere until the next run takes them up."""

import contextlib
import hashlib
import os
import stat
import tempfile
from pathlib import Path


def rescue_path(path: Path) -> Path:
    """Where the completions for ``path`` wait: in the folder for temporary files, named by the path."""
    name = hashlib.sha256(os.fsencode(path.absolute())).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"sightbench-{os.getuid()}-{name}.jsonl"


def put_aside(path: Path, end: int, lines: bytes) -> Path | None:
    """Keep ``lines`` that belong behind ``end`` of ``path``.

    Returns:
        Where they are; None when they could not be written there either.
    """
    aside = rescue_path(path)
    try:
        # Nobody else's file, and no link to one, is written to.
        handle = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
    except OSError:
        return None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(b"%d\n" % end + lines)
    except OSError:
        aside.unlink(missing_ok=True)
        return None
    return aside


def take_back(path: Path, end: int) -> bytes:
    """The lines that wait for ``path``, if it still ends where it did; else nothing."""
    try:
        handle = os.open(rescue_path(path), os.O_RDONLY | os.O_NOFOLLOW)
    except OSError:
        return b""
    with os.fdopen(handle, "rb") as file:
        state = os.fstat(handle)
        if not stat.S_ISREG(state.st_mode) or state.st_uid != os.getuid():
            return b""
        first, _, lines = file.read().partition(b"\n")
    return lines if first == b"%d" % end else b""


def forget(path: Path) -> None:
    """What waited for ``path`` stands in it now, or belongs to an earlier file of that name."""
    with contextlib.suppress(OSError):
        rescue_path(path).unlink()
