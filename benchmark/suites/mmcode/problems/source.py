"""Reads raw problems from a file, a folder or an archive, one at a time."""

import base64
import binascii
import contextlib
import re
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from benchmark.core.errors import BadInput, ManyBadInputs, quote_value
from benchmark.core.order import natural_key
from benchmark.datasets.archives import ENDINGS, unpack
from benchmark.files.bounded import MIB, read_bytes, read_lines
from benchmark.files.edge import validate_record
from benchmark.files.pictures import stays_inside
from benchmark.files.strict_json import loads
from benchmark.suites.mmcode.problems.raw_problem import FIELDS, RawProblem

FILE_LIMIT = 65_536 * MIB  #: maximum bytes of a file, decompressed; it is read line by line
RECORD_LIMIT = 128 * MIB  #: maximum bytes of one problem
PICTURE_LIMIT = 64 * MIB  #: maximum bytes of one picture

_DATA_FILE = "data.json"
_BASE64 = re.compile(r"[A-Za-z0-9+/\s]{64,}={0,2}\s*")
_EVERYTHING = re.compile(r".*", re.DOTALL)
_LINES = (".jsonl", ".jsonl.gz", ".ndjson")


class PictureMissingError(Exception):
    """A picture is not in the source."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceProblem:
    """A raw problem and its place in the source."""

    problem: RawProblem
    file: Path
    place: str  #: such as ``line 3``; empty if the file has one problem
    unread: tuple[str, ...]  #: names of the fields that are not read
    folder: Path  #: folder that paths of pictures start from

    @property
    def where(self) -> str:
        """The file and the place, in words."""
        return ": ".join(filter(None, (str(self.file), self.place)))

    def picture(self, source: str) -> bytes:
        """Return the bytes of a picture: a data URL, base64, or a path.

        Raises:
            PictureMissingError: if the source has no such file, or its text is not base64.
            BadInput: if the path leaves the source's folder.
        """
        if source.startswith("data:"):
            head, comma, body = source.partition(",")
            return _decoded(body) if comma and head.endswith(";base64") else _missing("is not base64")
        if _BASE64.fullmatch(source):
            return _decoded(source)
        if problem := _no_path(source):
            return _missing(problem)
        path = self.folder / source
        if not stays_inside(source) or not path.resolve().is_relative_to(self.folder.resolve()):
            problem = f"the path {quote_value(source)} leaves the folder of the problems"
            raise BadInput(
                self.file, f"{self.place}: images".removeprefix(": "), problem, "copy the picture there"
            )
        try:
            there = path.is_file()
        except OSError:  # the name is too long
            there = False
        if not there:
            return _missing(f"there is no file {quote_value(source)}")
        if path.stat().st_size > PICTURE_LIMIT:
            return _missing(f"is larger than {PICTURE_LIMIT // MIB} MiB")
        return path.read_bytes()


def _no_path(source: str) -> str:
    """Say why a text cannot be the path of a picture; empty if it can."""
    if not source:
        return "the statement names no file for it"
    if "://" in source or source.startswith("//"):
        return "is an address; it is not fetched"
    if not source.isprintable() or not PurePosixPath(source).parts:
        return f"{quote_value(source)} is not the path of a file"
    return ""


def _missing(reason: str) -> bytes:
    raise PictureMissingError(reason)


def _decoded(text: str) -> bytes:
    try:
        return base64.b64decode(re.sub(r"\s", "", text), validate=True)
    except binascii.Error:
        return _missing("is not base64")


@contextlib.contextmanager
def opened(path: Path, scratch: Path) -> Iterator[Path]:
    """Yield ``path``, or the folder into which an archive was unpacked; it is deleted at the end.

    Args:
        path: a file, a folder or an archive.
        scratch: an existing folder for the unpacked files.
    """
    if path.is_dir() or not path.name.endswith(ENDINGS):
        yield path
        return
    with tempfile.TemporaryDirectory(prefix=".unpacked-", dir=scratch) as name:
        unpack(path, Path(name), _EVERYTHING)
        try:
            yield Path(name)
        except BadInput as error:
            raise _renamed(error, name, str(path)) from None


def _renamed(error: BadInput, folder: str, archive: str) -> BadInput:
    """Return an error about a file of an archive, with the archive in place of the temporary folder."""
    each = [
        BadInput(one.file.replace(folder, archive), one.place, one.problem.replace(folder, archive), one.fix)
        for one in error.problems
    ]
    return each[0] if len(each) == 1 else ManyBadInputs(each)


def read_source(path: Path) -> Iterator[SourceProblem]:
    """Yield the problems of a file or a folder.

    A file is JSON Lines, or one problem as JSON. A folder has one folder per problem with ``data.json`` and
    ``images/n.png``, or files with problems, or both; hidden files and other folders are ignored.

    Raises:
        BadInput: if a file or a record is not valid, an id is repeated, or there is no problem.
    """
    seen: dict[str, str] = {}
    for found in _read_folder(path) if path.is_dir() else _read_file(path, path.parent):
        name = found.problem.problem_id
        if (before := seen.setdefault(name.lower(), found.where)) != found.where:
            problem = f"{quote_value(name)} is already in {before} (case does not count)"
            fix = "give each problem its own id"
            raise BadInput(found.file, f"{found.place}: problem_id".removeprefix(": "), problem, fix)
        yield found
    if not seen:
        raise BadInput(path, "", "contains no problem", "name a file of problems, or a folder with data.json")


def _read_folder(root: Path) -> Iterator[SourceProblem]:
    for path in sorted(root.iterdir(), key=lambda entry: natural_key(entry.name)):
        if path.name.startswith("."):
            continue
        if path.is_dir() and (path / _DATA_FILE).is_file():
            yield _of_folder(path)
        elif path.is_dir() and len(list(root.iterdir())) == 1:  # an archive of one folder
            yield from _read_folder(path)
        elif path.is_file() and path.name.endswith((".json", *_LINES)) and path.name != "report.json":
            yield from _read_file(path, root)


def _of_folder(folder: Path) -> SourceProblem:
    """Return the problem of a folder; its pictures are those of ``images``, unless the record names some."""
    file = folder / _DATA_FILE
    value = loads(read_bytes(file, RECORD_LIMIT), file, long_numbers=True)
    if isinstance(value, dict):
        value.setdefault("problem_id", folder.name)
        pictures = folder / "images"
        if not value.get("images") and not value.get("html") and pictures.is_dir():
            names = sorted(
                (path.name for path in pictures.iterdir() if path.suffix == ".png" and path.name[0] != "."),
                key=natural_key,
            )
            value["images"] = [f"images/{name}" for name in names]
    return _problem(value, file, "", folder)


def _read_file(path: Path, folder: Path) -> Iterator[SourceProblem]:
    if not path.name.endswith(_LINES):
        value = loads(read_bytes(path, RECORD_LIMIT), path, long_numbers=True)
        yield _problem(value, path, "", folder)
        return
    for line in read_lines(path, FILE_LIMIT, RECORD_LIMIT):
        if line.data.strip():
            value = loads(line.data, path, line=line.number, offset=line.offset, long_numbers=True)
            yield _problem(value, path, f"line {line.number}", folder)


def _problem(value: object, file: Path, place: str, folder: Path) -> SourceProblem:
    if not isinstance(value, dict):
        raise BadInput(
            file, place, f"is not a JSON object: {quote_value(value)}", "write one object per problem"
        )
    unread = tuple(sorted(set(map(str, value)) - FIELDS))
    problem = validate_record(RawProblem, value, file, place)
    return SourceProblem(problem=problem, file=file, place=place, unread=unread, folder=folder)
