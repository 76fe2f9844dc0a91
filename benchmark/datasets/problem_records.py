"""Reads problems one by one: from JSON Lines, a folder with a folder per problem, or an archive of one."""

import base64
import binascii
import contextlib
import json
import os
import re
import shutil
import tarfile
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path, PurePosixPath
from typing import IO, NamedTuple

from benchmark.core.errors import BadInput, quote_value
from benchmark.datasets.official import Row, SourceColumn
from benchmark.datasets.pictures import PngPicture, png_picture
from benchmark.files.bounded import MIB, read_bytes, read_lines
from benchmark.files.pictures import stays_inside
from benchmark.files.strict_json import loads

_FILE_LIMIT = 8192 * MIB  #: maximum bytes of all records, decompressed
_RECORD_LIMIT = 64 * MIB  #: maximum bytes of one record
_PICTURE_LIMIT = 64 * MIB  #: maximum bytes of a picture; a larger one is cut off, and so not readable
_LINES = (".jsonl", ".jsonl.gz")
# From 64 characters on: a path such as `pictures/1` has only characters of base64, too.
_BASE64 = re.compile(r"[A-Za-z0-9+/\s]{64,}={0,2}\s*")
_FIX = "check that this is the right data set"
_RECORD, _PICTURES = "data.json", "images"  #: the names in a problem's folder


def record_files(source: Path) -> list[Path]:
    """Return the file or folder with the problems: a file itself, JSON Lines in a folder, or the folder.

    Of several files of JSON Lines in a folder, the largest counts: the authors publish all problems, and a
    file with the test split only.

    Raises:
        BadInput: if there are no problems.
    """
    if source.is_file():
        if source.name.endswith((*_LINES, *ENDINGS)):
            return [source]
        fix = f"name a file that ends in {', '.join((*_LINES, *ENDINGS))}, or a folder"
        raise BadInput(source, "", "is neither JSON Lines nor an archive", fix)
    if not source.is_dir():
        raise BadInput(source, "", "is neither a file nor a folder", "name the file or folder with the data")
    lines = [path for path in source.iterdir() if path.name.endswith(_LINES) and path.is_file()]
    if lines:
        return [max(lines, key=lambda path: (path.stat().st_size, path.name))]
    if not problem_folders(source):
        fix = "name a folder with one folder (with data.json) per problem, a JSON Lines file or an archive"
        raise BadInput(source, "", "has no problems", fix)
    return [source]


def problem_folders(source: Path) -> list[Path]:
    """Return the folders with ``data.json`` in ``source``, or in the folders in it, sorted by name."""
    for pattern in (f"*/{_RECORD}", f"*/*/{_RECORD}"):
        if found := sorted(path.parent for path in source.glob(pattern) if _is_shown(path, source)):
            return found
    return []


def read_problems(
    files: Sequence[Path],
    columns: Sequence[SourceColumn],
    scratch: Path | None = None,
    *,
    paths: bool = False,
) -> Iterator[tuple[str, Row]]:
    """Yield the row of each problem, with the name of its place for messages.

    A value that is missing or null is an empty text, no pictures, or None, and another value where a text
    would do becomes its JSON; a record may have more fields.

    Args:
        files: what :func:`record_files` returned, or files of JSON Lines whatever their names.
        columns: the fields to read.
        scratch: folder to unpack an archive in; None for the system's folder of temporary files.
        paths: whether a picture in JSON may be a path from the folder of the file.

    Raises:
        BadInput: if a file cannot be read, a record is not valid JSON, a value has the wrong type, or a
            required one is missing; and for an archive's paths (see :func:`archives.unpack`).
    """
    for path in files:
        with contextlib.ExitStack() as stack:
            folder = path
            if path.is_file() and path.name.endswith(ENDINGS):
                folder = Path(
                    stack.enter_context(tempfile.TemporaryDirectory(prefix="sightbench-", dir=scratch))
                )
                unpack(path, folder)
                if not problem_folders(folder):
                    raise BadInput(path, "", "has no folder with data.json", _FIX)
            records = _of_folders(folder, path) if folder.is_dir() else _of_file(path)
            for place, record in records:
                shown = _with_files(record, path, place) if paths else record
                yield f"{path}: {place}".removesuffix(": "), _row(shown, columns, path, place)


