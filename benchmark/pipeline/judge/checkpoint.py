"""Saves what has been judged so far, so that an interrupted run can resume."""

import fcntl
import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Self, TextIO

from benchmark.core.errors import BadInput
from benchmark.core.verdict import Outcome, Verdict
from benchmark.files.atomic import make_folder, write_atomic
from benchmark.files.verdicts import read_verdicts, verdict_record

_BLOCK = 1 << 16  #: bytes that are read at once to find the last line end


class Checkpoint:
    """A file of outcomes that grows with each shard, locked against other runs; a context manager."""

    def __init__(self, path: Path, lock: TextIO, outcomes: tuple[Outcome, ...]) -> None:
        self._path = path
        self._lock = lock
        self.outcomes = outcomes  #: outcomes of the earlier run

    @classmethod
    def begin(cls, path: Path, key: str, *, resume: bool) -> Self:
        """Open or create the file.

        Args:
            path: the file; call :meth:`remove` when the run is complete.
            key: a digest of everything that verdicts depend on.
            resume: whether to continue with the outcomes in the file; otherwise it is emptied.

        Raises:
            BadInput: if the file to continue has another key, or it is in use or cannot be written.
        """
        make_folder(path.parent)
        lock = _lock_key_file(path)
        try:
            outcomes = _earlier_verdicts(path, key) if resume else ()
            if outcomes:
                write_atomic(path, map(_line, outcomes))  # without samples that are judged again
            else:
                write_atomic(path, b"")  # before the key changes: old outcomes must not get the new key
                lock.truncate(0)
                lock.write(key)
                lock.flush()
        except BaseException:
            lock.close()
            raise
        return cls(path, lock, outcomes)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._lock.close()

    def add(self, outcomes: Iterable[Outcome]) -> None:
        """Record the outcomes of a shard."""
        try:
            with self._path.open("ab") as file:
                file.write(b"".join(map(_line, outcomes)))
        except OSError as error:
            fix = "free some disk space, then run the same command with --resume"
            raise BadInput(self._path, "", f"cannot be written: {error.strerror}", fix) from None

    def remove(self) -> None:
        """Delete the file, after its verdicts have been written elsewhere."""
        self._path.unlink(missing_ok=True)
        _key_path(self._path).unlink(missing_ok=True)


def _lock_key_file(path: Path) -> TextIO:
    """Open and lock the key file, which only one run at a time can do."""
    try:
        lock = _key_path(path).open("a+", encoding="ascii")
    except OSError as error:
        fix = "choose another folder for the verdict file"
        raise BadInput(_key_path(path), "", f"cannot be written: {error.strerror}", fix) from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        problem = "is in use by another run"
        raise BadInput(path, "", problem, "wait for it, or name another verdict file") from None
    return lock


def _earlier_verdicts(path: Path, key: str) -> tuple[Outcome, ...]:
    if not path.exists() or not _key_path(path).exists():
        return ()
    if _key_path(path).read_text(errors="replace") != key:
        problem = "was begun with other tasks, completions, rules or versions"
        raise BadInput(path, "", problem, "leave --resume out to start over")
    if not _cut_incomplete_line(path):
        return ()
    # Samples that are missing because of a failure of ours are judged again.
    return tuple(outcome for outcome in read_verdicts(path) if isinstance(outcome, Verdict))


def _cut_incomplete_line(path: Path) -> int:
    """Remove what follows the last line end, whose sample is judged again; return the remaining bytes."""
    with path.open("rb+") as file:
        end = file.seek(0, os.SEEK_END)
        while end > 0:
            begin = max(0, end - _BLOCK)
            file.seek(begin)
            last = file.read(end - begin).rfind(b"\n")
            end = begin + last + 1
            if last >= 0:
                break
        return file.truncate(end)


def _key_path(path: Path) -> Path:
    return path.with_name(path.name + ".key")


def _line(outcome: Outcome) -> bytes:
    return (json.dumps(verdict_record(outcome, measured=True)) + "\n").encode("ascii")
