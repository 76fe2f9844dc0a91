"""Saves what has been judged so far, so that an interrupted run can resume."""

import fcntl
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Self, TextIO

from benchmark.core.errors import BadInput
from benchmark.core.verdict import Outcome, Verdict
from benchmark.files.atomic import make_folder, write_atomic
from benchmark.files.verdicts import read_verdicts, verdict_record


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
            write_atomic(path, b"")  # before the key changes: old outcomes must not get the new key
            lock.truncate(0)
            lock.write(key)
            lock.flush()
            write_atomic(path, "".join(map(_line, outcomes)).encode())
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
            with self._path.open("a", encoding="ascii") as file:
                file.write("".join(map(_line, outcomes)))
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
    data = path.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]  # the sample of an incomplete last line is judged again
    if not whole:
        return ()
    write_atomic(path, whole)
    # Samples that are missing because of a failure of ours are judged again.
    return tuple(outcome for outcome in read_verdicts(path) if isinstance(outcome, Verdict))


def _key_path(path: Path) -> Path:
    return path.with_name(path.name + ".key")


def _line(outcome: Outcome) -> str:
    return json.dumps(verdict_record(outcome, measured=True)) + "\n"
