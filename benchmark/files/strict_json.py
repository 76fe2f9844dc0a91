"""Reads JSON and JSON Lines strictly, so that all readers see the same values, and writes JSON Lines."""

import decimal
import json
import math
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from operator import methodcaller
from pathlib import Path
from typing import Any, NoReturn

import orjson

from benchmark.core.errors import BadInput, quote_value
from benchmark.files.bounded import LINE_LIMIT, MEMORY_LIMIT, MIB, TextLine, decode, read_lines

DEPTH_LIMIT = 64
VALUES_LIMIT = 1_000_000  #: maximum values of one document, counted roughly; limits its memory
TEXT_LIMIT = 384 * MIB  #: maximum bytes of one document as Python text; its strings take as much again
_DIGITS_LIMIT = 100_000  #: maximum digits of a number where long numbers are allowed

#: First bytes of files that people name by mistake, and what to do instead.
_OTHER_FORMATS = (
    (b"PK\x03\x04", "is a ZIP archive", "unpack it and name a file from it"),
    (b"PAR1", "is a Parquet file", "convert it to JSON lines"),
    (b"%PDF-", "is a PDF file", "name a JSON file"),
    (b"\x89PNG", "is a picture", "name a JSON file"),
)

_WIDE = re.compile(rb"[\xc4-\xff]")  # first byte of a character beyond Latin-1
_WIDEST = re.compile(rb"[\xf0-\xff]")  # first byte of a character beyond U+FFFF
# Possessive, so that no input makes it backtrack. Text that matches no token is reported by the parser.
_TOKEN = re.compile(r'"[^"\\]*+(?>(?:\\.[^"\\]*+)*)"|[\[\]{}:,]|[^\s"\[\]{}:,]++', re.DOTALL)

_NO_BRACKETS = re.compile(r'(?>(?:"[^"\\]*+(?>(?:\\.[^"\\]*+)*)"|[^"\[\]{}]++)+)', re.DOTALL)
_INNERMOST = re.compile(r"\[\]|\{\}")  # pairs of brackets with nothing in between


class _RefusedError(Exception):
    """A refusal by one of the parser's hooks; as hooks know no position, ``find`` computes it later."""

    def __init__(self, problem: str, fix: str, find: Callable[[str], int]) -> None:
        self.problem, self.fix, self.find = problem, fix, find
        super().__init__(problem)


def loads(data: bytes, file: object, *, line: int = 1, offset: int = 0, long_numbers: bool = False) -> object:
    """Parse one JSON document.

    Args:
        data: the document in UTF-8; its strings may contain escaped lone surrogates and NUL.
        file: name of the file, for messages.
        line: line number of the document's first line in the file.
        offset: position of the document's first byte in the file.
        long_numbers: whether integers may have up to 100,000 digits; else up to 4,300, as text of Python.

    Raises:
        BadInput: if the bytes are not acceptable JSON; the message has line and column.
    """
    if len(data) * _width(data) > TEXT_LIMIT:
        raise BadInput(
            file, f"line {line}", f"takes over {TEXT_LIMIT // MIB} MiB of memory as text", "split it"
        )
    if offset == 0:
        for mark, problem, fix in _OTHER_FORMATS:
            if data.startswith(mark):
                raise BadInput(file, "", problem, fix)
    text = decode(data, file, line, offset)
    try:
        _check_shape(text)
        return (_LONG_DECODER if long_numbers else _DECODER).decode(text)
    except json.JSONDecodeError as error:
        where, problem = (
            error.pos,
            f"not valid JSON: {error.msg[:1].lower()}{error.msg[1:]}".removesuffix(" at"),
        )
        if where < len(text):
            problem += f", at {quote_value(text[where : where + 20])}"
        fix = "check quotes, commas and brackets there"
        if error.msg == "Extra data" and error.colno == 1:
            problem, fix = "has a JSON document per line, not one", "name a file that is one JSON document"
    except _RefusedError as refused:
        where, problem, fix = refused.find(text), refused.problem, refused.fix
    except RecursionError:
        where, problem, fix = 0, "is nested too deep", "flatten it"
    raise BadInput(file, _place(text, where, line), problem, fix)


