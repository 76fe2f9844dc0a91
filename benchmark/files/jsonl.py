"""JSON Lines files: one JSON object per line."""

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from benchmark.core.errors import BadInput, quote_value
from benchmark.files.bounded import LINE_LIMIT, MEMORY_LIMIT, MIB, read_lines
from benchmark.files.strict_json import loads

_CONTAINERS = (dict, list)
# Created once, because a file has many lines.
_ASCII = json.JSONEncoder(allow_nan=False)
_UTF8 = json.JSONEncoder(allow_nan=False, ensure_ascii=False)


def read_records(path: Path, *, kept: bool = True) -> Iterator[tuple[int, dict[str, object]]]:
    """Yield every record with its line number, from 1; blank lines are skipped.

    Args:
        path: path of the file.
        kept: whether the caller keeps all records in memory, so that together they must not take too much.

    Raises:
        BadInput: if the file is unreadable, empty or too big, or at the first line that is not an object.
    """
    found = memory = 0
    for line in read_lines(path):
        if not line.data.strip(b" \t\r"):
            continue
        record = loads(line.data, path, line=line.number, offset=line.offset)
        if not isinstance(record, dict):
            raise BadInput(
                path,
                f"line {line.number}",
                f"is not a JSON object: {quote_value(record)}",
                'write one {"key": value} object per line',
            )
        memory += size_of(record) if kept else 0
        if memory > MEMORY_LIMIT:
            raise BadInput(
                path,
                f"line {line.number}",
                f"records up to here take over {MEMORY_LIMIT // MIB} MiB of memory",
                "split the file",
            )
        found += 1
        yield line.number, record
    if not found:
        raise BadInput(path, "", "contains no record", "write at least one record")


def dump_records(path: Path, records: Iterable[dict[str, object]]) -> bytes:
    """Encode records as JSON Lines in ASCII, which preserves lone surrogates and the order of fields.

    A line that would be too long for reading is encoded as UTF-8 instead, which is shorter.

    Raises:
        BadInput: if a record is too long in both encodings; ``path`` is for the message.
    """
    return b"".join(dump_lines(path, records))


def dump_lines(path: Path, records: Iterable[dict[str, object]]) -> Iterator[bytes]:
    """Yield the lines of :func:`dump_records` one at a time; raises the same errors."""
    return (_dump_line(path, number, record) for number, record in enumerate(records, 1))


def size_of(value: object) -> int:
    """Estimate the bytes of memory that a JSON value takes."""
    size, waiting = sys.getsizeof(value), [value]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            parts = [*part, *part.values()]
        elif isinstance(part, list):
            parts = part
        else:
            continue
        size += sum(map(sys.getsizeof, parts))
        waiting += [inner for inner in parts if isinstance(inner, _CONTAINERS)]
    return size


def _dump_line(path: Path, number: int, record: dict[str, object]) -> bytes:
    line = _ASCII.encode(record).encode("ascii")
    if len(line) > LINE_LIMIT:
        line = _UTF8.encode(record).encode("utf-8", "backslashreplace")
    if len(line) > LINE_LIMIT:
        raise BadInput(
            path, f"line {number}", f"would be longer than {LINE_LIMIT // MIB} MiB", "shorten the text"
        )
    return line + b"\n"
