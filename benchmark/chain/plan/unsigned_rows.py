"""Rows on the branch ``results`` without a signature, and what judging their completions again gave.

History of the format:
    sightbench/judged-again/1: first version.
"""

import datetime
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from benchmark.files import strict_json
from benchmark.files.bounded import JSON_LIMIT, read_bytes
from benchmark.files.edge import Record, validate_record
from benchmark.results.attestation import bundle_path
from benchmark.results.heads import ci_run_of
from benchmark.results.ledger import read_row_in_place, row_files, row_path, withdrawn_ids
from benchmark.results.row import Digest, Row
from benchmark.results.status import Reason

JUDGED_FILE = "judged.json"
#: GitHub repeats the jobs of a workflow run for at most this many days after the run began.
REPEATABLE_DAYS = 30
#: Maximum rows that one job judges again; of more, they are drawn by lot, so that none waits for ever.
JUDGED_LIMIT = 50


class JudgedRow(Record):
    """What came out when the kept completions of a row were judged again."""

    id: Digest
    state: Literal["same", "refused", "failed"] = Field(
        description="same: the row has the same id again; refused: it does not, or its completions are gone;"
        " failed: it could not be judged now"
    )
    reason: Reason | None = Field(default=None, description="why the row is refused, or was not judged")


class JudgedAgain(Record):
    """The rows that a job judged again."""

    schema_: Literal["sightbench/judged-again/1"] = Field(default="sightbench/judged-again/1", alias="schema")
    rows: Annotated[list[JudgedRow], Field(max_length=JUDGED_LIMIT)]


@dataclass(frozen=True, slots=True)
class UnsignedRow:
    """A row without a signature."""

    row: Row

    @property
    def name(self) -> str:
        """The path of the row in the folder of rows."""
        return row_path(Path(), self.row).as_posix()

    def ci_run(self, address: str) -> int | None:
        """Return the id of the workflow run of a repository that the row names; None if it names none.

        Args:
            address: https address of the repository.
        """
        link, number = self.row.run.links.get("CI run", ""), ci_run_of(self.row.run.links)
        known = number.isascii() and number.isdecimal() and link == f"{address}/actions/runs/{int(number)}"
        return int(number) if known else None


def unsigned_rows(rows: Path) -> tuple[UnsignedRow, ...]:
    """Return the rows that have no signature, sorted by path.

    Withdrawn rows are left out, and so are reported ones, which are never signed.

    Raises:
        BadInput: if such a row or a retraction cannot be read.
    """
    withdrawn = withdrawn_ids(rows)
    paths = [path for path in row_files(rows) if not _has_bundle(path) and path.stem not in withdrawn]
    found = [UnsignedRow(read_row_in_place(rows, path)) for path in paths]
    return tuple(unsigned for unsigned in found if unsigned.row.run.trust != "reported")


def first_signed(rows: Path) -> str | None:
    """Return when the oldest row with a signature was judged, in UTC; None if no row has a signature.

    Raises:
        BadInput: if a row with a signature cannot be read.
    """
    paths = [path for path in row_files(rows) if _has_bundle(path)]
    return min((read_row_in_place(rows, path).run.started for path in paths), default=None)


def rows_to_judge(
    unsigned: Sequence[UnsignedRow], address: str, now: datetime.datetime
) -> tuple[UnsignedRow, ...]:
    """Return the rows whose signature could still be renewed: GitHub may repeat the run that they name.

    Args:
        unsigned: rows without a signature.
        address: https address of the repository.
        now: current time in UTC.
    """
    oldest = (now - datetime.timedelta(days=REPEATABLE_DAYS)).strftime("%Y-%m-%dT%H:%M:%SZ")
    due = [row for row in unsigned if row.row.run.started >= oldest and row.ci_run(address) is not None]
    if len(due) <= JUDGED_LIMIT:
        return tuple(due)
    return tuple(random.sample(due, JUDGED_LIMIT))


def judged_bytes(judged: JudgedAgain) -> bytes:
    """Return the bytes of the file that a judging job leaves."""
    return judged.model_dump_json(by_alias=True, indent=1).encode() + b"\n"


def read_judged(folder: Path) -> dict[str, JudgedRow]:
    """Read what a judging job left, by the id of the row.

    Raises:
        BadInput: if the file is not valid.
    """
    path = folder / JUDGED_FILE
    found = validate_record(JudgedAgain, strict_json.loads(read_bytes(path, JSON_LIMIT), path), path)
    return {judged.id: judged for judged in found.rows}


def _has_bundle(path: Path) -> bool:
    bundle = bundle_path(path)
    return bundle.exists() or bundle.is_symlink()
