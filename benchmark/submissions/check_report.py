"""The JSON that `sightbench submit check --json` prints."""

from typing import Literal

from pydantic import Field

from benchmark.files.edge import Record

#: What the check of a pull request knows and a folder does not.
ONLY_CI = (
    "who opened the pull request, and so who may change or own the folder",
    "what else the pull request changes: nothing outside its submissions, and at most a few of these",
    "what changed on the base branch, and which names removed submissions had",
    "answers that others publish, which it fetches, and the score that CI records",
)


class ValidSubmission(Record):
    """A submission without problems."""

    path: str = Field(description="its folder, or its submission.yaml, as it was given")
    slug: str
    runs: int = Field(description="number of its runs")
    fresh_datasets: list[str] = Field(
        description="fresh data sets, which can only be judged where they were built, not by CI"
    )
    commands: list[str] = Field(description="commands that score its prediction files on this machine")
    unchecked: list[str] = Field(description="what this machine cannot check, each with the fix")


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
    only_ci: list[str] = Field(
        default=list(ONLY_CI), description="rules of a pull request that only CI can check"
    )
