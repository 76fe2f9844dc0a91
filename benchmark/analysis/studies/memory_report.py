"""Wrong answers that solve another problem: what `sightbench analyse memory` prints.

History of the format:
    sightbench/memory/1: first version.
"""

from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from benchmark.files.edge import Record
from benchmark.pipeline.replicate.memory import Kind, SolvedOther
from benchmark.scoring.intervals import clustered_wilson

_DECIMALS = 6
_KINDS: tuple[Kind, ...] = ("twin", "mutation", "source")


class SolvedProblem(Record):
    """A problem that a wrong answer solves."""

    kind: Kind
    task: str


class SolvedAnswer(Record):
    """A wrong answer that solves another problem."""

    task: str
    draw: int
    solves: list[SolvedProblem]


class MemoryShare(Record):
    """Wrong answers that solve a problem of one kind, or of any."""

    kind: str = Field(description="twin, mutation, source or any")
    compared: int = Field(description="wrong answers to tasks that have such a problem")
    solving: int = Field(description="of these, those that pass the tests of one")
    share: float | None = Field(description="null where none was compared")
    low: float | None = Field(description="of its 95 % interval, stems kept whole")
    high: float | None


class MemoryReport(Record):
    """One file of completions."""

    schema_: Literal["sightbench/memory/1"] = Field(default="sightbench/memory/1", alias="schema")
    name: str = Field(description="of the file of completions")
    suite: str
    dataset: str
    extraction: str
    answers: int = Field(description="samples with a verdict")
    wrong: int = Field(description="of these, those that did not pass and hold something that could run")
    shares: list[MemoryShare]
    missing: int = Field(description="comparisons without verdict, through a failure of ours")
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
    """Count what wrong answers solve.

    Args:
        solved: one entry a wrong answer.
        known: kinds of other problems that each task has.
        name: of the file of completions.
        suite: of the tasks.
        dataset: of the tasks.
        extraction: the rule by which answers were kept.
        answers: samples with a verdict.
    """
    return MemoryReport(
        name=name,
        suite=suite,
        dataset=dataset,
        extraction=extraction,
        answers=answers,
        wrong=len(solved),
        shares=[_share(solved, known, kind) for kind in (*_KINDS, None)],
        missing=sum(one.missing for one in solved),
        solving=[
            SolvedAnswer(
                task=one.sample.task.id,
                draw=one.sample.draw,
                solves=[SolvedProblem(kind=other.kind, task=other.task.id) for other in one.others],
            )
            for one in solved
            if one.others
        ],
    )


def _share(solved: Sequence[SolvedOther], known: dict[str, set[Kind]], kind: Kind | None) -> MemoryShare:
    compared = [
        one for one in solved if (kind in known[one.sample.task.id] if kind else known[one.sample.task.id])
    ]
    values = [float(any(kind in (None, other.kind) for other in one.others)) for one in compared]
    low = high = None
    if values:
        ends = clustered_wilson(values, [one.sample.task.family for one in compared])
        low, high = round(ends[0], _DECIMALS), round(ends[1], _DECIMALS)
    return MemoryShare(
        kind=kind or "any",
        compared=len(values),
        solving=int(sum(values)),
        share=round(sum(values) / len(values), _DECIMALS) if values else None,
        low=low,
        high=high,
    )
