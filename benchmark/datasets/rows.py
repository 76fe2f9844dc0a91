"""Rows of parquet and Arrow files, with their columns checked before anything else."""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmark.core.digest import digest_lines, sha256_hex
from benchmark.core.errors import BadInput, shown
from benchmark.datasets.official import Row, SourceColumn
from benchmark.files.bounded import MIB

if TYPE_CHECKING:
    import pyarrow

_SIZE_LIMIT = 512 * MIB  #: of a file
_ROWS_LIMIT = 20_000
_BATCH = 16  #: rows that are decoded at a time
_OTHERS = "is this the data set that you mean?"


def read_rows(paths: Sequence[Path], columns: Sequence[SourceColumn]) -> list[Row]:
    """All rows of all files, in their order.

    A text that a row leaves out is refused where the column is required, and empty elsewhere.

    Raises:
        BadInput: for what is no such file, a column that is missing or holds something else, a row without a
            value, and too much of it.
    """
    found: list[Row] = []
    for path in paths:
        for number, row in enumerate(_raw(path, columns), 1):
            found.append({one.name: _value(row.get(one.name), one, path, number) for one in columns})
            if len(found) > _ROWS_LIMIT:
                raise BadInput(path, "", f"holds over {_ROWS_LIMIT} rows", _OTHERS)
    return found


def content_digest(rows: Sequence[Row], key: str) -> str:
    """SHA-256 over the rows in the order of ``key``, pictures by their bytes, whichever files hold them."""
    plain = (
        {
            name: {"sha256": sha256_hex(value)} if isinstance(value, bytes) else value
            for name, value in row.items()
        }
        for row in sorted(rows, key=lambda row: str(row[key]))
    )
    return digest_lines(plain)


def _raw(path: Path, columns: Sequence[SourceColumn]) -> Iterator[Mapping[str, Any]]:
    import pyarrow

    if path.stat().st_size > _SIZE_LIMIT:
        raise BadInput(path, "", f"is larger than {_SIZE_LIMIT // MIB} MiB", _OTHERS)
    try:
        schema, batches = _opened(path)
        _check_columns(path, schema, columns)
        names = [one.name for one in columns if one.name in schema.names]
        for batch in batches:
            # The hub's library leaves its own notes in the schema; only the values are read.
            part = batch.select(names)
            for start in range(0, part.num_rows, _BATCH):
                yield from part.slice(start, _BATCH).to_pylist()
    except (pyarrow.ArrowException, OSError, UnicodeDecodeError) as error:
        reason = str(error).strip().splitlines()[:1]
        raise BadInput(path, "", f"cannot be read: {shown(''.join(reason))}", "fetch it again") from None


def _opened(path: Path) -> "tuple[pyarrow.Schema, Iterator[pyarrow.RecordBatch]]":
    import pyarrow.ipc
    import pyarrow.parquet

    if path.suffix == ".parquet":
        file = pyarrow.parquet.ParquetFile(path)
        return file.schema_arrow, file.iter_batches(batch_size=_BATCH)
    reader = pyarrow.ipc.open_stream(path)
    return reader.schema, iter(reader)


def _check_columns(path: Path, schema: "pyarrow.Schema", columns: Sequence[SourceColumn]) -> None:
    for one in columns:
        if one.name not in schema.names:
            if one.required:
                problem = f"the column {one.name} is missing; it has {shown(', '.join(schema.names))}"
                raise BadInput(path, "", problem, _OTHERS)
        elif not _is(schema.field(one.name).type, one.kind):
            problem = f"the column {one.name} holds {shown(str(schema.field(one.name).type))}"
            raise BadInput(path, "", problem, f"it must hold {_WORDS[one.kind]}")


_WORDS = {
    "text": "text",
    "picture": "pictures, as struct<bytes: binary, path: string>",
    "lists": "lists of texts by name",
}


def _is(kind: "pyarrow.DataType", wanted: str) -> bool:
    from pyarrow import types

    if wanted == "text":
        return bool(types.is_string(kind) or types.is_large_string(kind))
    if not types.is_struct(kind):
        return False
    fields = [kind.field(index) for index in range(kind.num_fields)]
    if wanted == "lists":
        return all(types.is_list(one.type) and types.is_string(one.type.value_type) for one in fields)
    return any(one.name == "bytes" and types.is_binary(one.type) for one in fields)


def _value(value: Any, column: SourceColumn, path: Path, number: int) -> object:
    if column.kind == "picture":
        value = None if value is None else value["bytes"]
    elif column.kind == "lists":
        value = {name: texts or [] for name, texts in sorted((value or {}).items())}
        if any(text is None for text in itertools.chain(*value.values())):
            value = None
    elif value is None and not column.required:
        value = ""
    if value is None or (column.required and column.kind == "text" and not value):
        raise BadInput(path, f"row {number}: {column.name}", "is empty", _OTHERS)
    return value
