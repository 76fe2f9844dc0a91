"""Reading a stranger's file, plain or gzipped, within fixed bounds of size and memory."""

import os
import stat
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from benchmark.core.errors import BadInput

MIB = 1 << 20
JSONL_LIMIT = 512 * MIB  #: bytes of a JSONL file, decompressed
JSON_LIMIT = 256 * MIB  #: bytes of a JSON file, decompressed
LINE_LIMIT = 16 * MIB  #: bytes of one line, and of one string of a JSON file
LINES_LIMIT = 2_000_000  #: lines of a file
MEMORY_LIMIT = 512 * MIB  #: bytes that all records of a file may take once they are Python values

_CHUNK = 1 << 16
_NEWLINE = b"\n"
_GZIP_MAGIC = b"\x1f\x8b"
_MEMBERS_LIMIT = 65_536  # block gzip has one member for 64 KiB; more only wastes time
_GZIP_WITH_HEADER = 31  # zlib's window bits for gzip streams

_MARKS = (
    (b"\xef\xbb\xbf", "starts with a byte-order mark", "save it as UTF-8 without a byte-order mark"),
    (b"\xff\xfe", "is UTF-16 or UTF-32", "save it as UTF-8"),
    (b"\xfe\xff", "is UTF-16", "save it as UTF-8"),
    (b"\x00", "starts with a NUL byte, as UTF-16 and binary files do", "save it as UTF-8 text"),
)


class TextLine(NamedTuple):  # a frozen dataclass takes three times as long to make, and files have many
    """One line of a file, without its line end."""

    number: int  #: from 1
    offset: int  #: of its first byte in the (decompressed) file
    data: bytes


def read_chunks(path: Path, limit: int = JSONL_LIMIT, *, byte_order_mark: bool = False) -> Iterator[bytes]:
    """The file's bytes in pieces of at most 64 KiB, decompressed when it is gzip (seen by its first bytes).

    Only with ``byte_order_mark`` may it start with that of UTF-8, which is among the bytes then.

    Raises:
        BadInput: missing, no regular file, unreadable, empty, over ``limit`` bytes (a plain file before
            anything is read, a gzipped one as soon as it gets there), broken gzip, or not UTF-8 by its start.
    """
    try:
        # Without O_NONBLOCK a named pipe would wait for ever for somebody to write to it.
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        raise BadInput(path, "", "no such file", "check the path") from None
    except (OSError, ValueError) as error:
        raise BadInput(
            path, "", f"cannot be opened: {_reason(error)}", "check the path and its rights"
        ) from None
    try:
        state = os.fstat(handle)
        if not stat.S_ISREG(state.st_mode):
            what = "is a folder" if stat.S_ISDIR(state.st_mode) else "is not a regular file"
            raise BadInput(path, "", what, "name a file")
        if state.st_size > limit:
            raise _too_big(path, limit, state.st_size)
        seen = 0
        for chunk in _decoded(path, handle):
            if not seen:
                _check_start(path, chunk.removeprefix(_MARKS[0][0]) if byte_order_mark else chunk)
            seen += len(chunk)
            if seen > limit:
                raise _too_big(path, limit, None)
            yield chunk
        if not seen:
            raise BadInput(path, "", "is empty", "write at least one record")
    except OSError as error:
        raise BadInput(path, "", f"cannot be read: {_reason(error)}") from None
    finally:
        os.close(handle)


def read_bytes(path: Path, limit: int = JSON_LIMIT, *, byte_order_mark: bool = False) -> bytes:
    """The whole file, decompressed; same errors as :func:`read_chunks`."""
    return b"".join(read_chunks(path, limit, byte_order_mark=byte_order_mark))


def first_byte(path: Path, limit: int = JSONL_LIMIT) -> bytes:
    """The first byte that is not white space, which tells JSON (``[``) from JSONL (``{``)."""
    for chunk in read_chunks(path, limit):
        if text := chunk.lstrip(b" \t\r\n"):
            return text[:1]
    raise BadInput(path, "", "holds nothing but white space", "write at least one record")


