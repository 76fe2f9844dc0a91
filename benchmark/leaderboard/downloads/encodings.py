"""Tables to download: one description of their columns, and their encoding as CSV, JSON and Parquet.

The same lines give the same bytes.
"""

import contextlib
import importlib.util
import json
import re
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.abc import MetaPathFinder
from io import BytesIO
from typing import Any, Generic, Literal, TypeVar, get_args

from pydantic import Field, TypeAdapter, create_model

from benchmark.analysis.wording import clean
from benchmark.files.bounded import GZIP_WITH_HEADER
from benchmark.files.csv_table import csv_bytes, csv_lines
from benchmark.files.edge import Record

#: Lines by column, in the order of the columns; all columns are equally long.
Block = Mapping[str, Sequence[object]]
Line = TypeVar("Line")

#: Licence of rows, places and scores, which is that of the repository.
LICENCE = "Apache-2.0"
LICENCE_LINK = "https://www.apache.org/licenses/LICENSE-2.0"

_TEXT_CHARACTERS = 1000
_COMPRESSION_LEVEL = 9
#: Lines of a Parquet file that are held in memory before they are written as a part of it.
_LINES_AT_ONCE = 20_000
#: JSON files have no ``<``, so that a server or browser that takes one for HTML finds no tag in it.
_TAG_ESCAPES = str.maketrans({character: f"\\u{ord(character):04x}" for character in "<>&"})
#: A spreadsheet that splits cells at semicolons would take the text after one for a formula here.
_FORMULA_START = re.compile(r"(?<=;)(\s*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])")
_JSON_LINE = TypeAdapter(dict[str, object])


@dataclass(frozen=True, slots=True)
class DownloadColumn(Generic[Line]):
    """A column of a kind of tables, in all formats."""

    name: str
    type: Any  #: type of its values, as of a field of a record
    value: Callable[[Line], object]  #: its value in a line
    about: str | None = None  #: what it holds, for the published schema


class _DownloadFile(Record):
    title: str
    address: str = Field(description="address of this file; relative if the site's address is not known")
    as_of: str = Field(description="time at which the newest row was judged, UTC; empty without rows")
    licence: str = LICENCE


@dataclass(frozen=True, kw_only=True)
class TableKind(Generic[Line]):
    """A kind of tables to download. Its columns give the CSV, JSON and Parquet files, and their schema."""

    schema: str  #: name of the published schema of the JSON file
    about: str  #: what a file holds
    line: str  #: name of a line in the schema
    about_line: str
    columns: tuple[DownloadColumn[Line], ...]

    @cached_property
    def record(self) -> type[Record]:
        """The type of a line."""
        fields: dict[str, Any] = {
            column.name: (column.type, Field(description=column.about)) for column in self.columns
        }
        return create_model(self.line, __base__=Record, __doc__=self.about_line, **fields)

    @cached_property
    def file(self) -> type[Record]:
        """The type of a JSON file."""
        name = f"sightbench/{self.schema}/1"
        fields: dict[str, Any] = {
            "schema_": (Literal.__getitem__(name), Field(default=name, alias="schema")),
            "rows": (list.__class_getitem__(self.record), ...),
        }
        return create_model("DownloadFile", __base__=_DownloadFile, __doc__=self.about, **fields)

    def block(self, lines: Iterable[Line]) -> Block:
        """Return the values of lines by column.

        Raises:
            pydantic.ValidationError: if a value does not have the type of its column.
        """
        found = [self.record(**{each.name: each.value(line) for each in self.columns}) for line in lines]
        return {each.name: [getattr(line, each.name) for line in found] for each in self.columns}


def table_csv(columns: list[str], rows: Iterable[Mapping[str, object]]) -> bytes:
    """Return a CSV file of rows that map column names to plain values.

    Texts are cleaned and made safe for spreadsheets.
    """
    return csv_bytes(columns, ({name: _csv_value(value) for name, value in row.items()} for row in rows))


