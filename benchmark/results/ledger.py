"""Rows on disk: ``DIR/<suite>/<dataset>/<slug>/<id>.json``, added to and never changed."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from benchmark.core.errors import BadInput
from benchmark.core.slug import is_slug
from benchmark.files import bounded, strict_json
from benchmark.files.atomic import write_atomic
from benchmark.files.edge import validate_record
from benchmark.results.retraction import WithdrawnRow, read_retractions
from benchmark.results.row import Row, RowFile, row_id


def row_path(directory: Path, row: Row) -> Path:
    """Where a row stands in a ledger."""
    result = row.result
    return row_place(directory, result.suite, result.dataset, result.submission.slug, row.id)


def row_place(directory: Path, suite: str, dataset: str, slug: str, identifier: str) -> Path:
    """Where a row stands that is known by its names."""
    return directory / suite / dataset / slug / f"{identifier}.json"


def beside_path(directory: Path, row: Row, file: RowFile) -> Path:
    """Where a file of a row stands, if it is small enough to stand beside it."""
    return row_path(directory, row).with_name(file.name)


def ledger_of(path: Path, row: Row) -> Path | None:
    """The folder of rows in which a row's file stands in its place; None for a file anywhere else."""
    above = path.absolute().parents
    depth = len(row_path(Path(), row).parts)
    folder = above[depth - 1] if len(above) >= depth else None
    return folder if folder is not None and row_path(folder, row) == path.absolute() else None


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
    return parse_row(bounded.read_bytes(path), path)


def parse_row(data: bytes, path: Path) -> Row:
    """The same of bytes that stand, or would stand, at ``path``."""
    row = validate_record(Row, strict_json.loads(data, path), path)
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


def row_files(directory: Path, slugs: Iterable[str] | None = None) -> Iterator[Path]:
    """The files of all rows below a folder, withdrawn ones included; None stands for all slugs."""
    folders = ["*"] if slugs is None else sorted({slug for slug in slugs if is_slug(slug)})
    yield from sorted(path for folder in folders for path in directory.glob(f"*/*/{folder}/*.json"))


def read_rows(directory: Path, as_of: str | None = None) -> tuple[Row, ...]:
    """The rows below a folder that count, oldest first; an absent folder has none.

    Args:
        directory: of the rows.
        as_of: rows that were withdrawn later than at this instant count, too; None stands for now.

    Raises:
        BadInput: names the first row that is unreadable or stands in another row's place, and the first
            retraction that is unreadable.
    """
    gone = withdrawn_ids(directory, as_of)
    rows = [read_row_in_place(directory, path) for path in row_files(directory)]
    return tuple(sorted((row for row in rows if row.id not in gone), key=_age))


def read_withdrawn(directory: Path, as_of: str | None = None) -> tuple[WithdrawnRow, ...]:
    """The other rows, each with what withdrew it, oldest first; arguments and errors as in ``read_rows``."""
    places = {
        row_place(directory, one.suite, one.dataset, one.slug, one.row): one
        for one in read_retractions(directory).values()
        if one.holds(as_of)
    }
    found = [
        WithdrawnRow(read_row_in_place(directory, path), one) for path, one in places.items() if path.exists()
    ]
    return tuple(sorted(found, key=lambda one: _age(one.row)))


def withdrawn_ids(directory: Path, as_of: str | None = None) -> frozenset[str]:
    """Ids of the rows that did not count any more at that instant.

    Raises:
        BadInput: for an unreadable retraction.
    """
    return frozenset(row for row, one in read_retractions(directory).items() if one.holds(as_of))


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


def _age(row: Row) -> tuple[str, str]:
    return row.run.started, row.id