def _width(data: bytes) -> int:
    """Return Python's bytes per character of the text, which depend on its widest character."""
    if len(data) * 4 <= TEXT_LIMIT:
        return 1  # it fits even with 4 bytes per character
    return 4 if _WIDEST.search(data) else 2 if _WIDE.search(data) else 1


def _check_shape(text: str) -> None:
    if len(text) <= VALUES_LIMIT and (
        text.count("[") + text.count("{") <= DEPTH_LIMIT or _is_flat(_NO_BRACKETS.sub("", text))
    ):
        return  # it can be neither too deep nor too long
    depth = 0
    for number, match in enumerate(_TOKEN.finditer(text)):
        first = text[match.start()]
        if first in "[{":
            depth += 1
        elif first in "]}":
            depth -= 1
        if depth > DEPTH_LIMIT:
            raise _RefusedError(
                f"is nested more than {DEPTH_LIMIT} deep", "flatten it", _fixed_position(match.start())
            )
        if number > 2 * VALUES_LIMIT:
            raise _RefusedError(
                f"has more than {VALUES_LIMIT:,} values", "split it", _fixed_position(match.start())
            )


def _is_flat(brackets: str) -> bool:
    """Whether brackets, the only characters of a text, are balanced and not nested too deep."""
    for _ in range(DEPTH_LIMIT):
        if not brackets:
            break
        brackets = _INNERMOST.sub("", brackets)
    return not brackets


def _build_object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    record = dict(pairs)
    if len(record) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _RefusedError(
                    f"duplicate key {quote_value(key)}",
                    "keep one of them",
                    partial(_find_duplicate, key),
                )
            seen.add(key)
    return record


def _refuse_constant(word: str) -> NoReturn:
    raise _RefusedError(f"{word} is not JSON", "use null, or a finite number", partial(_find_token, word))


def _parse_float(word: str) -> float:
    number = float(word)
    if math.isinf(number):
        raise _RefusedError(
            f"the number {quote_value(word)} is too large",
            "use a finite number",
            partial(_find_token, word),
        )
    return number


def _parse_int(word: str) -> int:
    try:
        return int(word)
    except ValueError:  # Python's limit of 4300 digits
        raise _RefusedError(
            f"the number has {len(word)} digits", "write it as text", partial(_find_token, word)
        ) from None


def _parse_long_int(word: str) -> int:
    if len(word) > _DIGITS_LIMIT:
        return _parse_int(word)
    return int(decimal.Decimal(word))  # which has no limit, and does not change the one of all threads


def _fixed_position(position: int) -> Callable[[str], int]:
    return lambda _: position


def _find_token(word: str, text: str) -> int:
    return next((match.start() for match in _TOKEN.finditer(text) if match[0] == word), 0)


def _find_duplicate(wanted: str, text: str) -> int:
    """Return the position where the key ``wanted`` occurs for the second time in one object."""
    keys: list[set[str]] = [set()]
    last: re.Match[str] | None = None
    for match in _TOKEN.finditer(text):
        if match[0] in ("{", "["):
            keys.append(set())
        elif match[0] in ("}", "]"):
            keys.pop()
        elif match[0] == ":" and last is not None:
            key = json.loads(last[0])
            if key == wanted and key in keys[-1]:
                return last.start()
            keys[-1].add(key)
        last = match
    return 0


#: Created once: a file can have one document per line, and creating a decoder is as slow as reading a line.
_DECODER = json.JSONDecoder(
    object_pairs_hook=_build_object,
    parse_constant=_refuse_constant,
    parse_float=_parse_float,
    parse_int=_parse_int,
)
_LONG_DECODER = json.JSONDecoder(
    object_pairs_hook=_build_object,
    parse_constant=_refuse_constant,
    parse_float=_parse_float,
    parse_int=_parse_long_int,
)


