"""Retractions: files that withdraw a row, with the date and the reason.

The row itself is kept, and leaderboards of earlier days still show it. A retraction is final; judging the
completions again with a newer version gives a new row.
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
from benchmark.files.edge import Name, OneLine, Record, Slug, validate_record
from benchmark.files.wording import refusal
from benchmark.results.layout import RECORD_LIMIT
from benchmark.results.row import Digest, Row

FOLDER = "retractions"  #: name of the folder, next to those of the suites
_REASON_LENGTH = 1000  #: maximum characters of a reason


def _check_https(value: str) -> str:
    if value and (not value.startswith("https://") or not value.isascii() or not value.isprintable()):
        raise refusal("must be a complete https address", "give the address of the issue, for example")
    return value


class Retraction(Record):
    """A file that withdraws one row."""

    schema_: Literal["sightbench/retraction/1"] = Field(default="sightbench/retraction/1", alias="schema")
    row: Digest = Field(description="id of the row that is withdrawn")
    suite: Slug = Field(description="suite of the row")
    dataset: Slug = Field(description="data set of the row")
    slug: Slug = Field(description="submission of the row")
    reason: Annotated[
        OneLine, Field(max_length=_REASON_LENGTH, description="the reason, for readers of the leaderboard")
    ]
    date: str = Field(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$", description="date of the retraction, UTC")
    by: Name = Field(description="who decided the retraction")
    link: Annotated[str, Field(max_length=500), AfterValidator(_check_https)] = Field(
        default="", description="https address of the discussion"
    )

    def holds(self, as_of: str | None) -> bool:
        """Whether the row was already withdrawn at ``as_of``; None means now."""
        return as_of is None or self.date <= as_of


@dataclass(frozen=True, slots=True)
class WithdrawnRow:
    """A withdrawn row, with its retraction."""

    row: Row
    retraction: Retraction


def retraction_of(row: Row, *, named: object, **words: str) -> Retraction:
    """Create the retraction of a row.

    Args:
        row: the row to withdraw.
        named: option or file that the values are from, for messages.
        words: reason, date, by and perhaps link, as in :class:`Retraction`.

    Raises:
        BadInput: if a field does not match the schema.
    """
    result = row.result
    place = {"suite": result.suite, "dataset": result.dataset, "slug": result.submission.slug}
    return validate_record(Retraction, {"row": row.id, **place, **words}, named)


def write_retraction(directory: Path, retraction: Retraction) -> Path | None:
    """Write a retraction and return its path; None if the row was already withdrawn, which changes nothing.

    Raises:
        BadInput: if there is an unreadable retraction of this row, or the file cannot be written.
    """
    path = directory / FOLDER / f"{retraction.row}.json"
    if path.exists():
        _read(path)  # an unreadable one is an error, never overwritten
        return None
    write_atomic(path, retraction.model_dump_json(by_alias=True, indent=1).encode() + b"\n")
    return path


def parse_retraction(data: bytes, path: Path) -> Retraction:
    """Parse the bytes of a retraction, and check its schema and its file name.

    Raises:
        BadInput: if it is not valid; the message names file, field and problem.
    """
    retraction = validate_record(Retraction, strict_json.loads(data, path), path)
    if path.stem != retraction.row:
        fix = f"rename it to {retraction.row}.json"
        raise BadInput(path, "row", "the file's name is not the row's id", fix)
    return retraction


def read_retractions(directory: Path) -> Mapping[str, Retraction]:
    """Read all retractions of a ledger, by the id of the row.

    The withdrawn rows need not exist, so that parts of a ledger can be read.

    Raises:
        BadInput: if a retraction is not valid; the message names the first such file.
    """
    found = map(_read, sorted((directory / FOLDER).glob("*.json")))
    return {retraction.row: retraction for retraction in found}


def _read(path: Path) -> Retraction:
    return parse_retraction(read_bytes(path, RECORD_LIMIT), path)
