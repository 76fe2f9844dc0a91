"""Reads rows of parquet and Arrow files, after checking their columns."""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmark.core.errors import BadInput, quote_value
from benchmark.datasets.official import Row, SourceColumn
from benchmark.files.bounded import MIB

if TYPE_CHECKING:
    import pyarrow

_SIZE_LIMIT = 512 * MIB  #: maximum bytes of a file
_BATCH = 16  #: rows decoded at the same time
_ARROW_FILE = b"ARROW1"  #: start of an Arrow file with an index at its end; the hub's library writes streams
_FIX = "check that this is the right data set"


def read_rows(paths: Sequence[Path], columns: Sequence[SourceColumn]) -> Iterator[tuple[str, Row]]:
    """Yield the rows of all files in order, each with its place for messages.

    A missing text is an error if the column is required; else it becomes an empty text.

    Raises:
        BadInput: if a file is not parquet or Arrow, a column is missing or has the wrong type, a row lacks a
            required value, or a file is too large.
    """
    for path in paths:
        for number, row in enumerate(_raw_rows(path, columns), 1):
            yield (
                f"{path}: row {number}",
                {column.name: _value(row.get(column.name), column, path, number) for column in columns},
            )


def _raw_rows(path: Path, columns: Sequence[SourceColumn]) -> Iterator[Mapping[str, Any]]:
    import pyarrow

    if path.stat().st_size > _SIZE_LIMIT:
        raise BadInput(path, "", f"is larger than {_SIZE_LIMIT // MIB} MiB", _FIX)
    try:
        schema, batches = _open(path)
        _check_columns(path, schema, columns)
        names = [column.name for column in columns if column.name in schema.names]
        for batch in batches:
            # The hub's library stores its own metadata in the schema; only the values are read.
            part = batch.select(names)
            for start in range(0, part.num_rows, _BATCH):
                yield from part.slice(start, _BATCH).to_pylist()
    except (pyarrow.ArrowException, OSError, UnicodeDecodeError) as error:
        reason = str(error).strip().splitlines()[:1]
        raise BadInput(
            path, "", f"cannot be read: {quote_value(''.join(reason))}", "fetch it again"
        ) from None


def _open(path: Path) -> "tuple[pyarrow.Schema, Iterator[pyarrow.RecordBatch]]":
    import pyarrow.ipc
    import pyarrow.parquet

    if path.suffix == ".parquet":
        file = pyarrow.parquet.ParquetFile(path)
        return file.schema_arrow, file.iter_batches(batch_size=_BATCH)
    with path.open("rb") as head:
        if head.read(len(_ARROW_FILE)) == _ARROW_FILE:
            table = pyarrow.ipc.open_file(path)
            return table.schema, (table.get_batch(index) for index in range(table.num_record_batches))
    reader = pyarrow.ipc.open_stream(path)
    return reader.schema, iter(reader)


def _check_columns(path: Path, schema: "pyarrow.Schema", columns: Sequence[SourceColumn]) -> None:
    for column in columns:
        if column.name not in schema.names:
            if column.required:
                problem = (
                    f"the column {column.name} is missing; it has {quote_value(', '.join(schema.names))}"
                )
                raise BadInput(path, "", problem, _FIX)
        elif not _has_type(schema.field(column.name).type, column.kind):
            problem = (
                f"the column {column.name} has the type {quote_value(str(schema.field(column.name).type))}"
            )
            raise BadInput(path, "", problem, f"store {_TYPE_WORDS[column.kind]} in it")


_TYPE_WORDS = {
    "text": "text",
    "picture": "pictures, as struct<bytes: binary, path: string>",
    "lists": "lists of texts by name",
}


def _has_type(kind: "pyarrow.DataType", wanted: str) -> bool:
    from pyarrow import types

    if wanted == "text":
        return bool(types.is_string(kind) or types.is_large_string(kind))
    if not types.is_struct(kind):
        return False
    fields = [kind.field(index) for index in range(kind.num_fields)]
    if wanted == "lists":
        return all(types.is_list(field.type) and types.is_string(field.type.value_type) for field in fields)
    return any(field.name == "bytes" and types.is_binary(field.type) for field in fields)


def _value(value: Any, column: SourceColumn, path: Path, number: int) -> object:
    if column.kind == "picture":
        value = None if value is None else value["bytes"]
    elif column.kind == "lists":
        # Sorted, because the order of fields depends on the program that wrote the file.
        value = {name: texts or [] for name, texts in sorted((value or {}).items())}
        if any(text is None for text in itertools.chain(*value.values())):
            value = None
    elif value is None and not column.required:
        value = ""
    if value is None or (column.required and column.kind == "text" and not value):
        raise BadInput(path, f"row {number}: {column.name}", "is empty", _FIX)
    return value
