"""Atomic writing: a file is written completely or not at all. Also which files may be written."""

import contextlib
import os
import tempfile
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from benchmark.core.errors import BadInput, quote_value
from benchmark.files.bounded import GZIP_WITH_HEADER


def write_atomic(path: Path, data: bytes | Iterable[bytes], *, durable: bool = True) -> None:
    """Write ``data`` to ``path`` in one step; create the folder if it is missing.

    A reader sees the old file or the new one, never a part of it. A failure or an interrupt leaves no
    temporary file.

    Args:
        path: the file.
        data: its new content, in one piece or in several.
        durable: whether the data must survive a power failure; waiting for the disk takes milliseconds.

    Raises:
        BadInput: if the folder cannot be created, the file cannot be written, or ``path`` is a device or a
            pipe, which the file would replace.
    """
    make_folder(path.parent)
    try:
        _replace(path, data, durable=durable)
    except OSError as error:
        raise _write_error(path, error) from None


def make_folder(path: Path) -> None:
    """Create a folder and its parents, unless they exist.

    Raises:
        BadInput: if the folder cannot be created.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _write_error(path, error) from None


def _replace(path: Path, data: bytes | Iterable[bytes], *, durable: bool) -> None:
    if path.exists() and not path.is_file():
        raise OSError("is not a regular file")
    handle, name = tempfile.mkstemp(prefix=f".{path.name[:100]}.", suffix=".part", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.writelines([data] if isinstance(data, bytes) else data)
            stream.flush()
            os.fchmod(stream.fileno(), 0o666 & ~_umask())
            if durable:
                os.fsync(stream.fileno())
        Path(name).replace(path)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            Path(name).unlink()
        raise


def gzip_bytes(data: bytes) -> bytes:
    """Compress ``data`` without a time or a file name, so that the same data give the same bytes."""
    return b"".join(gzip_pieces([data]))


def gzip_pieces(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Compress pieces one after the other, to the bytes that :func:`gzip_bytes` returns for all of them."""
    deflater = zlib.compressobj(6, wbits=GZIP_WITH_HEADER)
    for piece in pieces:
        if packed := deflater.compress(piece):
            yield packed
    yield deflater.flush()


def compress_pieces_for(path: Path, pieces: Iterable[bytes]) -> Iterable[bytes]:
    """Return what to write to ``path``: gzipped if its name ends in ``.gz``, else unchanged."""
    return gzip_pieces(pieces) if path.name.endswith(".gz") else pieces


def compress_for(path: Path, data: bytes) -> bytes:
    """Return the bytes to write to ``path``: gzipped if its name ends in ``.gz``, else unchanged."""
    return b"".join(compress_pieces_for(path, [data]))


def _write_error(path: Path, error: OSError) -> BadInput:
    problem = f"cannot be written: {error.strerror or error}"
    return BadInput(
        path, "", problem, "check the folder, its permissions and the free space, or choose another path"
    )


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


_ENDINGS = (".gz", ".jsonl", ".json")


def bare_name(path: Path) -> str:
    """Return the file's name without the endings of our formats: ``gpt-4.1`` for ``gpt-4.1.jsonl.gz``."""
    name = path.name
    for ending in _ENDINGS:
        name = name.removesuffix(ending)
    return name


def check_target(path: Path, inputs: Iterable[Path | None]) -> None:
    """Check that verdicts can be written to a file: it must not be one of those to read.

    Raises:
        BadInput: if it is, or if it is not a regular file.
    """
    if os.path.exists(path) and not os.path.isfile(path):  # noqa: PTH110, PTH113 - these never raise
        raise BadInput("--verdicts", "", f"{quote_value(str(path))} is not a regular file", "name a file")
    if any(os.path.realpath(path) == os.path.realpath(other) for other in inputs if other is not None):
        problem = f"{quote_value(str(path))} is one of the files to read"
        raise BadInput("--verdicts", "", problem, "name another file: the verdicts would replace this one")
