"""The JSON that `sightbench rescore --json` prints.

History of the format:
    sightbench/rescoring/1: first version.
"""

from typing import Literal

from pydantic import Field

from benchmark.files.edge import Record


class ChangedScore(Record):
    """A score over all tasks that the new version changed."""

    metric: str
    before: float
    after: float


class RescoringEntry(Record):
    """A row of an older version of the suite."""

    row: str = Field(description="id of the row")
    slug: str
    dataset: str
    new_row: str | None = Field(description="id of the new row; null if the row was not judged again")
    changed: list[ChangedScore]
    reason: str = Field(description="why the row was not judged again; empty if it was, or with --dry-run")


class RescoringReport(Record):
    """Rows of older versions of a suite, and their new rows."""

    schema_: Literal["sightbench/rescoring/1"] = Field(default="sightbench/rescoring/1", alias="schema")
    suite: str
    version: int = Field(description="version of the suite on this machine")
    dry_run: bool
    failed: int = Field(description="rows that could not be judged again; if above 0, the exit code is 1")
    rows: list[RescoringEntry]
