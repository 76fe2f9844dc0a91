"""The schemas of downloads: each kind of line, and the JSON files that contain such lines.

The columns of CSV and Parquet files have the names and the order of a line's fields.
"""

from typing import Annotated, Literal

from pydantic import Field

from benchmark.analysis.catalog import ShownTrust
from benchmark.files.edge import Count, Record
from benchmark.leaderboard.inputs.exposure import Seen

#: Licence of rows, places and scores, which is that of the repository.
LICENCE = "Apache-2.0"
LICENCE_LINK = "https://www.apache.org/licenses/LICENSE-2.0"

_Day = Annotated[str, Field(description="time at which it was judged, UTC")]
_Id = Annotated[str, Field(description="id of the row")]
_Suite = Annotated[str, Field(description="id of the suite")]
_Dataset = Annotated[str, Field(description="id of the data set")]
_Setting = Annotated[str, Field(description="id of the setting: what models get of a task")]
_Protocol = Annotated[str, Field(description="id of the protocol: tries, temperature and limit of tokens")]
_Slug = Annotated[str, Field(description="name of the submission, as in addresses of pages")]
_Name = Annotated[str, Field(description="display name of the model")]


class PlaceRecord(Record):
    """A model's line in a table: its newest row with the conditions of the table."""

    suite: _Suite
    dataset: _Dataset
    setting: _Setting
    protocol: _Protocol
    prompt: str = Field(description="empty when not recorded")
    extraction: str
    tasks_digest: str = Field(
        description="digest of the task set; lines with different ones are not comparable"
    )
    slug: _Slug
    name: _Name
    organisation: str
    weights: str = Field(description="open, closed, or empty when not known")
    reasoning: bool | None
    parameters_b: float | None = Field(description="billions of parameters; null when not known")
    baseline: bool = Field(description="true for a line that checks the benchmark itself; it has no place")
    trust: ShownTrust = Field(description="unattested if no valid signature proves how the row was made")
    place_first: int | None = Field(
        description="best place that is consistent with the comparison of all pairs"
    )
    place_last: int | None = Field(
        description="worst place that is consistent with the comparison of all pairs"
    )
    pass_1: float | None = Field(description="share of tasks solved, 0 to 1")
    metric: str = Field(description="metric that ranks the table: pass@1, or points")
    score: float | None = Field(
        description="value of the metric: a share from 0 to 1, or points from 1 to 10"
    )
    low: float | None = Field(description="lower end of the 95 % interval of the score")
    high: float | None = Field(description="upper end of the 95 % interval of the score")
    tasks: Count | None = Field(description="number of tasks in the score")
    samples: Count | None = Field(description="number of samples in the score")
    missing: Count | None = Field(description="samples without a verdict")
    worst: float | None = Field(description="the score if every missing sample had failed")
    best: float | None = Field(description="the score if every missing sample had passed")
    cost_usd: float | None = Field(description="dollars for all completions; null when not recorded")
    tokens_in: int | None = Field(description="tokens sent for all completions; null when not recorded")
    tokens_out: int | None = Field(description="tokens of all completions; null when not recorded")
    seconds: float | None = Field(description="median seconds per completion; null when not recorded")
    judged: _Day
    row: _Id
    seen: Seen = Field(
        description="how the publication of the tasks compares with the model's dates; not a finding"
    )


class ScoreRecord(Record):
    """A score of a row that counts."""

    row: _Id
    suite: _Suite
    dataset: _Dataset
    setting: _Setting
    protocol: _Protocol
    prompt: str
    slug: _Slug
    newest: bool = Field(
        description="whether the row is in its table; false if a newer row replaced it there"
    )
    trust: ShownTrust = Field(description="unattested if no valid signature proves how the row was made")
    metric: str
    category: str = Field(description="empty for all tasks")
    scale: str = Field(description="fraction, 0 to 1, or points, 1 to 10")
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
    path: str = Field(description="path of its file below the folder of rows")
    suite: _Suite
    dataset: _Dataset
    setting: _Setting
    protocol: _Protocol
    prompt: str
    prompt_digest: str
    extraction: str
    slug: _Slug
    name: _Name
    organisation: str
    trust: ShownTrust = Field(description="unattested if no valid signature proves how the row was made")
    newest: bool = Field(description="whether the row is in its table")
    withdrawn: str = Field(description="time of its withdrawal, UTC; empty for a row that counts")
    reason: str = Field(description="why it was withdrawn")
    tasks: Count
    tasks_digest: str
    completions: Count
    draws: Count = Field(description="samples per task")
    completions_digest: str
    passed: Count = Field(description="samples that passed")
    missing: Count = Field(description="samples without a verdict")
    suite_version: int
    judge_version: int
    judge_serial: str = Field(description="serial number of the judge; empty when not recorded")
    judged: _Day
    seconds: float = Field(description="wall time of judging")
    cpu_seconds: float = Field(description="CPU time of answers in the sandbox")
    commit: str = Field(description="commit of the code that judged; empty when not known")
    cost_usd: float | None
    tokens_in: int | None
    tokens_out: int | None


