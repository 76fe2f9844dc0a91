"""Writing a file whole or not at all."""

import contextlib
import gzip
import os
import tempfile
from pathlib import Path

from benchmark.core.errors import BadInput


def write_atomic(path: Path, data: bytes) -> None:
    """Put ``data`` at ``path`` in one step; the folder is made when missing.

    A reader sees the old file or the new one, never a part. After a failure or an interrupt nothing is
    left behind.

    Raises:
        BadInput: when the folder cannot be made, or the file not be written; also for a device or a pipe,
            whose place the file would take.
    """
    make_folder(path.parent)
    try:
        _replace(path, data)
    except OSError as error:
        raise _unwritable(path, error) from None


def make_folder(path: Path) -> None:
    """Make a folder, and those above it, unless it is there.

    Raises:
        BadInput: when it cannot be made.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritable(path, error) from None


def _replace(path: Path, data: bytes) -> None:
    if path.exists() and not path.is_file():
        raise OSError("is not a regular file")
    handle, name = tempfile.mkstemp(prefix=f".{path.name[:100]}.", suffix=".part", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fchmod(stream.fileno(), 0o666 & ~_umask())
            os.fsync(stream.fileno())
        Path(name).replace(path)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            Path(name).unlink()
        raise


def gzip_bytes(data: bytes) -> bytes:
    """``data`` as gzip without time or name, so that the same data give the same bytes."""
    return gzip.compress(data, compresslevel=6, mtime=0)


def packed(path: Path, data: bytes) -> bytes:
    """``data`` as it goes to ``path``: gzipped when the name ends in ``.gz``."""
    return gzip_bytes(data) if path.name.endswith(".gz") else data


def _unwritable(path: Path, error: OSError) -> BadInput:
    problem = f"cannot be written: {error.strerror or error}"
    return BadInput(
        path, "", problem, "check its folder, its rights and the space left, or name another place"
    )


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