def _place(text: str, position: int, line: int) -> str:
    start = text.rfind("\n", 0, position) + 1
    return f"line {line + text.count(chr(10), 0, position)}, column {position - start + 1}"


_CONTAINERS = (dict, list)
_OPENING = (methodcaller("count", b"["), methodcaller("count", b"{"))
_BLOCK_SIZE = 4096  #: bytes of lines that are parsed at once
# Created once, because a file has many lines.
_ASCII = json.JSONEncoder(allow_nan=False)
_UTF8 = json.JSONEncoder(allow_nan=False, ensure_ascii=False)


def read_records(
    path: Path, *, kept: bool = True, short: bool = False
) -> Iterator[tuple[int, dict[str, object]]]:
    """Yield every record with its line number, from 1; blank lines are skipped.

    Args:
        path: path of the file.
        kept: whether the caller keeps all records in memory, so that together they must not take too much.
        short: whether lines are short and mostly ours, so that :func:`parse_written` is tried first.

    Raises:
        BadInput: if the file is unreadable, empty or too big, or at the first line that is not an object.
    """
    found, memory = False, 0
    for block in _blocks(read_lines(path)) if short else zip(read_lines(path)):
        for line, value in zip(block, _written_values(block) if short else [None] * len(block), strict=True):
            record: Any = value
            if type(record) is not dict:
                if not line.data.strip(b" \t\r"):
                    continue
                if not found and line.data.strip() == b"[":
                    fix = 'write one {"key": value} object per line, without a list around them'
                    raise BadInput(path, f"line {line.number}", "begins a JSON list", fix)
                record = loads(line.data, path, line=line.number, offset=line.offset)
            if type(record) is not dict:
                problem = f"is not a JSON object: {quote_value(record)}"
                fix = 'write one {"key": value} object per line'
                raise BadInput(path, f"line {line.number}", problem, fix)
            if kept:
                memory += size_of(record)
                if memory > MEMORY_LIMIT:
                    raise memory_error(path, line.number)
            found = True
            yield line.number, record
    if not found:
        raise BadInput(path, "", "contains no record", "write at least one record")


def memory_error(path: Path, number: int) -> BadInput:
    """Return the error for records that take over ``MEMORY_LIMIT`` up to a line."""
    problem = f"records up to here take over {MEMORY_LIMIT // MIB} MiB of memory"
    return BadInput(path, f"line {number}", problem, "split the file")


def _blocks(lines: Iterator[TextLine]) -> Iterator[list[TextLine]]:
    block: list[TextLine] = []
    try:
        for line in lines:
            block.append(line)
            if line.offset - block[0].offset >= _BLOCK_SIZE:
                yield block
                block = []
    except BadInput:
        yield block  # its lines come first, and may have errors of their own
        raise
    yield block


def _written_values(block: Sequence[TextLine]) -> list[object]:
    lines = [line.data for line in block]
    # One odd line does not make all others of its block slow.
    return parse_written(lines) or [(parse_written([line]) or [None])[0] for line in lines]


def parse_written(lines: Sequence[bytes]) -> list[object] | None:
    """Return the values of lines, if orjson reads all of them as :func:`loads` does; otherwise None.

    orjson takes a fifth of the time, but it keeps the last of doubled keys and rounds long numbers. Lines
    that come out the same when their values are written again, all at once, have neither. Spaces are not
    compared: both readers keep them in texts and skip them elsewhere.
    """
    depth = sum(max(map(opening, lines), default=0) for opening in _OPENING)
    if depth > DEPTH_LIMIT or max(map(len, lines), default=0) > VALUES_LIMIT:
        return None
    try:
        values: list[object] = list(map(orjson.loads, lines))
        data = b",".join(lines)
        if orjson.dumps(values).translate(None, b" ")[1:-1] == data.translate(None, b" "):
            return values
        # Characters beyond ASCII and exponents are written by Python in another way, which is ours.
        return values if _ASCII.encode(values).encode("ascii")[1:-1] == b", ".join(lines) else None
    except ValueError:
        return None


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
