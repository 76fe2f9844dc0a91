"""The output of ``sightbench analyse right-answers --json``: tasks whose known right programs differ.

History of the format:
    sightbench/right-answers/1: first version.
"""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Literal

from pydantic import Field

from benchmark.files.edge import Record
from benchmark.pipeline.judge.right_programs import ProgramsOfTask


class OutputGroupRecord(Record):
    """Programs that give the same output for an input."""

    output: str = Field(description="at most 200 characters")
    programs: int
    expected: bool = Field(description="whether the task expects this output")


class TaskRecord(Record):
    """What the known right programs of one task do with its inputs."""

    task_id: str
    programs: int
    passing: int = Field(description="programs that give the expected output for every input")
    inputs: int
    differing: int = Field(description="inputs for which two programs give different outputs")
    without_output: int = Field(description="programs that fail on an input: an exception, or a limit")
    input: str = Field(description="the first input for which they differ, at most 200 characters; or empty")
    groups: list[OutputGroupRecord] = Field(description="groups for that input, the largest first")


class RightAnswers(Record):
    """Tasks with known right programs."""

    schema_: Literal["sightbench/right-answers/1"] = Field(
        default="sightbench/right-answers/1", alias="schema"
    )
    suite: str
    dataset: str
    differing: list[str] = Field(description="tasks whose known right programs give different outputs")
    single: list[str] = Field(description="tasks with one known right program, which cannot differ")
    tasks: list[TaskRecord]


def right_answers(suite: str, dataset: str, found: Sequence[ProgramsOfTask]) -> RightAnswers:
    """Return the report on these tasks."""
    return RightAnswers(
        suite=suite,
        dataset=dataset,
        differing=[task.task_id for task in found if task.differing],
        single=[task.task_id for task in found if task.programs == 1],
        tasks=[
            TaskRecord(**{**asdict(task), "groups": [OutputGroupRecord(**asdict(g)) for g in task.groups]})
            for task in found
        ],
    )
