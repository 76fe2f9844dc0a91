"""Records on disk: a temporary file holds them, so that memory does not grow with their number."""

import json
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Self

Entry = dict[str, object]


class Spool:
    """A list of records in a temporary file without a name; use it in a ``with`` statement.

    Args:
        folder: an existing folder for the file, on a disk with room.
    """

    def __init__(self, folder: Path) -> None:
        self._file = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115 - closed by `__exit__`
        self._places: list[tuple[int, int]] = []  #: offset and length of each record

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def add(self, record: Entry) -> int:
        """Append a record; return its index."""
        data = json.dumps(record).encode("ascii")
        offset = self._file.seek(0, 2)
        self._file.write(data)
        self._places.append((offset, len(data)))
        return len(self._places) - 1

    def size(self, index: int) -> int:
        """Return the bytes of a record."""
        return self._places[index][1]

    def read(self, index: int) -> Entry:
        """Return the record of an index that :meth:`add` returned."""
        offset, length = self._places[index]
        self._file.seek(offset)
        record: Entry = json.loads(self._file.read(length))
        return record
