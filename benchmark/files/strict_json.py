"""JSON without its traps: no duplicate keys, no NaN, nothing too deep or too big."""

import json
import math
import re
from collections.abc import Callable
from functools import partial
from typing import NoReturn

from benchmark.core.errors import BadInput, shown
from benchmark.files.bounded import MIB, decode

DEPTH_LIMIT = 64
VALUES_LIMIT = 1_000_000  #: commas, colons and brackets of one document; bounds the memory it takes
TEXT_LIMIT = 384 * MIB  #: bytes of one document as text; its strings take as much again

_WIDE = re.compile(rb"[\xc4-\xff]")  # starts a character beyond Latin-1
_WIDEST = re.compile(rb"[\xf0-\xff]")  # starts a character beyond the first 65,536
# Possessive, so that no input makes it backtrack. What is no token here is found by the parser itself.
_TOKEN = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[\[\]{}:,]|[^\s"\[\]{}:,]++', re.DOTALL)


class _RefusedError(Exception):
    """Raised by the parser's hooks, which do not know where they are."""

    def __init__(self, problem: str, fix: str, find: Callable[[str], int]) -> None:
        self.problem, self.fix, self.find = problem, fix, find
        super().__init__(problem)


def loads(data: bytes, file: object, *, line: int = 1, offset: int = 0) -> object:
    """Parse one JSON document.

    Args:
        data: UTF-8 bytes; strings may hold escaped lone surrogates and NUL.
        file: for messages.
        line: number of its first line in the file.
        offset: of its first byte in the file.

    Raises:
        BadInput: with line and column, whatever the bytes are.
    """
    if len(data) * _width(data) > TEXT_LIMIT:
        raise BadInput(
            file, f"line {line}", f"takes over {TEXT_LIMIT // MIB} MiB of memory as text", "split it"
        )
    text = decode(data, file, line, offset)
    try:
        _check_shape(text)
        return _DECODER.decode(text)
    except json.JSONDecodeError as error:
        where, problem = (
            error.pos,
            f"not valid JSON: {error.msg[:1].lower()}{error.msg[1:]}".removesuffix(" at"),
        )
        if where < len(text):
            problem += f", at {shown(text[where : where + 20])}"
        fix = "check quotes, commas and brackets there"
    except _RefusedError as refused:
        where, problem, fix = refused.find(text), refused.problem, refused.fix
    except RecursionError:
        where, problem, fix = 0, "nested too deep", "flatten it"
    raise BadInput(file, _place(text, where, line), problem, fix)


def _width(data: bytes) -> int:
    """Bytes that Python needs for each character of the text: the widest one decides."""
    if len(data) * 4 <= TEXT_LIMIT:
        return 1  # whatever it holds, it fits
    return 4 if _WIDEST.search(data) else 2 if _WIDE.search(data) else 1


def _check_shape(text: str) -> None:
    if text.count("[") + text.count("{") <= DEPTH_LIMIT and len(text) <= VALUES_LIMIT:
        return  # whatever of it is in strings, it is neither too deep nor too long
    depth = 0
    for number, match in enumerate(_TOKEN.finditer(text)):
        first = text[match.start()]
        if first in "[{":
            depth += 1
        elif first in "]}":
            depth -= 1
        if depth > DEPTH_LIMIT:
            raise _RefusedError(f"nested more than {DEPTH_LIMIT} deep", "flatten it", _at(match.start()))
        if number > 2 * VALUES_LIMIT:
            raise _RefusedError(f"more than {VALUES_LIMIT:,} values", "split it", _at(match.start()))


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    record = dict(pairs)
    if len(record) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _RefusedError(
                    f"duplicate key {shown(key)}",
                    "keep one of them",
                    partial(_duplicate_at, key),
                )
            seen.add(key)
    return record


def _constant(word: str) -> NoReturn:
    raise _RefusedError(f"{word} is not JSON", "use null, or a finite number", partial(_token_at, word))


def _float(word: str) -> float:
    number = float(word)
    if math.isinf(number):
        raise _RefusedError(
            f"the number {shown(word)} is too large",
            "use a finite number",
            partial(_token_at, word),
        )
    return number


def _int(word: str) -> int:
    try:
        return int(word)
    except ValueError:  # Python's bound of 4300 digits
        raise _RefusedError(
            f"a number of {len(word)} digits", "write it as text", partial(_token_at, word)
        ) from None


def _at(position: int) -> Callable[[str], int]:
    return lambda _: position


def _token_at(word: str, text: str) -> int:
    return next((match.start() for match in _TOKEN.finditer(text) if match[0] == word), 0)


def _duplicate_at(wanted: str, text: str) -> int:
    """Where the key ``wanted`` stands in an object that already has it."""
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


#: Made once: files have a document a line, and a decoder takes as long to make as a short line to read.
_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_constant=_constant, parse_float=_float, parse_int=_int
)


def _place(text: str, position: int, line: int) -> str:
    start = text.rfind("\n", 0, position) + 1
    return f"line {line + text.count(chr(10), 0, position)}, column {position - start + 1}"
