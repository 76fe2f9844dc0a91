"""Reading untrusted files, plain or gzipped, within fixed limits of size and memory."""

import os
import stat
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from benchmark.core.errors import BadInput

MIB = 1 << 20
JSONL_LIMIT = 512 * MIB  #: maximum bytes of a JSONL file, decompressed
JSON_LIMIT = 256 * MIB  #: maximum bytes of a JSON file, decompressed
LINE_LIMIT = 16 * MIB  #: maximum bytes of a line, or of one string in a JSON file
LINES_LIMIT = 2_000_000  #: maximum lines of a file
MEMORY_LIMIT = 512 * MIB  #: maximum bytes of memory for all records of a file as Python values

_CHUNK = 1 << 16
_NEWLINE = b"\n"
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"  #: written in front of UTF-8 by spreadsheets and editors of Windows
_GZIP_MAGIC = b"\x1f\x8b"
_MEMBERS_LIMIT = 65_536  # block gzip writes one member per 64 KiB; more members only waste time
GZIP_WITH_HEADER = 31  #: zlib's value of window bits for gzip streams

_WRONG_STARTS = (
    (b"\xff\xfe", "is UTF-16 or UTF-32", "save it as UTF-8"),
    (b"\xfe\xff", "is UTF-16", "save it as UTF-8"),
    (b"\x00", "starts with a NUL byte, like UTF-16 and binary files", "save it as UTF-8 text"),
)


class TextLine(NamedTuple):  # three times as fast to create as a frozen dataclass, and files have many lines
    """One line of a file, without its line end."""

    number: int  #: line number, from 1
    offset: int  #: position of the line's first byte in the (decompressed) file
    data: bytes


def read_chunks(path: Path, limit: int = JSONL_LIMIT) -> Iterator[bytes]:
    """Yield the file's bytes in pieces of at most 64 KiB; gzip is detected by its first bytes and unpacked.

    A UTF-8 byte-order mark in front is left out.

    Raises:
        BadInput: if the file is missing, not a regular file, unreadable, empty, broken gzip, larger than
            ``limit`` (checked before a plain file is read, and while a gzipped one is), or not UTF-8,
            judged by its first bytes.
    """
    try:
        # Without O_NONBLOCK, opening a named pipe would wait forever for a writer.
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        raise BadInput(path, "", "no such file", "check the path") from None
    except (OSError, ValueError) as error:
        raise BadInput(
            path, "", f"cannot be opened: {_reason(error)}", "check the path and its permissions"
        ) from None
    try:
        state = os.fstat(handle)
        if not stat.S_ISREG(state.st_mode):
            what = "is a folder" if stat.S_ISDIR(state.st_mode) else "is not a regular file"
            raise BadInput(path, "", what, "name a file")
        if state.st_size > limit:
            raise _size_error(path, limit, state.st_size)
        seen = 0
        for chunk in _decompressed_chunks(path, handle):
            piece = chunk if seen else chunk.removeprefix(_BYTE_ORDER_MARK)
            if not seen:
                _check_start(path, piece)
            seen += len(piece)
            if seen > limit:
                raise _size_error(path, limit, None)
            yield piece
        if not seen:
            raise BadInput(path, "", "is empty", "write at least one record")
    except OSError as error:
        raise BadInput(path, "", f"cannot be read: {_reason(error)}") from None
    finally:
        os.close(handle)


def read_bytes(path: Path, limit: int = JSON_LIMIT) -> bytes:
    """Read the whole file, decompressed; raises the errors of :func:`read_chunks`."""
    return b"".join(read_chunks(path, limit))


def first_byte(path: Path, limit: int = JSONL_LIMIT) -> bytes:
    """Return the first byte that is not white space: ``[`` means a JSON list, ``{`` means JSONL."""
    for chunk in read_chunks(path, limit):
        if text := chunk.lstrip(b" \t\r\n"):
            return text[:1]
    raise BadInput(path, "", "contains only white space", "write at least one record")


