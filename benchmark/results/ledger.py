"""Rows on disk: ``DIR/<suite>/<dataset>/<slug>/<id>.json``, added to and never changed."""

from pathlib import Path

from benchmark.core.errors import BadInput
from benchmark.files import bounded, strict_json
from benchmark.files.atomic import write_atomic
from benchmark.files.edge import validated
from benchmark.results.row import Row, row_id


def row_path(directory: Path, row: Row) -> Path:
    """Where a row stands in a ledger."""
    result = row.result
    return directory / result.suite / result.dataset / result.submission.slug / f"{row.id}.json"


def write_row(directory: Path, row: Row) -> Path:
    """Add a row; adding one that is there already changes nothing.

    Raises:
        BadInput: when another content stands under the row's id.
    """
    path = row_path(directory, row)
    if path.exists():
        read_row(path)  # an unreadable row is an error, never overwritten
        return path
    write_atomic(path, row_bytes(row))
    return path


def row_bytes(row: Row) -> bytes:
    """A row as it stands in its file."""
    return (row.model_dump_json(by_alias=True, indent=1) + "\n").encode()


def read_row(path: Path) -> Row:
    """Read one row and check it against its schema and its id.

    Raises:
        BadInput: names the row, the field and what is wrong with it.
    """
    row = validated(Row, strict_json.loads(bounded.read_bytes(path), path), path)
    if row_id(row.result) != row.id:
        raise BadInput(
            path,
            "id",
            f"{row.id} is not the digest of the row's result",
            "restore the row: rows are never edited",
        )
    if path.stem != row.id:
        raise BadInput(path, "", "the file's name is not the row's id", f"rename it to {row.id}.json")
    return row


def read_rows(directory: Path) -> tuple[Row, ...]:
    """All rows below a folder, oldest first; an absent folder has none.

    Raises:
        BadInput: names the first row that is unreadable or stands in another row's place.
    """
    rows = [read_row_in_place(directory, path) for path in sorted(directory.glob("*/*/*/*.json"))]
    return tuple(sorted(rows, key=lambda row: (row.run.started, row.id)))


def read_row_in_place(directory: Path, path: Path) -> Row:
    """Read one row of a ledger.

    Raises:
        BadInput: as :func:`read_row`, and when it stands in another row's place.
    """
    row = read_row(path)
    check_place(directory, path, row)
    return row


def check_place(directory: Path, path: Path, row: Row) -> None:
    """Check that a row stands where a ledger has it.

    Raises:
        BadInput: when it does not.
    """
    if path != row_path(directory, row):
        fix = f"move it to {row_path(directory, row)}, or remove the copy"
        raise BadInput(path, "", "stands under another suite, data set or slug than its own", fix)
