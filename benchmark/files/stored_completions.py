"""Completions whose texts are in a temporary file, and other sequences whose values are made when needed.

A run may have hundreds of thousands of completions; only a few are in memory at a time.
"""

import contextlib
import dataclasses
import operator
import os
import pickle
import sys
import tempfile
import weakref
from abc import ABC, abstractmethod
from array import array
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar, overload

from benchmark.core.errors import OurFailure
from benchmark.core.sample import Completion, SampleKey

T_co = TypeVar("T_co", covariant=True)


class LazySequence(Sequence[T_co], ABC):
    """A sequence that makes a value whenever it is read; equal to other sequences of the same values."""

    __slots__ = ()
    __hash__ = None  # type: ignore[assignment]  # equal to sequences with other hashes

    @abstractmethod
    def value(self, place: int) -> T_co:
        """Return the value at a place, ``0 <= place < len(self)``."""

    @overload
    def __getitem__(self, index: int) -> T_co: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[T_co]: ...
    def __getitem__(self, index: int | slice) -> T_co | Sequence[T_co]:
        places = range(len(self))[index]
        return self.value(places) if isinstance(places, int) else Selected(self, places)

    def __iter__(self) -> Iterator[T_co]:
        return map(self.value, range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence) or isinstance(other, str | bytes):
            return NotImplemented
        return len(self) == len(other) and all(map(operator.eq, self, other))


class Selected(LazySequence[T_co]):
    """Some values of another sequence, in an order of their own.

    Args:
        source: the other sequence.
        places: places in it.
    """

    __slots__ = ("places", "source")

    def __init__(self, source: Sequence[T_co], places: Iterable[int]) -> None:
        self.source = source
        self.places = places if isinstance(places, array) else array("q", places)

    def __len__(self) -> int:
        return len(self.places)

    def value(self, place: int) -> T_co:
        """Return the value at a place."""
        return self.source[self.places[place]]


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


#: Names of the fields that are in the file; the task id and the draw stay in memory.
_IN_FILE = tuple(
    field.name for field in dataclasses.fields(Completion) if field.name not in ("task_id", "draw")
)


class StoredCompletions(LazySequence[Completion]):
    """Completions in a :class:`Spool`, in the order in which they were added; a few bytes each in memory."""

    def __init__(self) -> None:
        self._spool: Spool[tuple[object, ...]] = Spool()
        self._task_ids: list[str] = []
        self._draws = array("q")

    def __len__(self) -> int:
        return len(self._draws)

    def append(self, completion: Completion) -> None:
        """Add a completion.

        Raises:
            OurFailure: if the temporary file cannot be written.
        """
        self._spool.append(tuple(getattr(completion, name) for name in _IN_FILE))
        self._task_ids.append(sys.intern(completion.task_id))
        self._draws.append(completion.draw)

    def value(self, place: int) -> Completion:
        """Return the completion at a place."""
        rest = dict(zip(_IN_FILE, self._spool.value(place), strict=True))
        return Completion(task_id=self._task_ids[place], draw=self._draws[place], **rest)  # type: ignore[arg-type]  # its own fields

    def keys(self) -> Iterator[SampleKey]:
        """Yield task id and draw of each completion, without reading its text."""
        return zip(self._task_ids, self._draws, strict=True)


def keys_of(completions: Iterable[Completion]) -> Iterator[SampleKey]:
    """Yield task id and draw of each completion; texts that are in a file are not read."""
    if isinstance(completions, StoredCompletions):
        return completions.keys()
    if isinstance(completions, Selected):
        keys = tuple(keys_of(completions.source))
        return map(keys.__getitem__, completions.places)
    return (completion.key for completion in completions)


def draws_per_task(completions: Sequence[Completion]) -> int:
    """Return the number of samples per task; the completions must be complete."""
    return max(draw for _, draw in keys_of(completions)) + 1


def by_key(completions: Iterable[Completion]) -> Sequence[Completion]:
    """Return completions sorted by task id and draw; texts stay in their file."""
    given = completions if isinstance(completions, Sequence) else tuple(completions)
    keys = list(keys_of(given))
    return Selected(given, sorted(range(len(keys)), key=keys.__getitem__))
