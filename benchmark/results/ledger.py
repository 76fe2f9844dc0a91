"""Ledgers: folders of rows, ``DIR/<suite>/<dataset>/<slug>/<id>.json``, to which rows are only added."""

import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

from benchmark.core.errors import BadInput
from benchmark.core.install import demo_command
from benchmark.core.slug import DRY_RUN, is_slug
from benchmark.files import bounded, strict_json
from benchmark.files.atomic import write_atomic
from benchmark.files.edge import validate_record
from benchmark.results.layout import DRY_BRANCH, README, README_TEXT, ROWS, is_row_name
from benchmark.results.retraction import WithdrawnRow, read_retractions
from benchmark.results.row import Row, row_age, row_id


def check_rows_folder(rows: Path, fix: str = "") -> None:
    """Check that there is a folder of rows, which may be empty.

    A results branch without rows has no folder of rows yet. Any other missing folder is a mistake: if it
    counted as "no rows", everything would be generated again.

    Raises:
        BadInput: if it does not exist, and is not that of a checkout of such a branch.
    """
    if not rows.is_dir() and not (rows.name == ROWS and _is_results_branch(rows.parent)):
        default = f"name a folder with --rows, such as build/demo/rows after {demo_command()}"
        raise BadInput(rows, "", "is not a folder of rows", fix or default)


def _is_results_branch(folder: Path) -> bool:
    try:
        text = bounded.read_bytes(folder / README, bounded.MIB).decode("utf-8", "replace")
    except BadInput:
        return False
    return text.partition("\n")[0] == README_TEXT.partition("\n")[0]


def row_path(directory: Path, row: Row) -> Path:
    """Return the path of a row in a ledger."""
    result = row.result
    return directory / result.suite / result.dataset / result.submission.slug / f"{row.id}.json"


def ledger_of(path: Path, row: Row) -> Path | None:
    """Return the ledger that contains a row's file; None if the file is not at its path in a ledger."""
    above = path.absolute().parents
    depth = len(row_path(Path(), row).parts)
    folder = above[depth - 1] if len(above) >= depth else None
    return folder if folder is not None and row_path(folder, row) == path.absolute() else None


def write_row(directory: Path, row: Row) -> Path:
    """Add a row and return its path; if it exists already, change nothing.

    Raises:
        BadInput: if the existing file is not a valid row with this id.
    """
    path = row_path(directory, row)
    if path.exists():
        read_row(path)  # an unreadable row is an error, never overwritten
        return path
    write_atomic(path, row_bytes(row))
    return path


def row_bytes(row: Row) -> bytes:
    """Return the bytes of a row's file."""
    return (row.model_dump_json(by_alias=True, indent=1) + "\n").encode()


def read_row(path: Path) -> Row:
    """Read a row, and check its schema and its id.

    Raises:
        BadInput: if it is not valid; the message names file, field and problem.
    """
    return parse_row(bounded.read_bytes(path), path)


def parse_row(data: bytes, path: Path) -> Row:
    """Parse and check a row's bytes, as :func:`read_row` does for the file at ``path``."""
    document = strict_json.loads(data, path)
    if isinstance(document, dict) and not {"schema", "result", "run"} & set(document):
        fix = "name a file <suite>/<dataset>/<slug>/<id>.json of a folder of rows"
        raise BadInput(path, "", "is not a row: it has neither schema, result nor run", fix)
    row = validate_record(Row, document, path)
    if row_id(row.result) != row.id:
        raise BadInput(
            path,
            "id",
            f"{row.id} is not the digest of the row's result",
            "restore the row: rows must not be edited",
        )
    if path.stem != row.id:
        raise BadInput(path, "", "the file's name is not the row's id", f"rename it to {row.id}.json")
    return row


def row_files(directory: Path, slugs: Iterable[str] | None = None) -> Iterator[Path]:
    """Yield the files of all rows of a folder, including withdrawn ones; ``slugs=None`` means all."""
    folders = ["*"] if slugs is None else sorted({slug for slug in slugs if is_slug(slug)})
    paths = sorted(path for folder in folders for path in directory.glob(f"*/*/{folder}/*.json"))
    yield from (path for path in paths if is_row_name(path.name))


def read_rows(directory: Path) -> tuple[Row, ...]:
    """Read the rows of a folder that are not withdrawn, oldest first; none if the folder does not exist.

    Raises:
        BadInput: if a row or a retraction is not valid, or a row is at a wrong path; the message names the
            first such file.
    """
    gone = withdrawn_ids(directory)
    rows = [read_row_in_place(directory, path) for path in row_files(directory)]
    return tuple(sorted((row for row in rows if row.id not in gone), key=row_age))


def read_withdrawn(directory: Path, as_of: str | None = None) -> tuple[WithdrawnRow, ...]:
    """Read the rows that were withdrawn at that instant (None means now), oldest first; see ``read_rows``."""
    retractions = read_retractions(directory)
    named = ((path, retractions.get(path.stem)) for path in row_files(directory))
    found = [
        WithdrawnRow(read_row_in_place(directory, path), retraction)
        for path, retraction in named
        if retraction is not None and retraction.holds(as_of)
    ]
    return tuple(sorted(found, key=lambda withdrawn: row_age(withdrawn.row)))


def withdrawn_ids(directory: Path, as_of: str | None = None) -> frozenset[str]:
    """Return the ids of the rows that were withdrawn at that instant; None means now.

    Raises:
        BadInput: if a retraction is not valid.
    """
    retractions = read_retractions(directory)
    return frozenset(row for row, retraction in retractions.items() if retraction.holds(as_of))


def read_row_in_place(directory: Path, path: Path) -> Row:
    """Read a row of a ledger, and check its path.

    Raises:
        BadInput: for the reasons of :func:`read_row`, or if the path is not that of the row.
    """
    row = read_row(path)
    check_place(directory, path, row)
    return row


def check_place(directory: Path, path: Path, row: Row) -> None:
    """Check that a row is at its path in the ledger, and that no dry run made it.

    Raises:
        BadInput: if it is not, or a dry run did.
    """
    if row.result.submission.slug == DRY_RUN:
        fix = "remove it: restore the branch from a clone without this file"
        raise BadInput(path, "", f"is the row of a dry run, which belongs on the branch {DRY_BRANCH}", fix)
    if path != row_path(directory, row):
        fix = f"move it to {row_path(directory, row)}, or remove the copy"
        raise BadInput(path, "", "is in the folder of another suite, data set or submission", fix)


def copy_rows(source: Path, target: Path) -> tuple[Row, ...]:
    """Copy the rows of a folder with their files to another one, and return them.

    The folder of a submission replaces the one that is there, with all its rows. A missing source has none.

    Raises:
        BadInput: if a row is not valid.
    """
    found = []
    for path in row_files(source) if source.is_dir() else ():
        row = read_row_in_place(source, path)
        folder = target / path.parent.relative_to(source)
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(path.parent, folder)
        found.append(row)
    return tuple(found)
