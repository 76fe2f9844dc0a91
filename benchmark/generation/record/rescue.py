"""Saves completions that arrived while the disk was full, until the next run adds them to the file."""

import contextlib
import hashlib
import os
import stat
import tempfile
from pathlib import Path


def rescue_path(path: Path) -> Path:
    """Return the temporary file for completions of ``path``; its name is a digest of the path."""
    name = hashlib.sha256(os.fsencode(path.absolute())).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"sightbench-{os.getuid()}-{name}.jsonl"


def save_lines(path: Path, end: int, lines: bytes) -> Path | None:
    """Save ``lines`` that belong after byte ``end`` of ``path``.

    Returns:
        The file that holds them; None if they could not be written there either.
    """
    aside = rescue_path(path)
    try:
        # Never write to an existing file or through a link: it may be somebody else's.
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


def saved_lines(path: Path, end: int) -> bytes:
    """Return the lines saved for ``path`` if the file still ends at byte ``end``, otherwise nothing."""
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


def delete_saved_lines(path: Path) -> None:
    """Delete the lines saved for ``path``: they are in it now, or belong to an earlier file of that name."""
    with contextlib.suppress(OSError):
        rescue_path(path).unlink()
