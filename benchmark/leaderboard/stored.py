"""What was recorded of a row's samples: completions and verdicts beside it, read one after the other."""

import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmark.core.errors import BadInput
from benchmark.core.sample import SampleKey
from benchmark.files.bounded import read_lines
from benchmark.leaderboard.sources import Sources
from benchmark.results.row import Row


@dataclass(frozen=True, slots=True)
class StoredVerdict:
    """One line of a verdict file."""

    task: str
    draw: int
    status: str  #: ``missing`` for a sample without verdict
    detail: str
    exception: str


@dataclass(frozen=True, slots=True)
class StoredAnswer:
    """One line of a file of completions."""

    task: str
    draw: int
    text: str
    finish: str


def verdicts_path(sources: Sources, row: Row) -> Path | None:
    """The file of a row's verdicts; None where it is not here."""
    file = row.run.verdicts_file
    path = None if file is None else sources.beside(row, file)
    return path if path is not None and path.is_file() else None


def completions_path(sources: Sources, row: Row) -> Path | None:
    """The file of a row's completions; None where it is not here."""
    file = row.run.completions_file
    path = None if file is None else sources.beside(row, file)
    return path if path is not None and path.is_file() else None


def stored_verdicts(path: Path) -> Iterator[StoredVerdict]:
    """The verdicts of a file, in its order.

    Raises:
        BadInput: for a file that cannot be read, and a line that is no verdict.
    """
    for number, record in _records(path):
        try:
            missing = record.get("missing")
            yield StoredVerdict(
                record["task_id"],
                int(record.get("draw", 0)),
                "missing" if missing is not None else record["status"],
                str(record.get("detail", "") if missing is None else missing),
                str(record.get("exception", "")),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise _no_record(path, number, "verdict", error) from None


def stored_answers(path: Path, wanted: Collection[SampleKey] | None = None) -> Iterator[StoredAnswer]:
    """The completions of a file, in its order, of the samples that are wanted; None stands for all.

    Raises:
        BadInput: for a file that cannot be read, and a line that is no completion.
    """
    for number, record in _records(path):
        try:
            task, draw = record["task_id"], int(record.get("draw", 0))
            if wanted is None or (task, draw) in wanted:
                finish = str(record.get("finish_reason") or "")
                yield StoredAnswer(task, draw, str(record["completion"]), finish)
        except (KeyError, TypeError, ValueError) as error:
            raise _no_record(path, number, "completion", error) from None


def _records(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    for line in read_lines(path):
        if not line.data.strip():
            continue
        try:
            record = json.loads(line.data)
        except (ValueError, RecursionError) as error:
            raise _no_record(path, line.number, "sample", error) from None
        if not isinstance(record, dict):
            raise _no_record(path, line.number, "sample", TypeError("no JSON object"))
        yield line.number, record


def _no_record(path: Path, number: int, what: str, error: Exception) -> BadInput:
    return BadInput(path, f"line {number}", f"is no record of a {what}: {error}", "restore the file")
