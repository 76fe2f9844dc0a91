"""Ledgers: folders of rows, ``DIR/<suite>/<dataset>/<slug>/<id>.json``, to which rows are only added.

A retraction withdraws a row, with the date and the reason. The row is kept, and leaderboards of earlier days
still show it. A retraction is final; judging the completions again with a newer version gives a new row.

All readers raise BadInput for the first row or retraction that is not valid, or not at its path.
"""

import shutil
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator, Field

from benchmark.core.errors import BadInput
from benchmark.core.install import demo_command
from benchmark.core.names import is_slug
from benchmark.files import bounded
from benchmark.files.edge import Name, OneLine, Slug, validate_record
from benchmark.files.references import ReferencedAnswers
from benchmark.files.wording import refusal
from benchmark.results.branch_record import BranchRecord, Digest, Moment, read_record
from benchmark.results.layout import README, README_TEXT, RETRACTIONS, ROWS, is_row_name
from benchmark.results.row import Row, row_age

_REASON_LENGTH = 1000  #: maximum characters of a reason


def _check_https(value: str) -> str:
    if value and (not value.startswith("https://") or not value.isascii() or not value.isprintable()):
        raise refusal("must be a complete https address", "give the address of the issue, for example")
    return value


class Retraction(BranchRecord):
    """A file that withdraws one row."""

    noun: ClassVar[str] = "retraction"

    schema_: Literal["sightbench/retraction/1"] = Field(default="sightbench/retraction/1", alias="schema")
    row: Digest = Field(description="id of the row that is withdrawn")
    suite: Slug = Field(description="suite of the row")
    dataset: Slug = Field(description="data set of the row")
    slug: Slug = Field(description="submission of the row")
    reason: Annotated[
        OneLine, Field(max_length=_REASON_LENGTH, description="the reason, for readers of the leaderboard")
    ]
    date: Moment = Field(description="date of the retraction, UTC")
    by: Name = Field(description="who decided the retraction")
    link: Annotated[str, Field(max_length=500), AfterValidator(_check_https)] = Field(
        default="", description="https address of the discussion"
    )

    @property
    def place(self) -> str:
        """The path in a ledger."""
        return f"{RETRACTIONS}/{self.row}.json"


@dataclass(frozen=True, slots=True)
class WithdrawnRow:
    """A withdrawn row, with its retraction."""

    row: Row
    retraction: Retraction


def retraction_of(row: Row, *, named: object, **words: str) -> Retraction:
    """Create the retraction of a row; ``named`` says in messages where ``words`` come from."""
    result = row.result
    place = {"suite": result.suite, "dataset": result.dataset, "slug": result.submission.slug}
    return validate_record(Retraction, {"row": row.id, **place, **words}, named)


def read_retractions(directory: Path) -> Mapping[str, Retraction]:
    """Read all retractions of a ledger, by the id of the row. The row itself may be missing."""
    paths = sorted((directory / RETRACTIONS).glob("*.json"))
    return {path.stem: read_record(Retraction, path, directory) for path in paths}


def check_rows_folder(rows: Path, fix: str = "") -> None:
    """Check that there is a folder of rows, which may be empty.

    A results branch without rows has no folder of rows yet. Any other missing folder is a mistake: if it
    counted as "no rows", everything would be generated again.

    Raises:
        BadInput: if the folder does not exist, and its parent is not a checkout of a results branch.
    """
    if not rows.is_dir() and not (rows.name == ROWS and _is_results_branch(rows.parent)):
        default = f"name a folder with --rows, such as build/demo/rows after {demo_command()}"
        raise BadInput(rows, "", "is not a folder of rows", fix or default)


def _is_results_branch(folder: Path) -> bool:
    try:
        text = bounded.read_bytes(folder / README, bounded.MIB).decode("utf-8", "replace")
    except BadInput:
        return False
    # Only the heading: an older branch has the README of its day.
    return text.partition("\n")[0] == README_TEXT.partition("\n")[0]


def ledger_of(path: Path, row: Row) -> Path | None:
    """Return the ledger that contains a row's file; None if the file is not where a ledger has it."""
    above = path.absolute().parents
    depth = len(Path(row.place).parts)
    folder = above[depth - 1] if len(above) >= depth else None
    return folder if folder is not None and row.path(folder) == path.absolute() else None


def read_row(path: Path) -> Row:
    """Read a row from any folder, and check its schema, its id and the name of its file."""
    return read_record(Row, path)


def row_files(directory: Path, slugs: Iterable[str] | None = None) -> Iterator[Path]:
    """Yield the files of all rows of a folder, including withdrawn ones; ``slugs=None`` means all."""
    # Only slugs: any other text would be a pattern, and `*` or `..` would read other rows.
    folders = ["*"] if slugs is None else sorted({slug for slug in slugs if is_slug(slug)})
    paths = sorted(path for folder in folders for path in directory.glob(f"*/*/{folder}/*.json"))
    yield from (path for path in paths if is_row_name(path.name))


def check_references(directory: Path, row: Row, submitted: ReferencedAnswers) -> None:
    """Check that files without a digest in the submission have the bytes that earlier rows recorded.

    A digest in the submission was reviewed, so it decides.

    Args:
        directory: a folder of rows.
        row: the new row, which has all digests.
        submitted: the reference as the submission has it.

    Raises:
        BadInput: if an earlier row of the same submission recorded another digest of a file.
    """
    if row.run.references is None or submitted.is_pinned:
        return
    found = {file.url: file.sha256 for file in row.run.references.files}
    loose = [file.url for file in submitted.files if not file.sha256]
    for path in row_files(directory, [row.result.submission.slug]):
        earlier = read_record(Row, path, directory)
        known = () if earlier.run.references is None else earlier.run.references.files
        for file in known:
            if file.url in loose and file.sha256 != found[file.url]:
                problem = f"has SHA-256 {found[file.url]}, but row {earlier.id[:12]} recorded {file.sha256}"
                fix = "ask its publisher what changed, or write the sha256 that is right into the submission"
                raise BadInput(file.url, "", problem, fix)


def read_rows(directory: Path) -> tuple[Row, ...]:
    """Read the rows of a folder that are not withdrawn, oldest first; none if the folder does not exist."""
    gone = withdrawn_ids(directory)
    rows = [read_record(Row, path, directory) for path in row_files(directory)]
    return tuple(sorted((row for row in rows if row.id not in gone), key=row_age))


def read_withdrawn(directory: Path) -> tuple[WithdrawnRow, ...]:
    """Read the rows that were withdrawn, oldest first; see ``read_rows``."""
    retractions = read_retractions(directory)
    named = ((path, retractions.get(path.stem)) for path in row_files(directory))
    found = [
        WithdrawnRow(read_record(Row, path, directory), retraction)
        for path, retraction in named
        if retraction is not None
    ]
    return tuple(sorted(found, key=lambda withdrawn: row_age(withdrawn.row)))


def withdrawn_ids(directory: Path) -> frozenset[str]:
    """Return the ids of the rows that were withdrawn."""
    return frozenset(read_retractions(directory))


def copy_rows(source: Path, target: Path) -> tuple[Row, ...]:
    """Copy the rows of a folder with their files to another one, and return them.

    A submission's copied folder replaces the existing one with all its rows. A missing source has no rows.
    """
    found = []
    for path in row_files(source) if source.is_dir() else ():
        row = read_record(Row, path, source)
        folder = target / path.parent.relative_to(source)
        # A submission that is copied for the first time has no folder there.
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(path.parent, folder)
        found.append(row)
    return tuple(found)
