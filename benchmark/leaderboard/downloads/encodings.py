"""Encoding of lines as CSV, JSON and Parquet; the same lines give the same bytes."""

import importlib.util
import json
import re
from collections.abc import Iterable, Mapping
from io import BytesIO
from typing import get_args

from benchmark.analysis.wording import clean
from benchmark.files.csv_table import csv_bytes
from benchmark.files.edge import Record

_TEXT_CHARACTERS = 1000
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
    return _FORMULA_START.sub(r"\1'", clean(value, _TEXT_CHARACTERS)) if isinstance(value, str) else value


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
    import pyarrow
    import pyarrow.parquet

    types = {str: pyarrow.string(), int: pyarrow.int64(), float: pyarrow.float64(), bool: pyarrow.bool_()}
    schema = pyarrow.schema(
        [(name, types[_value_type(field.annotation)]) for name, field in kind.model_fields.items()],
        metadata={name: str(value) for name, value in head.items()},
    )
    table = pyarrow.Table.from_pylist([dict(row) for row in rows], schema=schema)
    into = BytesIO()
    pyarrow.parquet.write_table(table, into, compression="zstd")
    return into.getvalue()


def _value_type(annotation: object) -> type:
    """Return the type of a field's values: float for ``float | None``, str for a ``Literal`` of strings."""
    if isinstance(annotation, type):
        return annotation
    return next(
        type(option) if isinstance(option, str) else _value_type(option) for option in get_args(annotation)
    )