class VerdictRecord(Record):
    """The verdicts on the samples of one model for one task."""

    row: _Id
    suite: _Suite
    dataset: _Dataset
    setting: _Setting
    protocol: _Protocol
    prompt: str = Field(description="empty when not recorded")
    slug: _Slug
    name: _Name
    baseline: bool = Field(description="true for a line that checks the benchmark itself")
    task: str = Field(description="id of the task")
    stem: str = Field(description="problem that the task varies; tasks of one stem are not independent")
    samples: Count = Field(description="samples of the task, those without a verdict included")
    verdict: str = Field(
        description="status of all samples, missing if none has a verdict, mixed if they differ"
    )
    passed: Count | None = Field(description="samples that passed; null, not 0, if no sample has a verdict")
    wrong_answer: Count = Field(description="samples with another result than the expected one")
    runtime_error: Count = Field(description="samples whose program raised an exception or crashed")
    syntax_error: Count = Field(description="samples whose code Python cannot read")
    no_answer: Count = Field(description="samples without code to run")
    no_figure: Count = Field(description="samples that drew no figure")
    unsupported: Count = Field(
        description="samples that need a language or library that the judge does not offer"
    )
    timeout: Count = Field(description="samples that used more time than they may")
    memory_limit: Count = Field(description="samples that needed more memory than they may")
    output_limit: Count = Field(description="samples that wrote or returned more than they may")
    forbidden: Count = Field(description="samples that tried a system call that only an attack needs")
    missing: Count = Field(description="samples without a verdict, because something of ours failed")
    points: float | None = Field(description="mean points of the samples, 1 to 10; null without points")
    error_type: str = Field(
        description="type of error of the first failed sample; empty if none is recorded or it is kept back"
    )
    exception: str = Field(
        description="class of the exception of that sample; empty if none is recorded or it is kept back"
    )
    check: str = Field(
        description="first failed check of that sample, shortened; empty if the tasks may not be shown"
    )


class NightRecord(Record):
    """What one night drew for one series."""

    date: str = Field(description="UTC date on which the night's plan was made")
    slug: _Slug
    suite: _Suite
    dataset: _Dataset
    setting: _Setting
    protocol: _Protocol
    prompt: str = Field(description="empty when not recorded")
    provider: str
    model: str = Field(description="requested model id")
    resolved_models: str = Field(description="model ids that the server reported, joined by spaces")
    stage: Count
    basis: str = Field(description="digest of all that was asked; only nights with the same one are compared")
    suite_version: int
    judge_version: int
    tasks: Count
    passed: Count = Field(description="tasks whose first draw passed")
    missing: Count = Field(description="tasks whose first draw has no verdict")
    share: float | None = Field(description="passed of the judged tasks, 0 to 1; null without a verdict")
    outcome: str = Field(description="of the newest decision of this day about the series; empty without one")
    panel: str = Field(description="id of the panel")


class _Download(Record):
    title: str
    address: str = Field(description="address of this file; relative if the site's address is not known")
    as_of: str = Field(description="time at which the newest row was judged, UTC; empty without rows")
    licence: str = LICENCE


class TableFile(_Download):
    """The lines of a table, best score first, or of all tables of a suite."""

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


class VerdictsFile(_Download):
    """The verdicts of a table; published as CSV, gzipped, and as Parquet with these fields as metadata."""

    schema_: Literal["sightbench/download-verdicts/1"] = Field(
        default="sightbench/download-verdicts/1", alias="schema"
    )
    rows: list[VerdictRecord]


class NightsFile(_Download):
    """What all nights drew, oldest first."""

    schema_: Literal["sightbench/download-nights/1"] = Field(
        default="sightbench/download-nights/1", alias="schema"
    )
    rows: list[NightRecord]
