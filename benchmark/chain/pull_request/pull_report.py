"""The schema of ``report.json``: the result of checking a pull request, as data that no reader has to trust.

The job that writes it runs for anybody's pull request, so its readers treat every text in it as untrusted:
this schema limits the length, and whoever shows a text escapes it. The report contains no web address and no
pull request number.
"""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from benchmark.core.errors import BadInput
from benchmark.files import strict_json
from benchmark.files.bounded import read_bytes
from benchmark.files.edge import Record, Slug, validate_record
from benchmark.files.wording import refusal

PROBLEMS_LIMIT = 200
PREVIEWS_LIMIT = 50
NOTES_LIMIT = 100
LINE_CHARACTERS = 500
REPORT_LIMIT = 1 << 20  #: maximum bytes of the file


def _check_one_line(value: str) -> str:
    if not value.isprintable():
        raise refusal("must be printable and on one line", "remove control characters", show=False)
    return value


Word = Annotated[str, Field(max_length=100), AfterValidator(_check_one_line)]
Line = Annotated[str, Field(max_length=LINE_CHARACTERS), AfterValidator(_check_one_line)]
Scored = Annotated[float, Field(ge=0, le=10, description="on the scale of the preview")]
Difference = Annotated[float, Field(ge=-9, le=9, description="on the scale of the preview")]
Number = Annotated[int, Field(ge=0, le=100_000_000)]
Place = Annotated[int, Field(ge=1, le=1_000_000)]
Commit = Annotated[str, Field(pattern=r"^[0-9a-f]{40}$")]


class ReportProblem(Record):
    """One problem that the check found in the pull request."""

    file: Line
    line: Annotated[int, Field(ge=1, le=100_000_000)] | None = None
    field: Line = ""
    problem: Line
    fix: Line = ""


class NamedRun(Record):
    """The names that identify a run in a report."""

    slug: Slug
    suite: Slug
    dataset: Slug
    setting: Word
    protocol: Word


class ReportedScore(Record):
    """The score of one model, with its interval."""

    name: Word
    value: Scored
    low: Scored
    high: Scored


class PreviewLine(ReportedScore):
    """A line of the leaderboard table near the submission."""

    first: Place
    last: Place
    this: bool = False


class NeighbourGap(Record):
    """The score of the submission minus that of a neighbour in the table, on the same tasks."""

    name: Word
    difference: Difference
    low: Difference
    high: Difference
    real: bool = Field(description="whether the difference is real, adjusted for all pairs of the table")
    sure: bool = Field(
        default=True, description="whether the difference stays real, whatever the missing samples may be"
    )


class SubsetScore(ReportedScore):
    """The score on a subset of the tasks."""

    tasks: Number
    passed: Number | None = Field(description="number of passed tasks; null if a task has several samples")


class Preview(NamedRun, SubsetScore):
    """The unverified score of a run. It is judged again after the merge, and only that row counts."""

    predictions: str = Field(
        max_length=200,
        pattern=r"^([A-Za-z0-9_][A-Za-z0-9_.+/-]*)?$",
        description="its prediction file; empty for answers by reference",
    )
    scale: Literal["fraction", "points"] = Field(
        default="fraction", description="fraction, 0 to 1, or points, 1 to 10"
    )
    draws: Number
    missing: Number
    worst: Scored | None = Field(default=None, description="the score if every missing sample had failed")
    best: Scored | None = Field(default=None, description="the score if every missing sample had passed")
    subsets: Annotated[list[SubsetScore], Field(max_length=20)] = Field(default_factory=list)
    standings: Annotated[list[PreviewLine], Field(max_length=10)] = Field(
        default_factory=list, description="best first; empty if there is nothing to compare with"
    )
    against: Annotated[list[NeighbourGap], Field(max_length=4)] = Field(default_factory=list)
    models: Number = Field(default=0, description="models in the table, this one included")
    outcomes: Annotated[dict[Word, Number], Field(max_length=30)] = Field(
        default_factory=dict, description="number of samples with each status"
    )


class DeferredRun(NamedRun):
    """A run that is not judged before the merge, and the reason."""

    why: Line


class PullReport(Record):
    """The result of checking a pull request: the file ``report.json``."""

    schema_: Literal["sightbench/pull-report/1"] = Field(default="sightbench/pull-report/1", alias="schema")
    outcome: Literal["judged", "refused", "none", "failed"] = Field(
        description="none: no submission is changed; failed: the check itself failed, not the submission"
    )
    base: Commit
    head: Commit
    problems: Annotated[list[ReportProblem], Field(max_length=PROBLEMS_LIMIT)] = Field(default_factory=list)
    more_problems: Number = 0
    previews: Annotated[list[Preview], Field(max_length=PREVIEWS_LIMIT)] = Field(default_factory=list)
    later: Annotated[list[DeferredRun], Field(max_length=1000)] = Field(default_factory=list)
    notes: Annotated[list[Line], Field(max_length=NOTES_LIMIT)] = Field(default_factory=list)
    seconds: Annotated[float, Field(ge=0, description="time that the check took")] = 0.0


def dump_report(report: PullReport) -> bytes:
    """Return the bytes of the report's file."""
    return (report.model_dump_json(by_alias=True, indent=1) + "\n").encode()


def read_report(path: Path) -> PullReport:
    """Read a report that an untrusted job wrote; BadInput if the bytes, whatever they are, are not one."""
    if path.is_symlink():  # the job that made the artifact chose the target of the link
        raise BadInput(path, "", "is a symbolic link", "download the run's artifact again")
    data = read_bytes(path, REPORT_LIMIT)
    return validate_record(PullReport, strict_json.loads(data, path), path)
