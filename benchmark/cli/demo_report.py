"""The JSON that `sightbench demo --json` prints.

History of the format:
    sightbench/demo/1: first version.
"""

from typing import Literal

from pydantic import Field

from benchmark.core.verdict import Status
from benchmark.files.edge import Record
from benchmark.results.row import RowScore


class JudgedSubmission(Record):
    """A bundled submission, judged on one data set."""

    suite: str
    dataset: str
    submission: str = Field(description="slug of the submission")
    score: RowScore = Field(description="score by the metric that ranks the data set")
    expected: float | None = Field(description="the value that it must have; null if any value is possible")
    outcomes: dict[Status, int] = Field(description="samples by status")


class RecordedRow(Record):
    """A row that was judged before, and is shown with the others."""

    row: str = Field(description="id of the row")
    suite: str
    dataset: str
    submission: str = Field(description="slug of the submission")
    started: str = Field(description="when it was judged, UTC")
    judge: int = Field(description="version of the judge")
    score: RowScore | None = Field(description="score by the metric that ranks the data set; null if none")


class DemoReport(Record):
    """What the demo judged and wrote."""

    schema_: Literal["sightbench/demo/1"] = Field(default="sightbench/demo/1", alias="schema")
    passed: bool = Field(description="whether all submissions have the expected values; if not, exit code 1")
    problems: list[str] = Field(description="one sentence per value that is not as expected")
    judged: list[JudgedSubmission]
    recorded: list[RecordedRow]
    rows: str = Field(description="folder of the rows")
    site: str | None = Field(description="first page of the site; null if it was not built")