def read_lines(path: Path, limit: int = JSONL_LIMIT, line_limit: int = LINE_LIMIT) -> Iterator[TextLine]:
    r"""The file's lines, split at ``\n`` only, a final ``\r`` dropped; blank ones too.

    Raises:
        BadInput: as :func:`read_chunks`, and for a line over ``line_limit`` bytes or too many lines.
    """
    number, offset = 1, 0
    pieces: list[bytes] = []
    length = 0
    for chunk in read_chunks(path, limit):
        *ended, rest = chunk.split(b"\n")
        for piece in ended:
            length += len(piece)
            if length > line_limit or number > LINES_LIMIT:
                _check_line(path, number, length, line_limit)
            whole = piece
            if pieces:
                whole, pieces = b"".join((*pieces, piece)), []
            yield TextLine(number, offset, whole.removesuffix(b"\r"))
            number, offset, length = number + 1, offset + length + 1, 0
        length += len(rest)
        _check_line(path, number, length, line_limit)
        pieces.append(rest)
    if length:
        yield TextLine(number, offset, b"".join(pieces).removesuffix(b"\r"))


def decode(data: bytes, file: object, line: int, offset: int = 0) -> str:
    """``data`` as UTF-8 text; ``offset`` is where in the file it starts.

    Raises:
        BadInput: naming the first byte that is not UTF-8.
    """
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadInput(
            file,
            f"line {line + data.count(_NEWLINE, 0, error.start)}",
            f"byte {offset + error.start} (0x{data[error.start]:02x}) is not valid UTF-8",
            r'save it as UTF-8; a lone surrogate is written as an escape, such as "\ud800"',
        ) from None


def _decoded(path: Path, handle: int) -> Iterator[bytes]:
    first = os.read(handle, _CHUNK)
    if not first.startswith(_GZIP_MAGIC):
        while first:
            yield first
            first = os.read(handle, _CHUNK)
        return
    try:
        yield from _inflated(path, handle, first)
    except zlib.error as error:
        raise BadInput(path, "", f"broken gzip: {error}", "compress it again") from None


def _inflated(path: Path, handle: int, block: bytes) -> Iterator[bytes]:
    inflater = zlib.decompressobj(_GZIP_WITH_HEADER)
    members, filled = 1, False
    while block or (block := os.read(handle, _CHUNK)) or filled:
        if inflater.eof:
            block = block.lstrip(b"\0")  # some tools pad to whole blocks
            if not block:
                continue
            members += 1
            if members > _MEMBERS_LIMIT:
                raise BadInput(
                    path, "", f"more than {_MEMBERS_LIMIT} gzip members", "compress it again, in one piece"
                )
            inflater = zlib.decompressobj(_GZIP_WITH_HEADER)
        piece = inflater.decompress(block, _CHUNK)
        # A full piece may leave output inside zlib although all input is taken.
        filled = len(piece) == _CHUNK and not inflater.eof
        block = inflater.unused_data if inflater.eof else inflater.unconsumed_tail
        if piece:
            yield piece
    if not inflater.eof:
        raise BadInput(path, "", "gzip data end too early: the file was cut off", "copy or compress it again")


def _check_start(path: Path, chunk: bytes) -> None:
    for mark, problem, fix in _MARKS:
        if chunk.startswith(mark):
            raise BadInput(path, "", problem, fix)
    if chunk[1:2] == b"\x00":
        raise BadInput(path, "", "has a NUL as its second byte, as UTF-16 has", "save it as UTF-8")


def _check_line(path: Path, number: int, length: int, limit: int) -> None:
    if length > limit:
        raise BadInput(
            path,
            f"line {number}",
            f"longer than {limit // MIB} MiB",
            "one record a line, each below that; text as UTF-8 is shorter than as \\u escapes",
        )
    if number > LINES_LIMIT:
        raise BadInput(path, "", f"more than {LINES_LIMIT:,} lines", "split the file")


def _too_big(path: Path, limit: int, size: int | None) -> BadInput:
    has = "decompresses to more than" if size is None else f"has {size / MIB:.3g} MiB, more than"
    fix = "shorten it" if limit < MIB else "split it, or write JSONL"
    return BadInput(path, "", f"{has} the limit of {limit / MIB:.3g} MiB", fix)


def _reason(error: OSError | ValueError) -> str:
    return (isinstance(error, OSError) and error.strerror) or "not a usable path"
