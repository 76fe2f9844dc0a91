"""Unpacks an archive of problem folders, without trusting its paths and sizes."""

import re
import shutil
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path, PurePosixPath
from typing import IO, NamedTuple

from benchmark.core.errors import BadInput, quote_value
from benchmark.files.bounded import MIB
from benchmark.files.pictures import stays_inside

#: Endings of the archives that can be read.
ENDINGS = (".zip", ".tar.gz", ".tgz", ".tar")
_MEMBERS_LIMIT = 200_000
_BYTES_LIMIT = 4096 * MIB  #: maximum bytes of all files together, unpacked
_FIX = "use the archive that the authors publish; nothing was imported"
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
                raise BadInput(archive, "", f"has more than {_MEMBERS_LIMIT:,} members", _FIX)
            _check(archive, member)
            if not member.regular or _WANTED.fullmatch(member.path) is None:
                continue
            left -= member.size
            if left < 0:
                problem = f"unpacks to more than {_BYTES_LIMIT // MIB} MiB"
                raise BadInput(archive, "", problem, _FIX)
            _write(archive, member, folder / PurePosixPath(member.path))
    except (tarfile.TarError, zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError) as error:
        reason = str(error).strip().splitlines()[:1] or [type(error).__name__]
        problem = f"cannot be unpacked: {quote_value(reason[0])}"
        raise BadInput(archive, "", problem, "copy or download it again") from None


def _members(archive: Path) -> Iterator[_Member]:
    if archive.name.endswith(".zip"):
        with zipfile.ZipFile(archive) as packed:
            for info in packed.infolist():
                kind = info.external_attr >> 28  # the upper bits of a Unix mode; 0 if there is none
                regular = not info.is_dir() and kind in (0, 8)
                yield _Member(
                    info.filename, info.file_size, regular, info.is_dir(), partial(packed.open, info)
                )
        return
    with tarfile.open(archive, "r|*") as stream:
        for entry in stream:
            opened = partial(stream.extractfile, entry)
            yield _Member(entry.name, entry.size, entry.isreg(), entry.isdir(), opened)


def _check(archive: Path, member: _Member) -> None:
    plain = member.path.removeprefix("./").removesuffix("/")
    if member.folder and plain in ("", "."):
        return
    if not stays_inside(plain):
        raise BadInput(archive, quote_value(member.path), "leaves the archive", _FIX)
    if not member.regular and not member.folder:
        raise BadInput(archive, quote_value(member.path), "is neither a file nor a folder", _FIX)


def _write(archive: Path, member: _Member, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    content = member.open()
    assert content is not None  # noqa: S101 - the caller passes plain files only
    try:
        with content as given, path.open("xb") as out:
            shutil.copyfileobj(_Bounded(given, member.size), out)
    except FileExistsError:
        raise BadInput(archive, quote_value(member.path), "is there twice", _FIX) from None


class _Bounded:
    """A stream that ends after the bytes that the archive says."""

    def __init__(self, given: IO[bytes], size: int) -> None:
        self._given, self._left = given, size

    def read(self, size: int = -1) -> bytes:
        """Read at most ``size`` bytes, and never more than the member has."""
        data = self._given.read(min(size, self._left) if size >= 0 else self._left)
        self._left -= len(data)
        return data
