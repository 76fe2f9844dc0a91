"""Encoding of lines as CSV, JSON and Parquet; the same lines give the same bytes."""

import contextlib
import importlib.util
import json
import re
import sys
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from importlib.abc import MetaPathFinder
from io import BytesIO
from typing import get_args

from benchmark.analysis.wording import clean
from benchmark.files.bounded import GZIP_WITH_HEADER
from benchmark.files.csv_table import csv_bytes, csv_lines
from benchmark.files.edge import Record

#: Lines by column, in the order of a record's fields; all columns are equally long.
Block = Mapping[str, Sequence[object]]

_TEXT_CHARACTERS = 1000
_COMPRESSION_LEVEL = 6
#: Lines of a Parquet file that are held in memory before they are written as a part of it.
_LINES_AT_ONCE = 20_000
#: JSON files have no ``<``, so that a server or browser that takes one for HTML finds no tag in it.
_TAG_ESCAPES = str.maketrans({character: f"\\u{ord(character):04x}" for character in "<>&"})
#: A spreadsheet that splits cells at semicolons would take the text after one for a formula here.
_FORMULA_START = re.compile(r"(?<=;)(\s*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])")


def to_csv(kind: type[Record], rows: Iterable[Record]) -> bytes:
    """Return a CSV file with a header line; texts are cleaned and made safe for spreadsheets."""
    return table_csv([*kind.model_fields], (dict(row) for row in rows))


def table_csv(columns: list[str], rows: Iterable[Mapping[str, object]]) -> bytes:
    """Return a CSV file of rows that map column names to plain values."""
    return csv_bytes(columns, ({name: _csv_value(value) for name, value in row.items()} for row in rows))


def _csv_value(value: object) -> object:
    if isinstance(value, bool):
        return "true" if value else "false"
    return _csv_text(value) if isinstance(value, str) else value


@lru_cache(8192)  # the rows of a table have the same tasks
def _csv_text(text: str) -> str:
    return _FORMULA_START.sub(r"\1'", clean(text, _TEXT_CHARACTERS))


def to_json(head: Mapping[str, object], rows: Iterable[Record]) -> bytes:
    """Return a JSON object with the fields of ``head`` and the records as ``rows``, in ASCII without ``<``.

    Each record is on a line of its own.
    """
    begins = json.dumps(head, indent=1)[:-2]
    lines = ",\n".join(f"  {row.model_dump_json(ensure_ascii=True)}" for row in rows)
    return f'{begins},\n "rows": [\n{lines}\n ]\n}}\n'.translate(_TAG_ESCAPES).encode("ascii")


def has_parquet() -> bool:
    """Whether the extra `parquet` is installed."""
    return importlib.util.find_spec("pyarrow") is not None


def to_parquet(kind: type[Record], rows: Iterable[Record], head: Mapping[str, str]) -> bytes:
    """Return a Parquet file with typed columns and the fields of ``head`` as its metadata.

    Raises:
        ModuleNotFoundError: if the extra `parquet` is not installed.
    """
    lines = [dict(row) for row in rows]
    file = ParquetLines(kind, head)
    file.add({name: [line[name] for line in lines] for name in kind.model_fields})
    return file.content()


class GzippedCsvLines:
    """A gzipped CSV file that is written block by block; its content is that of :func:`to_csv`."""

    def __init__(self, kind: type[Record]) -> None:
        self._columns = [*kind.model_fields]
        self._packer = zlib.compressobj(_COMPRESSION_LEVEL, zlib.DEFLATED, GZIP_WITH_HEADER)
        self._packed = [self._packer.compress(csv_bytes(self._columns, ()))]

    def add(self, block: Block) -> None:
        """Write the lines of a block."""
        lines = csv_lines([block[name] for name in self._columns], _csv_value)
        self._packed.append(self._packer.compress(lines))

    def content(self) -> bytes:
        """Return the whole file; no block can be added afterwards."""
        return b"".join((*self._packed, self._packer.flush()))


class ParquetLines:
    """A Parquet file that is written block by block, with the fields of ``head`` as its metadata."""

    def __init__(self, kind: type[Record], head: Mapping[str, str]) -> None:
        """Start a file.

        Raises:
            ModuleNotFoundError: if the extra `parquet` is not installed.
        """
        import pyarrow
        import pyarrow.parquet

        types = {
            str: pyarrow.string(),
            int: pyarrow.int64(),
            float: pyarrow.float64(),
            bool: pyarrow.bool_(),
        }
        self._schema = pyarrow.schema(
            [(name, types[_value_type(field.annotation)]) for name, field in kind.model_fields.items()],
            metadata={name: str(value) for name, value in head.items()},
        )
        self._to_table = pyarrow.table
        self._into = BytesIO()
        self._writer = pyarrow.parquet.ParquetWriter(self._into, self._schema, compression="zstd")
        self._waiting: dict[str, list[object]] = {name: [] for name in kind.model_fields}

    def add(self, block: Block) -> None:
        """Write the lines of a block, together with others if they are few."""
        for name, values in self._waiting.items():
            values.extend(block[name])
        if len(next(iter(self._waiting.values()))) >= _LINES_AT_ONCE:
            self._write()

    def content(self) -> bytes:
        """Return the whole file; no block can be added afterwards."""
        if any(self._waiting.values()):
            self._write()
        self._writer.close()
        return self._into.getvalue()

    def _write(self) -> None:
        with without_pandas():
            self._writer.write_table(self._to_table(self._waiting, schema=self._schema))
        for values in self._waiting.values():
            values.clear()


class _NoPandas(MetaPathFinder):
    """Hides pandas from imports."""

    def find_spec(self, fullname: str, *_: object) -> None:
        if fullname == "pandas":
            raise ModuleNotFoundError(fullname)


@contextlib.contextmanager
def without_pandas() -> Iterator[None]:
    """Hide pandas: pyarrow would load it to ask whether a list is one of its columns, which takes 60 MB."""
    finder = _NoPandas()
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)


def _value_type(annotation: object) -> type:
    """Return the type of a field's values: float for ``float | None``, str for a ``Literal`` of strings."""
    if isinstance(annotation, type):
        return annotation
    return next(
        type(option) if isinstance(option, str) else _value_type(option) for option in get_args(annotation)
    )
