"""Verdict files of any length, one sample at a time."""

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, NoReturn

from benchmark.core.errors import BadInput, shown
from benchmark.core.verdict import Status
from benchmark.files.bounded import TextLine, read_lines
from benchmark.files.edge import validated
from benchmark.files.strict_json import loads
from benchmark.files.verdicts import MissingLine, VerdictLine


class CountedSample(NamedTuple):
    """What counting needs of one line."""

    task_id: str
    draw: int
    status: Status | None  #: None for a sample without verdict
    points: float | None
    parses: bool | None


def stream_samples(path: Path) -> Iterator[CountedSample]:
    """The samples of a file one after the other, whatever its length; all that is kept are their draws.

    Raises:
        BadInput: as :func:`read_verdicts`.
    """
    seen: dict[str, set[int]] = {}
    for line in read_lines(path):
        if not line.data.strip(b" \t\r"):
            continue
        sample = _plain(line.data) or _checked(line, path)
        draws = seen.setdefault(sample.task_id, set())
        if sample.draw in draws:
            problem = f"task {shown(sample.task_id)}, draw {sample.draw} comes twice"
            raise BadInput(path, f"line {line.number}", problem, "keep one of them")
        draws.add(sample.draw)
        yield sample
    if not seen:
        raise BadInput(path, "", "holds no record", "write at least one record")


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    record = dict(pairs)
    if len(record) != len(pairs):
        raise ValueError
    return record


def _no_constant(_: str) -> NoReturn:
    raise ValueError


_DECODER = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_no_constant)
_STATUS = {status.value: status for status in Status}
_NUMBER = frozenset({int, float})
_NAME_CHARACTERS = 200
_TYPES = {
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
}


def _plain(data: bytes) -> CountedSample | None:
    """The line, if it is a verdict without anything odd about it: the quick way for nearly all lines."""
    try:
        record = _DECODER.decode(data.decode("utf-8"))
        for key, value in record.items():
            if type(value) not in _TYPES[key]:
                return None
        task_id, points = record["task_id"], record.get("points", 1)
        sound = (
            0 < len(task_id) <= _NAME_CHARACTERS
            and task_id.isprintable()
            and task_id == task_id.strip()
            and record["draw"] >= 0
            and 1 <= points <= 10  # noqa: PLR2004 - the scale of points
            and 0 <= record.get("cpu_seconds", 0) < math.inf
            and 0 <= record.get("wall_seconds", 0) < math.inf
            and 0 <= record.get("memory_mb", 0) < math.inf
        )
        if not sound:
            return None
        return CountedSample(
            task_id, record["draw"], _STATUS[record["status"]], record.get("points"), record.get("parses")
        )
    except (ValueError, KeyError, AttributeError, RecursionError):
        return None


def _checked(line: TextLine, path: Path) -> CountedSample:
    """The line by its model, which says what is wrong with it."""
    record = loads(line.data, path, line=line.number, offset=line.offset)
    if not isinstance(record, dict):
        problem = f"not a JSON object: {shown(record)}"
        raise BadInput(path, f"line {line.number}", problem, 'one {"key": value} object a line')
    if "missing" in record:
        missing = validated(MissingLine, record, path, f"line {line.number}")
        return CountedSample(missing.task_id, missing.draw, None, None, None)
    verdict = validated(VerdictLine, record, path, f"line {line.number}")
    return CountedSample(verdict.task_id, verdict.draw, verdict.status, verdict.points, verdict.parses)