def _of_file(path: Path) -> Iterator[tuple[str, Mapping[str, object]]]:
    if path.suffix == ".json":
        yield "", _as_record(loads(read_bytes(path, _RECORD_LIMIT), path, long_numbers=True), path, "")
        return
    for line in read_lines(path, _FILE_LIMIT, _RECORD_LIMIT):
        if not line.data.strip(b" \t\r"):
            continue
        record = loads(line.data, path, line=line.number, offset=line.offset, long_numbers=True)
        yield f"line {line.number}", _as_record(record, path, f"line {line.number}")


def _of_folders(root: Path, named: Path) -> Iterator[tuple[str, Mapping[str, object]]]:
    """Yield the record of each folder; the folder's name is the problem's id, as for the authors."""
    for folder in problem_folders(root):
        path = folder / _RECORD
        shown = named / path.relative_to(root)
        record = _as_record(loads(read_bytes(path, _RECORD_LIMIT), shown, long_numbers=True), shown, "")
        pictures = [_picture_file(file) for file in _picture_files(folder, shown.parent)]
        yield folder.name, {**record, "problem_id": folder.name, "images": pictures}


def _picture_files(folder: Path, shown: Path) -> list[Path]:
    found = (folder / _PICTURES).glob("*.png")
    files = [path for path in found if path.is_file() and not path.name.startswith(".")]
    for path in files:
        if not (path.stem.isascii() and path.stem.isdigit()):
            problem = "is not named by its number, such as 1.png"
            raise BadInput(shown / _PICTURES / path.name, "", problem, "rename it")
    return sorted(files, key=lambda path: int(path.stem))


def _with_files(record: Mapping[str, object], file: Path, place: str) -> Mapping[str, object]:
    """Return a record whose pictures are not paths: the bytes of a file stand in place of its path."""
    images = record.get("images")
    if not isinstance(images, list):
        return record
    where = f"{place}: images".removeprefix(": ")
    return {**record, "images": [_read_path(image, file, where) for image in images]}


def _read_path(image: object, file: Path, place: str) -> object:
    if not isinstance(image, str) or image.startswith("data:") or _BASE64.fullmatch(image) or "://" in image:
        return image
    path = file.parent / image
    if not stays_inside(image) or not path.resolve().is_relative_to(file.parent.resolve()):
        problem = f"the path {quote_value(image)} leaves the folder of the problems"
        raise BadInput(file, place, problem, "copy the picture there")
    if not os.path.isfile(path):  # noqa: PTH113 - false for a name that is too long
        return PngPicture(b"", "", f"is missing: there is no file {quote_value(image)}")
    return _picture_file(path)


