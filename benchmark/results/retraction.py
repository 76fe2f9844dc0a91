"""Withdrawn rows: a file beside the rows says since when one does not count, and why.

The row stays, and so does what followed from it: the leaderboard of a day before still has it. What is
withdrawn is withdrawn once and for good; judging its completions again under a newer version gives a new row.

History of the format:
    sightbench/retraction/1: first version.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from benchmark.core.errors import BadInput
from benchmark.files import strict_json
from benchmark.files.atomic import write_atomic
from benchmark.files.bounded import read_bytes
from benchmark.files.edge import Name, Record, Slug, validate_record
from benchmark.files.wording import refusal
from benchmark.results.row import Digest, Row

FOLDER = "retractions"  #: beside the suites; rows stand two folders deeper
RETRACTION_LIMIT = 64 * 1024  #: bytes of a file
_REASON_LENGTH = 1000  #: characters


def _https(value: str) -> str:
    if value and (not value.startswith("https://") or not value.isascii() or not value.isprintable()):
        raise refusal("must be a whole https address", "such as the address of the issue")
    return value


def _one_line(value: str) -> str:
    if not value.isprintable() or value != value.strip():
        raise refusal("must be one printable line, without spaces at its ends", "write one or two sentences")
    return value


class Retraction(Record):
    """Withdraws one row."""

    schema_: Literal["sightbench/retraction/1"] = Field(default="sightbench/retraction/1", alias="schema")
    row: Digest = Field(description="id of the row that is withdrawn")
    suite: Slug = Field(description="of the row, and so the next two")
    dataset: Slug
    slug: Slug
    reason: Annotated[str, Field(min_length=1, max_length=_REASON_LENGTH), AfterValidator(_one_line)] = Field(
        description="for the readers of the leaderboard"
    )
    date: str = Field(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$", description="since when, UTC")
    by: Name = Field(description="who decided it")
    link: Annotated[str, Field(max_length=500), AfterValidator(_https)] = Field(
        default="", description="https address of where it was discussed"
    )

    def holds(self, as_of: str | None) -> bool:
        """Whether the row was withdrawn by then; None stands for now."""
        return as_of is None or self.date <= as_of


@dataclass(frozen=True, slots=True)
class WithdrawnRow:
    """A row that does not count any more, and why."""

    row: Row
    retraction: Retraction


def retraction_path(directory: Path, row: str) -> Path:
    """Where the retraction of a row stands, if there is one."""
    return directory / FOLDER / f"{row}.json"


def retraction_of(row: Row, *, reason: str, date: str, by: str, link: str, named: object) -> Retraction:
    """What withdraws a row.

    Args:
        row: which.
        reason: one or two sentences for readers.
        date: since when, UTC, as rows write it.
        by: who decided it.
        link: https address, or nothing.
        named: option or file, for messages.

    Raises:
        BadInput: for a field that breaks the schema.
    """
    result = row.result
    given = {
        "row": row.id,
        "suite": result.suite,
        "dataset": result.dataset,
        "slug": result.submission.slug,
        "reason": reason,
        "date": date,
        "by": by,
        "link": link,
    }
    return validate_record(Retraction, given, named)


def retraction_bytes(retraction: Retraction) -> bytes:
    """A retraction as it stands in its file."""
    return retraction.model_dump_json(by_alias=True, indent=1).encode() + b"\n"


def write_retraction(directory: Path, retraction: Retraction) -> Path | None:
    """Add a retraction; None when the row is withdrawn already, and that is left as it is.

    Raises:
        BadInput: when the row is not there, or its file cannot be written.
    """
    path = retraction_path(directory, retraction.row)
    if path.exists():
        read_retraction(path)  # an unreadable one is an error, never overwritten
        return None
    _check_row(directory, retraction, path)
    write_atomic(path, retraction_bytes(retraction))
    return path


def read_retraction(path: Path) -> Retraction:
    """Read one retraction and check it against its schema and its name.

    Raises:
        BadInput: names the file, the field and what is wrong with it.
    """
    return parse_retraction(read_bytes(path, RETRACTION_LIMIT), path)


def parse_retraction(data: bytes, path: Path) -> Retraction:
    """The same of bytes that stand, or would stand, at ``path``."""
    retraction = validate_record(Retraction, strict_json.loads(data, path), path)
    if path.stem != retraction.row:
        fix = f"rename it to {retraction.row}.json"
        raise BadInput(path, "row", "the file's name is not the row's id", fix)
    return retraction


def read_retractions(directory: Path) -> Mapping[str, Retraction]:
    """All retractions of a ledger, by the id of the row.

    A part of a ledger is read as well: the row itself need not be there.

    Raises:
        BadInput: names the first one that is unreadable.
    """
    found = map(read_retraction, sorted((directory / FOLDER).glob("*.json")))
    return {retraction.row: retraction for retraction in found}


def _check_row(directory: Path, retraction: Retraction, path: Path) -> None:
    of = directory / retraction.suite / retraction.dataset / retraction.slug / f"{retraction.row}.json"
    if not of.is_file():
        raise BadInput(path, "row", f"withdraws a row that is not there: {of}", "name a row of this ledger")
