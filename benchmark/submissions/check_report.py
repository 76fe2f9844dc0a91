"""The JSON that `sightbench submit check --json` prints."""

from typing import Literal

from pydantic import Field

from benchmark.files.edge import Record


class ValidSubmission(Record):
    """A submission without problems."""

    path: str = Field(description="its folder, or its submission.yaml, as it was given")
    slug: str
    runs: int = Field(description="number of its runs")
    fresh_datasets: list[str] = Field(
        description="fresh data sets, which can only be judged where they were built, not by CI"
    )


class SubmissionProblem(Record):
    """A problem of a submission."""

    file: str
    place: str = Field(description="line and field, such as `line 4: name`; empty for the whole file")
    problem: str
    fix: str = Field(description="what to do instead; may be empty")


class SubmissionCheck(Record):
    """The result of a check of submissions."""

    schema_: Literal["sightbench/submission-check/1"] = Field(
        default="sightbench/submission-check/1", alias="schema"
    )
    passed: bool = Field(description="whether every submission is valid; if not, the exit code is 2")
    submissions: list[ValidSubmission]
    problems: list[SubmissionProblem]
