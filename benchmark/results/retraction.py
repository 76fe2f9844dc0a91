"""Retractions: files that withdraw a row, with the date and the reason.

The row itself is kept, and leaderboards of earlier days still show it. A retraction is final; judging the
completions again with a newer version gives a new row.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator, Field

from benchmark.files.edge import Name, OneLine, Slug, validate_record
from benchmark.files.wording import refusal
from benchmark.results.branch_record import BranchRecord, Digest, Moment, read_record
from benchmark.results.row import Row

FOLDER = "retractions"  #: name of the folder, next to those of the suites
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
        return f"{FOLDER}/{self.row}.json"

    def holds(self, as_of: str | None) -> bool:
        """Whether the row was already withdrawn at ``as_of``; None means now."""
        return as_of is None or self.date <= as_of


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
    paths = sorted((directory / FOLDER).glob("*.json"))
    return {path.stem: read_record(Retraction, path, directory) for path in paths}