def _picture_file(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(_PICTURE_LIMIT)


def _is_shown(path: Path, source: Path) -> bool:
    """Whether no part of a path is hidden, or left by macOS in an archive."""
    return path.is_file() and not any(
        part.startswith((".", "__MACOSX")) for part in path.relative_to(source).parts
    )


def _as_record(value: object, file: Path, place: str) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise BadInput(file, place, "is not a JSON object", _FIX)
    return value


def _row(record: Mapping[str, object], columns: Sequence[SourceColumn], file: Path, place: str) -> Row:
    row = {}
    for column in columns:
        where = f"{place}: {column.name}".removeprefix(": ")
        if column.required and record.get(column.name) in (None, ""):
            raise BadInput(file, where, "is missing or empty", _FIX)
        row[column.name] = _value(record.get(column.name), column, file, where)
    return row


def _value(value: object, column: SourceColumn, file: Path, place: str) -> object:
    if column.kind == "json":
        return _parsed(value, file) if isinstance(value, str) else value
    if column.kind == "pictures":
        if not isinstance(value, list | None):
            raise BadInput(file, place, "is not a list of pictures", _FIX)
        return tuple(map(_picture, value or ()))
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if column.required:
        raise BadInput(file, place, f"is not text: {quote_value(value)}", _FIX)
    return json.dumps(value) if value else ""


def _parsed(text: str, file: Path) -> object:
    """Return the value that a text of JSON stands for; the text itself if it is not JSON."""
    try:
        return loads(text.encode("utf-8"), file, long_numbers=True)
    except (BadInput, UnicodeEncodeError):
        return text


def _picture(value: object) -> PngPicture:
    if isinstance(value, PngPicture):
        return value
    if isinstance(value, bytes):
        return png_picture(value)
    if not isinstance(value, str):
        return PngPicture(b"", "", "is not base64")
    try:
        data = base64.b64decode(
            value.partition(",")[2] if value.startswith("data:") else value, validate=True
        )
    except (binascii.Error, ValueError):
        return PngPicture(b"", "", "is not base64")
    return png_picture(data)


#: Endings of the archives that can be read.
ENDINGS = (".zip", ".tar.gz", ".tgz", ".tar")
_MEMBERS_LIMIT = 200_000
_BYTES_LIMIT = 4096 * MIB  #: maximum bytes of all files together, unpacked
_ARCHIVE_FIX = "use the archive that the authors publish; nothing was imported"
#: The files that are unpacked, by the end of their paths; others are passed over.
_WANTED = re.compile(r"(?:.*/)?(?:data\.json|images/\d{1,6}\.png)")


class _Member(NamedTuple):
    path: str
    size: int  #: bytes, unpacked, as the archive says
    regular: bool  #: whether it is a plain file
    folder: bool
    open: Callable[[], IO[bytes] | None]  #: opens its content, if it is a plain file


def unpack(archive: Path, folder: Path) -> None:
    """Unpack the ``data.json`` and ``images/n.png`` of all problem folders of an archive.

    Args:
        archive: the archive.
        folder: an existing folder.

    Raises:
        BadInput: if a path leaves the archive, a member is neither a file nor a folder, two members have
            the same path, the archive is damaged, or it is larger than the limits.
    """
    left = _BYTES_LIMIT
    try:
        for number, member in enumerate(_members(archive)):
            if number >= _MEMBERS_LIMIT:
                raise BadInput(archive, "", f"has more than {_MEMBERS_LIMIT:,} members", _ARCHIVE_FIX)
            _check(archive, member)
            if not member.regular or _WANTED.fullmatch(member.path) is None:
                continue
            left -= member.size
            if left < 0:
                problem = f"unpacks to more than {_BYTES_LIMIT // MIB} MiB"
                raise BadInput(archive, "", problem, _ARCHIVE_FIX)
            _write(archive, member, folder / PurePosixPath(member.path))
    # zipfile raises RuntimeError for a member with a password.
    except (tarfile.TarError, zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError) as error:
        reason = str(error).strip().splitlines()[:1] or [type(error).__name__]
        problem = f"cannot be unpacked: {quote_value(reason[0])}"
        raise BadInput(archive, "", problem, "copy or download it again") from None


def _members(archive: Path) -> Iterator[_Member]:
    if archive.name.endswith(".zip"):
        with zipfile.ZipFile(archive) as packed:
            for info in packed.infolist():
                kind = info.external_attr >> 28  # the upper bits of a Unix mode; 0 if there is none
                # 8 is a plain file. A link (10) could lead out of the folder.
                regular = not info.is_dir() and kind in (0, 8)
                yield _Member(
                    info.filename, info.file_size, regular, info.is_dir(), partial(packed.open, info)
                )
        return
    # As a stream, because going back in a compressed archive would unpack it from its start again.
    with tarfile.open(archive, "r|*") as stream:
        for entry in stream:
            opened = partial(stream.extractfile, entry)
            yield _Member(entry.name, entry.size, entry.isreg(), entry.isdir(), opened)


def _check(archive: Path, member: _Member) -> None:
    plain = member.path.removeprefix("./").removesuffix("/")
    if member.folder and plain in ("", "."):
        return
    if not stays_inside(plain):
        raise BadInput(archive, quote_value(member.path), "leaves the archive", _ARCHIVE_FIX)
    if not member.regular and not member.folder:
        raise BadInput(archive, quote_value(member.path), "is neither a file nor a folder", _ARCHIVE_FIX)


def _write(archive: Path, member: _Member, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    content = member.open()
    assert content is not None  # noqa: S101 - the caller passes plain files only
    try:
        with content as given, path.open("xb") as out:
            # The limit counts the sizes that the archive states; a member may unpack to more.
            shutil.copyfileobj(_Bounded(given, member.size), out)
    except FileExistsError:
        raise BadInput(archive, quote_value(member.path), "is in the archive twice", _ARCHIVE_FIX) from None


class _Bounded:
    """A stream that ends after the bytes that the archive says."""

    def __init__(self, given: IO[bytes], size: int) -> None:
        self._given, self._left = given, size

    def read(self, size: int = -1) -> bytes:
        """Read at most ``size`` bytes, and never more than the member has."""
        data = self._given.read(min(size, self._left) if size >= 0 else self._left)
        self._left -= len(data)
        return data