def _csv_value(value: object) -> object:
    if isinstance(value, bool):
        return "true" if value else "false"
    return _csv_text(value) if isinstance(value, str) else value


@lru_cache(8192)  # the rows of a table have the same tasks
def _csv_text(text: str) -> str:
    return _FORMULA_START.sub(r"\1'", clean(text, _TEXT_CHARACTERS))


def has_parquet() -> bool:
    """Whether the extra `parquet` is installed."""
    return importlib.util.find_spec("pyarrow") is not None


class CsvFile:
    """A CSV file with a header line; texts are cleaned and made safe for spreadsheets."""

    def __init__(self, kind: TableKind[Any], _head: Mapping[str, str]) -> None:
        self._columns = [column.name for column in kind.columns]
        self._parts = [self._packed(csv_bytes(self._columns, ()))]

    def _packed(self, lines: bytes) -> bytes:
        return lines

    def add(self, block: Block) -> None:
        """Write the lines of a block."""
        self._parts.append(self._packed(csv_lines([block[name] for name in self._columns], _csv_value)))

    def content(self) -> bytes:
        """Return the whole file; no block can be added afterwards."""
        return b"".join(self._parts)


class GzippedCsvFile(CsvFile):
    """A gzipped CSV file, of which only the compressed lines are in memory."""

    def __init__(self, kind: TableKind[Any], head: Mapping[str, str]) -> None:
        self._packer = zlib.compressobj(_COMPRESSION_LEVEL, zlib.DEFLATED, GZIP_WITH_HEADER)
        super().__init__(kind, head)

    def _packed(self, lines: bytes) -> bytes:
        return self._packer.compress(lines)

    def content(self) -> bytes:
        """Return the whole file; no block can be added afterwards."""
        return super().content() + self._packer.flush()


class JsonFile:
    """A JSON object with the fields of the head and the lines as ``rows``, in ASCII without ``<``.

    Each line of the table is on a line of its own.
    """

    def __init__(self, _kind: TableKind[Any], head: Mapping[str, str]) -> None:
        self._begins = json.dumps(head, indent=1)[:-2]
        self._lines: list[str] = []

    def add(self, block: Block) -> None:
        """Write the lines of a block."""
        for values in zip(*block.values(), strict=True):
            line = dict(zip(block, values, strict=True))
            self._lines.append(f"  {_JSON_LINE.dump_json(line, ensure_ascii=True).decode()}")

    def content(self) -> bytes:
        """Return the whole file; no block can be added afterwards."""
        lines = ",\n".join(self._lines)
        return f'{self._begins},\n "rows": [\n{lines}\n ]\n}}\n'.translate(_TAG_ESCAPES).encode("ascii")


class ParquetFile:
    """A Parquet file with typed columns, and the fields of the head as its metadata."""

    def __init__(self, kind: TableKind[Any], head: Mapping[str, str]) -> None:
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
            [(column.name, types[_value_type(column.type)]) for column in kind.columns],
            metadata=dict(head),
        )
        self._to_table = pyarrow.table
        self._into = BytesIO()
        self._writer = pyarrow.parquet.ParquetWriter(self._into, self._schema, compression="zstd")
        self._waiting: dict[str, list[object]] = {column.name: [] for column in kind.columns}

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
    """Return the type of a column's values: float for ``float | None``, str for a ``Literal`` of strings."""
    if isinstance(annotation, type):
        return annotation
    return next(
        type(option) if isinstance(option, str) else _value_type(option) for option in get_args(annotation)
    )


#: By file ending: the name of a format, and its class.
FORMATS: Mapping[str, tuple[str, type[CsvFile | JsonFile | ParquetFile]]] = {
    "csv": ("CSV", CsvFile),
    "csv.gz": ("CSV (gzip)", GzippedCsvFile),
    "json": ("JSON", JsonFile),
    "parquet": ("Parquet", ParquetFile),
}
