"""Values of a run that do not fit into memory: kept in a temporary file, and read when they are needed."""

import contextlib
import os
import pickle
import tempfile
import weakref
from array import array
from pathlib import Path
from typing import TypeVar

from benchmark.core.errors import OurFailure
from benchmark.core.lazy import LazySequence

T = TypeVar("T")

#: Bytes that are kept in memory before they are written; a small run never needs a file.
_BUFFER = 1 << 20
#: Folder for large temporary files: unlike ``/tmp``, it is not kept in memory by some systems.
_LARGE_FILES = Path("/var/tmp")  # noqa: S108 - the file has no name and belongs to this user alone


class Spool(LazySequence[T]):
    """A list of values in a temporary file, which disappears with the spool; values are only added.

    The file is in the folder that ``TMPDIR`` names, else in ``/var/tmp``. It has no name, so no other program
    can open it. Use a spool in one thread only.
    """

    def __init__(self) -> None:
        self._ends = array("q", [0])  #: position after each value, after a 0
        self._buffer = bytearray()  #: the last values, not in the file yet
        self._flushed = 0  #: bytes in the file
        self._file: int | None = None  #: descriptor

    def __len__(self) -> int:
        return len(self._ends) - 1

    def append(self, value: T) -> int:
        """Add a value; return its place.

        Raises:
            OurFailure: if the file cannot be written.
        """
        data = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
        if len(self._buffer) >= _BUFFER:
            self._flush()
        self._buffer += data
        self._ends.append(self._ends[-1] + len(data))
        return len(self) - 1

    def value(self, place: int) -> T:
        """Return a copy of the value at a place."""
        begin, end = self._ends[place], self._ends[place + 1]
        if begin >= self._flushed:
            data = bytes(self._buffer[begin - self._flushed : end - self._flushed])
        else:
            assert self._file is not None  # noqa: S101 - something has been flushed
            data = os.pread(self._file, end - begin, begin)
        return pickle.loads(data)  # type: ignore[no-any-return]  # noqa: S301 - written by this process

    def _flush(self) -> None:
        try:
            if self._file is None:
                self._file, name = tempfile.mkstemp(prefix="sightbench-", dir=_folder())
                weakref.finalize(self, os.close, self._file)
                Path(name).unlink()
            waiting = memoryview(bytes(self._buffer))
            while waiting:
                written = os.pwrite(self._file, waiting, self._flushed)
                self._flushed += written
                waiting = waiting[written:]
        except OSError as error:
            problem = f"a temporary file in {_folder()} cannot be written: {error.strerror}"
            raise OurFailure(problem, "free some disk space, or name another folder in TMPDIR") from None
        self._buffer.clear()


def _folder() -> Path:
    if "TMPDIR" not in os.environ and os.access(_LARGE_FILES, os.W_OK):
        return _LARGE_FILES
    with contextlib.suppress(FileNotFoundError):  # no folder for temporary files can be written
        return Path(tempfile.gettempdir())
    return _LARGE_FILES
