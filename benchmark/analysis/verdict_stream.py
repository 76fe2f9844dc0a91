"""Reads verdict files of any length, one sample at a time."""

import json
import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple, NoReturn, get_args

from benchmark.core.errors import BadInput, quote_value
from benchmark.core.verdict import ErrorType, Status
from benchmark.files.bounded import TextLine, read_lines
from benchmark.files.edge import validate_record
from benchmark.files.strict_json import loads
from benchmark.files.verdicts import MissingLine, VerdictLine


class CountedSample(NamedTuple):
    """The fields of a verdict line that counting needs."""

    task_id: str
    draw: int
    status: Status | None  #: None for a sample without a verdict
    points: float | None
    parses: bool | None
    kinds: Mapping[str, Status] = MappingProxyType({})  #: status by kind of tests; empty without kinds


def stream_samples(path: Path) -> Iterator[CountedSample]:
    """Yield the samples of a file of any length; only their ids and draws stay in memory.

    Raises:
        BadInput: for the reasons of :func:`read_verdicts`.
    """
    seen: dict[str, set[int]] = {}
    for line in read_lines(path):
        if not line.data.strip(b" \t\r"):
            continue
        sample = _read_plain(line.data) or _read_validated(line, path)
        draws = seen.setdefault(sample.task_id, set())
        if sample.draw in draws:
            problem = f"task {quote_value(sample.task_id)}, draw {sample.draw} is repeated"
            raise BadInput(path, f"line {line.number}", problem, "keep one of them")
        draws.add(sample.draw)
        yield sample
    if not seen:
        raise BadInput(path, "", "contains no record", "write at least one record")


def _refuse_duplicates(pairs: list[tuple[str, object]]) -> dict[str, object]:
    record = dict(pairs)
    if len(record) != len(pairs):
        raise ValueError
    return record


def _refuse_constant(_: str) -> NoReturn:
    raise ValueError


_DECODER = json.JSONDecoder(object_pairs_hook=_refuse_duplicates, parse_constant=_refuse_constant)
_STATUS = {status.value: status for status in Status}
_ERROR_TYPES = frozenset(get_args(ErrorType))
_NUMBER = frozenset({int, float})
_NAME_CHARACTERS = 200
_FIELD_TYPES = {
    "task_id": frozenset({str}),
    "draw": frozenset({int}),
    "status": frozenset({str}),
    "detail": frozenset({str}),
    "exception": frozenset({str}),
    "cpu_seconds": _NUMBER,
    "wall_seconds": _NUMBER,
    "memory_mb": _NUMBER,
    "parses": frozenset({bool, type(None)}),
    "points": _NUMBER,
    "error_type": frozenset({str}),
}


def _read_plain(data: bytes) -> CountedSample | None:
    """Return the line's sample if it is a plain verdict without kinds, else None: the fast path."""
    try:
        record = _DECODER.decode(data.decode("utf-8"))
        for key, value in record.items():
            if type(value) not in _FIELD_TYPES[key]:
                return None
        task_id, points = record["task_id"], record.get("points", 1)
        sound = (
            0 < len(task_id) <= _NAME_CHARACTERS
            and task_id.isprintable()
            and task_id == task_id.strip()
            and record["draw"] >= 0
            and 1 <= points <= 10  # noqa: PLR2004 - points are from 1 to 10
            and 0 <= record.get("cpu_seconds", 0) < math.inf
            and 0 <= record.get("wall_seconds", 0) < math.inf
            and 0 <= record.get("memory_mb", 0) < math.inf
            and record.get("error_type", "") in _ERROR_TYPES
            and not (record.get("error_type") and record["status"] == Status.PASSED)
        )
        if not sound:
            return None
        return CountedSample(
            task_id, record["draw"], _STATUS[record["status"]], record.get("points"), record.get("parses")
        )
    except (ValueError, KeyError, AttributeError, RecursionError):
        return None


def _read_validated(line: TextLine, path: Path) -> CountedSample:
    """Return the line's sample by way of its pydantic model, which reports what is wrong."""
    record = loads(line.data, path, line=line.number, offset=line.offset)
    if not isinstance(record, dict):
        problem = f"is not a JSON object: {quote_value(record)}"
        raise BadInput(path, f"line {line.number}", problem, 'write one {"key": value} object per line')
    if "missing" in record:
        missing = validate_record(MissingLine, record, path, f"line {line.number}")
        return CountedSample(missing.task_id, missing.draw, None, None, None)
    verdict = validate_record(VerdictLine, record, path, f"line {line.number}")
    return CountedSample(
        verdict.task_id, verdict.draw, verdict.status, verdict.points, verdict.parses, verdict.kinds
    )
