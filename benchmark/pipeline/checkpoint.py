"""What has been judged so far, so that an interrupted run goes on where it stopped."""

import json
from collections.abc import Iterable
from pathlib import Path

from benchmark.core.errors import BadInput
from benchmark.core.verdict import Outcome
from benchmark.files.atomic import write_atomic
from benchmark.files.verdicts import read_verdicts, verdict_record


class Checkpoint:
    """A file that grows by each judged shard; ``key`` names what is being judged.

    Args:
        path: of the file; removed by :meth:`remove` when the run is complete.
        key: a digest of everything that decides the verdicts. A file of another key is not taken up.
        resume: take up what the file holds; otherwise it is begun anew.

    Raises:
        BadInput: when the file was begun with other inputs.
    """

    def __init__(self, path: Path, key: str, *, resume: bool) -> None:
        self._path = path
        self._key_path = path.with_name(path.name + ".key")
        #: Outcomes of the earlier run.
        self.outcomes: tuple[Outcome, ...] = self._earlier(key) if resume else ()
        lines = "".join(_line(outcome) for outcome in self.outcomes)
        write_atomic(self._key_path, key.encode())
        write_atomic(path, lines.encode())

    def _earlier(self, key: str) -> tuple[Outcome, ...]:
        if not self._path.exists() or not self._key_path.exists():
            return ()
        if self._key_path.read_text() != key:
            raise BadInput(
                self._path,
                "",
                "was begun with other tasks, completions, rules or versions",
                "leave --resume out to begin anew",
            )
        data = self._path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]  # a line that was being written is judged again
        if not whole:
            return ()
        write_atomic(self._path, whole)
        return tuple(read_verdicts(self._path))

    def add(self, outcomes: Iterable[Outcome]) -> None:
        """Record the outcomes of a shard."""
        with self._path.open("a", encoding="ascii") as file:
            file.write("".join(map(_line, outcomes)))

    def remove(self) -> None:
        """Forget the file: its verdicts have been written elsewhere."""
        self._path.unlink(missing_ok=True)
        self._key_path.unlink(missing_ok=True)


def _line(outcome: Outcome) -> str:
    return json.dumps(verdict_record(outcome)) + "\n"
