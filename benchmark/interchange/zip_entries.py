"""Entries of zip files whose compression Python 3.11 does not know: Zstandard, which pyarrow can read."""

import struct
import zipfile
from pathlib import Path
from typing import Self

from benchmark.core.errors import BadInput
from benchmark.core.install import install_extra
from benchmark.files.bounded import JSON_LIMIT, MIB, first_byte

_ZSTANDARD = 93  #: number of the compression method in zip files
_LOCAL_HEADER = struct.Struct("<26xHH")  #: of an entry: lengths of its name and of its extra fields


def is_zip(path: Path) -> bool:
    """Whether a file begins as zip files do.

    Raises:
        BadInput: if it cannot be read.
    """
    return first_byte(path) == b"P"


class ZipEntries:
    """A zip file; each entry is read whole, up to 256 MiB."""

    def __init__(self, path: Path) -> None:
        """Open the file.

        Raises:
            BadInput: if it cannot be read, or is not a zip file.
        """
        self._path = path
        try:
            self._file = path.open("rb")
        except OSError as error:
            problem = f"cannot be read: {error.strerror or error}"
            raise BadInput(path, "", problem, "check the path and its permissions") from None
        try:
            self._zip = zipfile.ZipFile(self._file)
        except (zipfile.BadZipFile, OSError, ValueError) as error:
            self._file.close()
            raise BadInput(path, "", f"is not a zip file: {error}", "name a whole log of Inspect") from None
        self.names = tuple(self._zip.namelist())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._zip.close()
        self._file.close()

    def read(self, name: str) -> bytes:
        """Return the content of an entry.

        Raises:
            BadInput: if it is absent, damaged or too large, or needs pyarrow, which is not installed.
        """
        try:
            entry = self._zip.getinfo(name)
        except KeyError:
            raise BadInput(self._path, name, "is missing", "name a finished log of Inspect") from None
        if entry.file_size > JSON_LIMIT:
            problem = f"has {entry.file_size // MIB} MiB; the limit is {JSON_LIMIT // MIB} MiB"
            raise BadInput(self._path, name, problem, "export the samples without events")
        try:
            if entry.compress_type != _ZSTANDARD:
                with self._zip.open(entry) as stream:
                    data = stream.read(entry.file_size + 1)
            else:
                data = self._zstandard(entry)
        except (OSError, zipfile.BadZipFile, NotImplementedError, struct.error) as error:
            raise BadInput(self._path, name, f"cannot be unpacked: {error}", "restore the log") from None
        if len(data) != entry.file_size:
            raise BadInput(self._path, name, "has not the size that the file names", "restore the log")
        return data

    def _zstandard(self, entry: zipfile.ZipInfo) -> bytes:
        try:
            import pyarrow
        except ModuleNotFoundError:
            problem = "is compressed with Zstandard, which needs pyarrow"
            fix = f"{install_extra('parquet')}, or convert the log with `inspect log convert --to json`"
            raise BadInput(self._path, entry.filename, problem, fix) from None
        self._file.seek(entry.header_offset)
        name, extra = _LOCAL_HEADER.unpack(self._file.read(_LOCAL_HEADER.size))
        self._file.seek(name + extra, 1)
        packed = pyarrow.BufferReader(self._file.read(entry.compress_size))
        with pyarrow.CompressedInputStream(packed, "zstd") as stream:
            data: bytes = stream.read(entry.file_size + 1)
            return data
