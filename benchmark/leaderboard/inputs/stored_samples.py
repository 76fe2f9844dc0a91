"""The recorded completions and verdicts of a row, read line by line from the files next to it."""

import statistics
from collections.abc import Collection, Iterator, Mapping
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from pydantic import TypeAdapter

from benchmark.core.errors import BadInput
from benchmark.core.sample import SampleKey
from benchmark.files import regenerated
from benchmark.files.bounded import read_chunks
from benchmark.leaderboard.inputs import plain_json
from benchmark.results.row import RowFile


class StoredVerdict(NamedTuple):
    """A line of a file of verdicts."""

    task: str
    draw: int
    status: str  #: ``missing`` for a sample without a verdict
    detail: str
    exception: str
    kinds: Mapping[str, str] = MappingProxyType({})  #: status by kind of tests; empty without kinds
    error_type: str = ""  #: why it failed, such as ``input-parsing``; empty if that was not asked
    steps: tuple[str, ...] = ()  #: steps of extraction to the answer; empty if none is recorded


class StoredAnswer(NamedTuple):
    """A line of a file of completions."""

    task: str
    draw: int
    text: str
    finish: str


def stored_verdicts(path: Path, *, passed: bool = True) -> Iterator[StoredVerdict]:
    """Yield the verdicts of a file in its order; with ``passed=False`` passed samples are left out.

    Raises:
        BadInput: if the file cannot be read, or a line is not a verdict.
    """
    for number, record in _records(path):
        if not passed and record.get("status") == "passed":
            continue
        try:
            missing, kinds = record.get("missing"), record.get("kinds")
            yield StoredVerdict(
                record["task_id"],
                int(record.get("draw", 0)),
                "missing" if missing is not None else record["status"],
                str(record.get("detail", "") if missing is None else missing),
                str(record.get("exception", "")),
                {str(kind): str(status) for kind, status in kinds.items()} if kinds else {},
                str(record.get("error_type", "")),
                tuple(map(str, record.get("steps", ()))),
            )
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise _bad_line(path, number, "a verdict", error) from None


def stored_answers(path: Path, wanted: Collection[SampleKey] | None = None) -> Iterator[StoredAnswer]:
    """Yield the completions of a file in its order; ``wanted`` limits them to some samples.

    Raises:
        BadInput: if the file cannot be read, or a line is not a completion.
    """
    for number, record in _records(path):
        try:
            task, draw = record["task_id"], int(record.get("draw", 0))
            if wanted is None or (task, draw) in wanted:
                finish = str(record.get("finish_reason") or "")
                yield StoredAnswer(task, draw, str(record["completion"]), finish)
        except (KeyError, TypeError, ValueError) as error:
            raise _bad_line(path, number, "a completion", error) from None


def _records(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the number and the JSON object of each line that is not blank."""
    rest, number = b"", 1
    for piece in chain(read_chunks(path), [b"\n"]):
        lines, end, rest = (rest + piece).rpartition(b"\n")
        if end:
            yield from _decode_lines(path, lines, number)
            number += lines.count(b"\n") + 1


def _decode_lines(path: Path, lines: bytes, first: int) -> Iterator[tuple[int, dict[str, Any]]]:
    try:  # many lines at once, which takes half of the time
        records = plain_json.loads(b"[%b]" % lines.replace(b"\n", b","))
    except (ValueError, RecursionError):
        records = []  # a line is blank or wrong
    if len(records) == lines.count(b"\n") + 1 and set(map(type, records)) <= {dict}:
        yield from enumerate(records, first)
        return
    for number, line in enumerate(lines.split(b"\n"), first):
        if line.strip():
            try:
                record = plain_json.loads(line)
            except (ValueError, RecursionError) as error:
                raise _bad_line(path, number, "a JSON object", error) from None
            if not isinstance(record, dict):
                raise _bad_line(path, number, "a JSON object", TypeError(f"got {type(record).__name__}"))
            yield number, record


def _bad_line(path: Path, number: int, what: str, error: Exception) -> BadInput:
    return BadInput(path, f"line {number}", f"is not {what}: {error}", "restore the file")


def median_seconds(path: Path, file: RowFile, cache: Path | None) -> float | None:
    """Return the median seconds per completion; None if the file is not here or records no times.

    The medians of earlier runs are in the cache by digest, which the row's entry of the file has.

    Raises:
        BadInput: if the file exists and cannot be read.
    """
    if not path.is_file():
        return None

    def median() -> float | None:
        values: Iterator[Any] = (record.get("seconds") for _, record in _records(path))
        seconds = [value for value in values if type(value) in (int, float)]
        return round(statistics.median(seconds), 3) if seconds else None

    return regenerated.once(cache, ["seconds", file.sha256], _SECONDS, median)


_SECONDS = TypeAdapter[float | None](float | None)