def read_lines(path: Path, limit: int = JSONL_LIMIT, line_limit: int = LINE_LIMIT) -> Iterator[TextLine]:
    r"""Yield the file's lines, blank ones too, split at ``\n`` only and without a final ``\r``.

    Raises:
        BadInput: for the reasons of :func:`read_chunks`, a line over ``line_limit`` bytes, or too many lines.
    """
    new_line = tuple.__new__
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
            yield new_line(TextLine, (number, offset, whole.removesuffix(b"\r")))
            number, offset, length = number + 1, offset + length + 1, 0
        length += len(rest)
        _check_line(path, number, length, line_limit)
        pieces.append(rest)
    if length:
        yield TextLine(number, offset, b"".join(pieces).removesuffix(b"\r"))


def decode(data: bytes, file: object, line: int, offset: int = 0) -> str:
    """Decode ``data`` as UTF-8; ``offset`` is its position in the file, for the error message.

    Raises:
        BadInput: if the data are not UTF-8; the message names the first wrong byte.
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


def _decompressed_chunks(path: Path, handle: int) -> Iterator[bytes]:
    first = os.read(handle, _CHUNK)
    if not first.startswith(_GZIP_MAGIC):
        while first:
            yield first
            first = os.read(handle, _CHUNK)
        return
    try:
        yield from _gunzip(path, handle, first)
    except zlib.error as error:
        raise BadInput(path, "", f"broken gzip: {error}", "compress it again") from None


def _gunzip(path: Path, handle: int, block: bytes) -> Iterator[bytes]:
    inflater = zlib.decompressobj(GZIP_WITH_HEADER)
    members, filled = 1, False
    while block or (block := os.read(handle, _CHUNK)) or filled:
        if inflater.eof:
            block = block.lstrip(b"\0")  # some tools pad the file with NUL bytes to whole blocks
            if not block:
                continue
            members += 1
            if members > _MEMBERS_LIMIT:
                raise BadInput(
                    path,
                    "",
                    f"has more than {_MEMBERS_LIMIT} gzip members",
                    "compress it again, in one piece",
                )
            inflater = zlib.decompressobj(GZIP_WITH_HEADER)
        piece = inflater.decompress(block, _CHUNK)
        # After a full piece, zlib may still hold output although it has consumed all input.
        filled = len(piece) == _CHUNK and not inflater.eof
        block = inflater.unused_data if inflater.eof else inflater.unconsumed_tail
        if piece:
            yield piece
    if not inflater.eof:
        raise BadInput(
            path, "", "is gzip that ends too early: the file was cut off", "copy or compress it again"
        )


def _check_start(path: Path, chunk: bytes) -> None:
    for mark, problem, fix in _WRONG_STARTS:
        if chunk.startswith(mark):
            raise BadInput(path, "", problem, fix)
    if chunk[1:2] == b"\x00":
        raise BadInput(path, "", "has a NUL as its second byte, like UTF-16 files", "save it as UTF-8")


def _check_line(path: Path, number: int, length: int, limit: int) -> None:
    if length > limit:
        raise BadInput(
            path,
            f"line {number}",
            f"longer than {limit // MIB} MiB",
            "write shorter records, one per line; UTF-8 text is shorter than \\u escapes",
        )
    if number > LINES_LIMIT:
        raise BadInput(path, "", f"has more than {LINES_LIMIT:,} lines", "split the file")


def _size_error(path: Path, limit: int, size: int | None) -> BadInput:
    has = "decompresses to more than" if size is None else f"has {size / MIB:.3g} MiB, more than"
    fix = "shorten it" if limit < MIB else "split it, or write JSONL"
    return BadInput(path, "", f"{has} the limit of {limit / MIB:.3g} MiB", fix)


def _reason(error: OSError | ValueError) -> str:
    return (isinstance(error, OSError) and error.strerror) or "the path is not valid"
