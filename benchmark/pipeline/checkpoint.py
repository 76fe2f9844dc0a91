"""What has been judged so far, so that an interrupted run goes on where it stopped."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Self

from benchmark.core.errors import BadInput
from benchmark.core.verdict import Outcome, Verdict
from benchmark.files.atomic import write_atomic
from benchmark.files.verdicts import read_verdicts, verdict_record


class Checkpoint:
    """A file of outcomes that grows with each judged shard."""

    def __init__(self, path: Path, outcomes: tuple[Outcome, ...]) -> None:
        self._path = path
        #: Of the earlier run.
        self.outcomes = outcomes

    @classmethod
    def begin(cls, path: Path, key: str, *, resume: bool) -> Self:
        """Open the file.

        Args:
            path: removed by :meth:`remove` when the run is complete.
            key: a digest of everything that decides the verdicts.
            resume: take up what the file holds; otherwise it is begun anew.

        Raises:
            BadInput: when the file to take up was begun with another key, or cannot be written.
        """
        outcomes = _earlier(path, key) if resume else ()
        write_atomic(path, b"")  # never the outcomes of one run under the key of another
        write_atomic(_key_path(path), key.encode())
        write_atomic(path, "".join(map(_line, outcomes)).encode())
        return cls(path, outcomes)

    def add(self, outcomes: Iterable[Outcome]) -> None:
        """Record the outcomes of a shard."""
        with self._path.open("a", encoding="ascii") as file:
            file.write("".join(map(_line, outcomes)))

    def remove(self) -> None:
        """Forget the file: its verdicts have been written elsewhere."""
        self._path.unlink(missing_ok=True)
        _key_path(self._path).unlink(missing_ok=True)


def _earlier(path: Path, key: str) -> tuple[Outcome, ...]:
    if not path.exists() or not _key_path(path).exists():
        return ()
    if _key_path(path).read_text(errors="replace") != key:
        problem = "was begun with other tasks, completions, rules or versions"
        raise BadInput(path, "", problem, "leave --resume out to begin anew")
    data = path.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]  # a line that was being written is judged again
    if not whole:
        return ()
    write_atomic(path, whole)
    # What failed through us is tried again.
    return tuple(one for one in read_verdicts(path) if isinstance(one, Verdict))


def _key_path(path: Path) -> Path:
    return path.with_name(path.name + ".key")


def _line(outcome: Outcome) -> str:
    return json.dumps(verdict_record(outcome)) + "\n"
