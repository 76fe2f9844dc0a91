"""Writing a file whole or not at all."""

import contextlib
import gzip
import os
import tempfile
from pathlib import Path


def write_atomic(path: Path, data: bytes) -> None:
    """Put ``data`` at ``path`` in one step; the folder is made when missing.

    A reader sees the old file or the new one, never a part. After a failure or an interrupt nothing is
    left behind.

    Raises:
        OSError: when the folder cannot be made or written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
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
    return gzip.compress(data, compresslevel=9, mtime=0)


def packed(path: Path, data: bytes) -> bytes:
    """``data`` as it goes to ``path``: gzipped when the name ends in ``.gz``."""
    return gzip_bytes(data) if path.name.endswith(".gz") else data


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
