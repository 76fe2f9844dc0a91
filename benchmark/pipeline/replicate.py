"""Published verdicts against ours: the same answers judged again, under upstream's rule and under our own.

History of the format:
    sightbench/replication/1: first version.
"""

import dataclasses
from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from benchmark.core.executor import Executor
from benchmark.core.sample import Answer, Sample
from benchmark.core.task import Limits, Task
from benchmark.core.verdict import Missing, Outcome, Status
from benchmark.extraction import own
from benchmark.files.edge import Record
from benchmark.pipeline.evaluate import Progress, judge_samples
from benchmark.suites.code_vision import upstream
from benchmark.suites.code_vision.importer import Imported, PublishedRun
from benchmark.suites.code_vision.published import Published

_NEAR = 0.8
_MEMORY_MB = 4096  #: the published grader had no limit


class JudgedSample(Record):
    """One answer of one model, as published and as judged here."""

    model: str
    subset: str
    task_id: str
    draw: int
    published_passed: bool
    published_result: str = Field(description="in upstream's words, at most 2,000 characters")
    upstream: Status | None = Field(
        description="ours under upstream's rule; null when it could not be judged"
    )
    upstream_detail: str
    upstream_notes: tuple[str, ...] = Field(description="what upstream's rule cut")
    own: Status | None = Field(
        description="ours under our own rule; null when that was not asked for, or failed"
    )
    own_detail: str = ""
    own_notes: tuple[str, ...] = ()
    cpu_seconds: float = Field(description="under upstream's rule")
    same_text: bool = Field(description="whether upstream graded the text that its rule gives here")

    @property
    def agrees(self) -> bool:
        """Whether upstream's verdict is ours under upstream's rule."""
        return self.upstream is not None and (self.upstream is Status.PASSED) == self.published_passed

    @property
    def rules_differ(self) -> bool:
        """Whether the answer passes under one rule and not under the other."""
        return None not in (self.own, self.upstream) and (self.own is Status.PASSED) != (
            self.upstream is Status.PASSED
        )

    @property
    def slow(self) -> bool:
        """Whether the answer took 80 % of the time that the published verdicts allowed, or more.

        On a slower or busier machine it may have been the other way round.
        """
        return self.cpu_seconds >= _NEAR * upstream.PUBLISHED_SECONDS


class RunSummary(Record):
    """One model on one subset; counts of answers."""

    model: str
    subset: str
    tasks: int
    published_passed: int
    upstream_passed: int
    own_passed: int | None = Field(description="null when our own rule was not asked for")
    differing: int = Field(description="verdicts under upstream's rule that are not as published")


class Replication(Record):
    """Everything that came of one comparison."""

    schema_id: Literal["sightbench/replication/1"] = Field(default="sightbench/replication/1", alias="schema")
    seconds: float = Field(description="CPU seconds a program")
    verdicts: int
    agree: int
    same_text: int = Field(description="answers whose graded text is what upstream's rule gives here")
    runs: tuple[RunSummary, ...]
    differing: tuple[JudgedSample, ...] = Field(description="verdicts that are not as published")
    slow: tuple[JudgedSample, ...] = Field(
        description="answers near or beyond the published limit of 3 seconds"
    )
    rules_differ: tuple[JudgedSample, ...] = Field(description="passed under one rule only")


def replicate(
    imported: Imported,
    *,
    seconds: float,
    executor: Executor,
    with_own: bool = True,
    progress: Progress | None = None,
) -> Replication:
    """Judge every published answer again.

    Args:
        imported: what the importer found.
        seconds: CPU seconds a program; the published limit was 3 s of wall time on an unknown machine.
        executor: where programs run; identical ones run once.
        with_own: judge under our own extraction rule too.
        progress: told after each shard.

    Raises:
        SandboxFailure: when this machine cannot shut a process in.
        OurFailure: when the executor gives up.
    """
    programs = _Programs()
    planned = [
        (run, published, programs.add(task, theirs), programs.add(task, ours) if ours else None, theirs, ours)
        for run, published, task, text in _answers(imported, seconds)
        for theirs in (upstream.extract(task, text),)
        for ours in (own.extract(task, text) if with_own else None,)
    ]
    outcomes = judge_samples(programs.samples, executor=executor, progress=progress)
    samples = []
    for run, published, at, own_at, theirs, ours in planned:
        outcome = outcomes[at]
        own_outcome = None if own_at is None else outcomes[own_at]
        samples.append(
            JudgedSample(
                model=run.model,
                subset=run.subset,
                task_id=published.task_id,
                draw=published.draw,
                published_passed=published.passed,
                published_result=published.result[:2_000].encode("utf-8", "backslashreplace").decode(),
                upstream=_status(outcome),
                upstream_detail=_detail(outcome),
                upstream_notes=theirs.notes,
                own=None if own_outcome is None else _status(own_outcome),
                own_detail="" if own_outcome is None else _detail(own_outcome),
                own_notes=() if ours is None else ours.notes,
                cpu_seconds=0.0 if isinstance(outcome, Missing) else outcome.cpu_seconds,
                same_text=theirs.code == published.completion,
            )
        )
    return Replication(
        seconds=seconds,
        verdicts=len(samples),
        agree=sum(sample.agrees for sample in samples),
        same_text=sum(sample.same_text for sample in samples),
        runs=tuple(_summary(run, samples, with_own=with_own) for run in imported.runs),
        differing=tuple(sample for sample in samples if not sample.agrees),
        slow=tuple(sample for sample in samples if sample.slow),
        rules_differ=tuple(sample for sample in samples if sample.rules_differ),
    )


class _Programs:
    """Programs to judge, each once; the judge's draw number tells them apart."""

    def __init__(self) -> None:
        self.samples: list[Sample] = []
        self._known: dict[tuple[str, str, bool], int] = {}

    def add(self, task: Task, answer: Answer) -> int:
        """The program's place among the samples."""
        key = (task.id, answer.program, answer.empty)
        if key not in self._known:
            self._known[key] = len(self.samples)
            self.samples.append(Sample(task=task, draw=len(self.samples), answer=answer))
        return self._known[key]


def _answers(imported: Imported, seconds: float) -> list[tuple[PublishedRun, Published, Task, str]]:
    limits = Limits(seconds=seconds, memory_mb=_MEMORY_MB)
    tasks = {
        (subset, task.id): dataclasses.replace(task, id=f"{subset}/{task.id}", limits=limits)
        for subset, of_subset in imported.tasks.items()
        for task in of_subset
    }
    return [
        (run, published, tasks[run.subset, published.task_id], completion.text)
        for run in imported.runs
        for completion, published in zip(run.completions, run.published, strict=True)
    ]


def _status(outcome: Outcome) -> Status | None:
    return None if isinstance(outcome, Missing) else outcome.status


def _detail(outcome: Outcome) -> str:
    return outcome.reason if isinstance(outcome, Missing) else outcome.detail


def _summary(run: PublishedRun, samples: Sequence[JudgedSample], *, with_own: bool) -> RunSummary:
    mine = [sample for sample in samples if (sample.model, sample.subset) == (run.model, run.subset)]
    return RunSummary(
        model=run.model,
        subset=run.subset,
        tasks=len(mine),
        published_passed=sum(sample.published_passed for sample in mine),
        upstream_passed=sum(sample.upstream is Status.PASSED for sample in mine),
        own_passed=sum(sample.own is Status.PASSED for sample in mine) if with_own else None,
        differing=sum(not sample.agrees for sample in mine),
    )
