"""The growing file of completions: one run at a time, one line per completion, nothing lost."""

import contextlib
import errno
import fcntl
import hashlib
import json
import os
import stat
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Self

from benchmark.core.errors import BadInput, quote_value
from benchmark.core.sample import Completion, SampleKey
from benchmark.files.atomic import make_folder
from benchmark.files.predictions import prediction_record


def rescue_path(path: Path) -> Path:
    """Return the temporary file for completions of ``path``; its name is a digest of the path."""
    name = hashlib.sha256(os.fsencode(path.absolute())).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"sightbench-{os.getuid()}-{name}.jsonl"


def save_lines(path: Path, end: int, lines: bytes) -> Path | None:
    """Save ``lines`` that belong after byte ``end`` of ``path``.

    Returns:
        The file that holds them; None if no file could be written.
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
        # /tmp is everybody's: a stranger could have put completions of their own under this name.
        if not stat.S_ISREG(state.st_mode) or state.st_uid != os.getuid():
            return b""
        first, _, lines = file.read().partition(b"\n")
    return lines if first == b"%d" % end else b""


def delete_saved_lines(path: Path) -> None:
    """Delete the lines saved for ``path``: they are in it now, or belong to an earlier file of that name."""
    with contextlib.suppress(OSError):
        rescue_path(path).unlink()


_CHUNK = 1 << 20


class Store:
    """Appends completions to a file and locks it against other runs; a context manager."""

    def __init__(self, path: Path, handle: int) -> None:
        self.path = path
        self._handle = handle
        self._end = os.lseek(handle, 0, os.SEEK_END)  # position after the last whole line
        self._waiting: list[bytes] = []  # lines that could not be written yet

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open or create the file and lock it for this run; remove a last line that a crash cut off.

        Raises:
            BadInput: if it cannot be written, is not a regular file, or is locked by another run.
        """
        make_folder(path.parent)
        if path.name.endswith(".gz"):
            raise BadInput(path, "", "cannot be gzipped while it grows", "write .jsonl, and gzip it later")
        try:
            flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NONBLOCK
            handle = os.open(path, flags, 0o666)
        except OSError as error:
            raise _write_error(path, error) from None
        try:
            _check_regular(path, handle)
            _lock(path, handle)
            _repair(handle)
            _append_saved(path, handle)
            return cls(path, handle)
        except BlockingIOError:
            os.close(handle)
            problem = "is being written by another run"
            raise BadInput(path, "", problem, "wait for that run, or name another file with --out") from None
        except BaseException:
            os.close(handle)
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._handle)

    @property
    def empty(self) -> bool:
        """Whether the file holds no completion."""
        return self._end == 0

    def add(self, completions: Iterable[Completion]) -> None:
        """Append the completions of one call in one write.

        Raises:
            BadInput: if they cannot be written. They stay in memory and are tried again by the next ``add``
                and by :meth:`settle`; the file keeps only whole lines.
        """
        self._waiting += [_line(completion) for completion in completions]
        data = b"".join(self._waiting)
        try:
            _write(self._handle, data)
        except OSError as error:
            os.ftruncate(self._handle, self._end)  # works on a full disk too
            os.lseek(self._handle, self._end, os.SEEK_SET)
            raise _write_error(self.path, error) from None
        self._end += len(data)
        self._waiting.clear()

    def settle(self) -> None:
        """Try once more to write completions that could not be written before.

        Raises:
            BadInput: if that fails; the message says where they were saved, or how many are lost.
        """
        if not self._waiting:
            return
        try:
            self.add(())
        except BadInput as error:
            aside = save_lines(self.path, self._end, b"".join(self._waiting))
            where = "are lost" if aside is None else f"are saved in {aside}"
            problem = f"{error.problem}; {len(self._waiting)} received completion(s) {where}"
            raise BadInput(self.path, "", problem, error.fix) from None


def _lock(path: Path, handle: int) -> None:
    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    # The run that held the lock may have moved the file away since it was opened here.
    if not path.exists() or not os.path.samestat(os.fstat(handle), path.stat()):
        raise BlockingIOError


def _check_regular(path: Path, handle: int) -> None:
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        raise BadInput(path, "", "is not a regular file", "name a file")


def _line(completion: Completion) -> bytes:
    return json.dumps(prediction_record(completion), allow_nan=False).encode("ascii") + b"\n"


def _write(handle: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        written = os.write(handle, view)
        view = view[written:]


def _repair(handle: int) -> None:
    """Remove the text after the last line end: a line that a crash cut off.

    A last line that lacks only its line end is kept: it was paid for.
    """
    end, rest = _last_line(handle)
    os.lseek(handle, 0, os.SEEK_END)
    if _is_record(rest):
        _write(handle, b"\n")
    elif rest:
        os.ftruncate(handle, end)


def whole_lines_end(path: Path) -> int:
    """Return the position after the last whole line of a file, for readers that do not repair it."""
    with path.open("rb") as file:
        end, rest = _last_line(file.fileno())
    return end + len(rest) if _is_record(rest) else end


def _last_line(handle: int) -> tuple[int, bytes]:
    """Return the position after the last line end, and the bytes that follow it."""
    start = os.fstat(handle).st_size
    tail = b""
    while start > 0 and b"\n" not in tail:
        begin = max(0, start - _CHUNK)
        tail = os.pread(handle, start - begin, begin) + tail
        start = begin
    cut = tail.rfind(b"\n") + 1
    return start + cut, tail[cut:]


def _append_saved(path: Path, handle: int) -> None:
    """Append completions that an earlier run saved elsewhere when the disk was full."""
    end = os.lseek(handle, 0, os.SEEK_END)
    if lines := saved_lines(path, end):
        try:
            _write(handle, lines)
        except OSError as error:
            os.ftruncate(handle, end)
            raise _write_error(path, error) from None
    delete_saved_lines(path)


def _is_record(line: bytes) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def _write_error(path: Path, error: OSError) -> BadInput:
    fix = "check its folder and its permissions, or name another file with --out"
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        fix = "free some disk space, then run the same command again; it resumes where this run stopped"
    return BadInput(
        path, "", f"cannot be written: {(error.strerror or quote_value(str(error))).lower()}", fix
    )


class SampleTexts:
    """The texts of a file by sample; only their positions are kept in memory.

    Args:
        path: a complete and valid file of completions.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._places: dict[SampleKey, tuple[int, int]] = {}
        offset = 0
        with path.open("rb") as file:
            for line in file:
                if line.strip():
                    record = json.loads(line)
                    self._places[record["task_id"], record.get("draw", 0)] = (offset, len(line))
                offset += len(line)

    def of(self, task_id: str, draw: int) -> str:
        """Return the text of a sample."""
        offset, length = self._places[task_id, draw]
        with self._path.open("rb") as file:
            file.seek(offset)
            text: str = json.loads(file.read(length))["completion"]
        return text
