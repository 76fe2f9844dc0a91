"""Wrong answers that solve another problem, for `sightbench analyse memory`."""

from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from benchmark.files.edge import Record
from benchmark.pipeline.replicate.memory import Kind, SolvedOther
from benchmark.scoring.intervals import clustered_wilson

_DECIMALS = 6
_KINDS: tuple[Kind, ...] = ("twin", "mutation", "source")


class SolvedProblem(Record):
    """Another problem that a wrong answer solves."""

    kind: Kind
    task: str


class SolvedAnswer(Record):
    """A wrong answer that solves other problems."""

    task: str
    draw: int
    solves: list[SolvedProblem]


class MemoryShare(Record):
    """The share of wrong answers that solve another problem of one kind, or of any kind."""

    kind: str = Field(description="twin, mutation, source or any")
    compared: int = Field(description="wrong answers to tasks that have another problem of this kind")
    solving: int = Field(description="those that pass the tests of such a problem")
    share: float | None = Field(description="solving divided by compared; null if none was compared")
    low: float | None = Field(description="lower end of the 95 % interval; null if none was compared")
    high: float | None = Field(description="upper end of the 95 % interval; null if none was compared")


class MemoryReport(Record):
    """The wrong answers in one file of completions that solve another problem."""

    schema_: Literal["sightbench/memory/1"] = Field(default="sightbench/memory/1", alias="schema")
    name: str = Field(description="name of the file of completions")
    suite: str
    dataset: str
    extraction: str
    answers: int = Field(description="samples with a verdict")
    wrong: int = Field(description="samples that did not pass but hold code that can run")
    shares: list[MemoryShare]
    missing: int = Field(description="comparisons without a verdict because the sandbox failed")
    solving: list[SolvedAnswer]


def memory_report(
    solved: Sequence[SolvedOther],
    known: dict[str, set[Kind]],
    *,
    name: str,
    suite: str,
    dataset: str,
    extraction: str,
    answers: int,
) -> MemoryReport:
    """Count the wrong answers that solve another problem.

    Args:
        solved: one entry per wrong answer.
        known: task id → the kinds of other problems that the task has.
        name: name of the file of completions.
        suite: suite of the tasks.
        dataset: data set of the tasks.
        extraction: the rule that extracted the answers.
        answers: number of samples with a verdict.
    """
    return MemoryReport(
        name=name,
        suite=suite,
        dataset=dataset,
        extraction=extraction,
        answers=answers,
        wrong=len(solved),
        shares=[_share(solved, known, kind) for kind in (*_KINDS, None)],
        missing=sum(answer.missing for answer in solved),
        solving=[
            SolvedAnswer(
                task=answer.sample.task.id,
                draw=answer.sample.draw,
                solves=[SolvedProblem(kind=other.kind, task=other.task.id) for other in answer.others],
            )
            for answer in solved
            if answer.others
        ],
    )


def _share(solved: Sequence[SolvedOther], known: dict[str, set[Kind]], kind: Kind | None) -> MemoryShare:
    compared = [
        answer
        for answer in solved
        if (kind in known[answer.sample.task.id] if kind else known[answer.sample.task.id])
    ]
    values = [float(any(kind in (None, other.kind) for other in answer.others)) for answer in compared]
    low = high = None
    if values:
        ends = clustered_wilson(values, [answer.sample.task.family for answer in compared])
        low, high = round(ends[0], _DECIMALS), round(ends[1], _DECIMALS)
    return MemoryShare(
        kind=kind or "any",
        compared=len(values),
        solving=int(sum(values)),
        share=round(sum(values) / len(values), _DECIMALS) if values else None,
        low=low,
        high=high,
    )
