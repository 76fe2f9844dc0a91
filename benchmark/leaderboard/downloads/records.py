"""The schemas of what can be downloaded: a line of each kind, and the JSON file around such lines.

The columns of CSV and Parquet are the fields of a line, in their order and under their names.

History of the formats:
    sightbench/download-table/1, sightbench/download-scores/1, sightbench/download-rows/1: first versions.
"""

from typing import Annotated, Literal

from pydantic import Field

from benchmark.files.edge import Count, Record
from benchmark.results.row import Trust

#: Of rows, places and scores: that of the repository they come from.
LICENCE = "Apache-2.0"

_Day = Annotated[str, Field(description="when it was judged, UTC")]
_Id = Annotated[str, Field(description="id of the row")]


class PlaceRecord(Record):
    """A model's line of a table: the newest of its rows that may stand there."""

    suite: str
    dataset: str
    setting: str
    protocol: str
    prompt: str = Field(description="empty when not recorded")
    extraction: str
    tasks_digest: str = Field(description="of the task set; lines of two task sets are not compared")
    slug: str
    name: str
    organisation: str
    weights: str = Field(description="open, closed, or empty when not known")
    reasoning: bool | None
    parameters_b: float | None = Field(description="billions")
    baseline: bool = Field(description="true for a line that checks the benchmark itself; it has no place")
    trust: Trust
    place_first: int | None = Field(description="best place that the comparison of all pairs leaves open")
    place_last: int | None = Field(description="worst such place")
    pass_1: float | None = Field(
        description="share of tasks solved, 0 to 1; so are low, high, worst and best"
    )
    low: float | None = Field(description="95 % interval")
    high: float | None
    tasks: Count | None = Field(description="that the score is over")
    samples: Count | None
    missing: Count | None = Field(description="samples without a verdict")
    worst: float | None = Field(description="if every missing sample had failed")
    best: float | None = Field(description="if every missing sample had passed")
    cost_usd: float | None = Field(
        description="of all completions; null when not recorded, as the next three"
    )
    tokens_in: int | None
    tokens_out: int | None
    seconds: float | None = Field(description="median for an answer")
    judged: _Day
    row: _Id


class ScoreRecord(Record):
    """A score of a row that counts."""

    row: _Id
    suite: str
    dataset: str
    setting: str
    protocol: str
    prompt: str
    slug: str
    newest: bool = Field(description="whether the row stands in its table; false for one that was followed")
    trust: Trust
    metric: str
    category: str = Field(description="empty for all tasks")
    scale: str = Field(description="fraction, or the range of points")
    value: float
    low: float
    high: float
    tasks: Count
    samples: Count
    missing: Count
    worst: float | None
    best: float | None


class RowLine(Record):
    """A row on record, withdrawn ones included."""

    row: _Id
    path: str = Field(description="of its file below the folder of rows")
    suite: str
    dataset: str
    setting: str
    protocol: str
    prompt: str
    prompt_digest: str
    extraction: str
    slug: str
    name: str
    organisation: str
    trust: Trust
    newest: bool = Field(description="whether it stands in its table")
    withdrawn: str = Field(description="since when it does not count, UTC; empty for a row that counts")
    reason: str = Field(description="why it was withdrawn")
    tasks: Count
    tasks_digest: str
    completions: Count
    draws: Count = Field(description="samples a task")
    completions_digest: str
    passed: Count = Field(description="samples")
    missing: Count = Field(description="samples without a verdict")
    suite_version: int
    judge_version: int
    judged: _Day
    seconds: float = Field(description="wall time of judging")
    cpu_seconds: float = Field(description="inside the sandbox")
    commit: str = Field(description="of the code that judged, where known")
    cost_usd: float | None
    tokens_in: int | None
    tokens_out: int | None


class _Download(Record):
    title: str
    address: str = Field(description="where this file stands; relative where the site's address is not known")
    as_of: str = Field(description="when the newest row was judged, UTC; empty without rows")
    licence: str = LICENCE


class TableFile(_Download):
    """Tables, best score first; several where the file is of a whole suite."""

    schema_: Literal["sightbench/download-table/1"] = Field(
        default="sightbench/download-table/1", alias="schema"
    )
    rows: list[PlaceRecord]


class ScoresFile(_Download):
    """All scores of a suite, oldest row first."""

    schema_: Literal["sightbench/download-scores/1"] = Field(
        default="sightbench/download-scores/1", alias="schema"
    )
    rows: list[ScoreRecord]


class RowsFile(_Download):
    """All rows on record, oldest first."""

    schema_: Literal["sightbench/download-rows/1"] = Field(
        default="sightbench/download-rows/1", alias="schema"
    )
    rows: list[RowLine]
