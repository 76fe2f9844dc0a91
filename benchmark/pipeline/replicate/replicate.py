"""Compares published verdicts with ours, under upstream's extraction rule and under our own."""

import contextlib
import dataclasses
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from benchmark.core.executor import Executor
from benchmark.core.sample import Answer, RawSample, Sample
from benchmark.core.suite import Extraction
from benchmark.core.task import Limits, Task
from benchmark.core.verdict import MissingSample, Outcome, Status, Verdict
from benchmark.extraction import own
from benchmark.pipeline.judge.evaluate import Progress, judge_samples
from benchmark.pipeline.judge.extracting import extract_all
from benchmark.pipeline.replicate.replication import (
    JudgedSample,
    JudgingRound,
    Replication,
    RunSummary,
    UnsteadyAnswer,
)
from benchmark.suites.code_vision import upstream
from benchmark.suites.code_vision.importer import ImportedRuns, PublishedRun
from benchmark.suites.code_vision.published_verdicts import PublishedVerdict


def round_progress(progress: Progress | None, number: int, parts: int) -> Progress | None:
    """Return a function that reports the progress of one round as part of the progress of all rounds."""
    if progress is None:
        return None
    return lambda done, total: progress(number * total + done, parts * total)


def round_summary(outcomes: Sequence[Outcome], load: int, seconds: float) -> JudgingRound:
    """Return the summary of a round that took ``seconds`` of wall time."""
    verdicts = [outcome for outcome in outcomes if isinstance(outcome, Verdict)]
    return JudgingRound(
        load=load,
        seconds=round(seconds, 1),
        cpu_seconds=round(sum(verdict.cpu_seconds for verdict in verdicts), 1),
        judged_again=sum(verdict.judged_again for verdict in verdicts),
        not_judged_again=sum(verdict.near_limit and not verdict.judged_again for verdict in verdicts),
    )


def outcome_text(outcome: Outcome) -> str:
    """Return an outcome as text: status, exception and detail, or why it is missing."""
    if isinstance(outcome, MissingSample):
        return f"missing: {outcome.reason}"
    return ": ".join(part for part in (outcome.status, outcome.exception, outcome.detail) if part)


#: A program that computes until its parent ends, however that ends.
_LOOP = """
import ctypes, os, signal, sys
ctypes.CDLL(None).prctl(1, signal.SIGKILL)
while os.getppid() == int(sys.argv[1]):
    sum(range(1000000))
"""


@contextlib.contextmanager
def keep_busy(processes: int) -> Iterator[None]:
    """Run this many processes that only compute, at the priority of this process."""
    running: list[subprocess.Popen[bytes]] = []
    try:
        for _ in range(processes):
            running.append(  # noqa: PERF401 - if a start fails, those before it are killed
                subprocess.Popen(
                    [sys.executable, "-I", "-S", "-c", _LOOP, str(os.getpid())],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                )
            )
        yield
    finally:
        for process in running:
            process.kill()
        for process in running:
            process.wait()


_MEMORY_MB = 4096  #: the published grader had no limit


def replicate(
    imported: ImportedRuns,
    *,
    seconds: float,
    executor: Executor,
    with_own: bool = True,
    loads: Sequence[int] = (0,),
    progress: Progress | None = None,
) -> Replication:
    """Judge every published answer again, once or several times; the first round is compared.

    Args:
        imported: the published runs.
        seconds: CPU seconds per program; the published limit was 3 s of wall time on an unknown machine.
        executor: runs the programs; identical programs run once.
        with_own: judge by our own extraction rule too.
        loads: number of busy processes during each round; one entry per round, at least one.
        progress: called after each shard.

    Raises:
        SandboxFailure: if this machine cannot sandbox a process.
        OurFailure: if the executor gives up.
    """
    programs = _Programs()
    published_answers = _answers(imported, seconds)
    theirs = _extract(published_answers, upstream.extract, executor)
    ours = _extract(published_answers, own.extract, executor) if with_own else [None] * len(theirs)
    planned = [
        _plan(programs, *answer[:3], theirs=their_answer, ours=our_answer)
        for answer, their_answer, our_answer in zip(published_answers, theirs, ours, strict=True)
    ]
    rounds, every = [], []
    for number, load in enumerate(loads):
        started = time.monotonic()
        with keep_busy(load):
            outcomes = judge_samples(
                programs.samples, executor=executor, progress=round_progress(progress, number, len(loads))
            )
        rounds.append(round_summary(outcomes, load, time.monotonic() - started))
        every.append(outcomes)
    samples = [answer.judged(every[0]) for answer in planned]
    return Replication(
        verdicts=len(samples),
        agree=sum(sample.agrees for sample in samples),
        same_text=sum(sample.same_text for sample in samples),
        runs=tuple(_summary(run, samples, with_own=with_own) for run in imported.runs),
        differing=tuple(sample for sample in samples if not sample.agrees),
        slow=tuple(sample for sample in samples if sample.slow),
        rules_differ=tuple(sample for sample in samples if sample.rules_differ),
        rounds=tuple(rounds),
        unsteady=tuple(unsteady for answer in planned for unsteady in answer.unsteady(every)),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _PlannedAnswer:
    """A published answer as extracted by each rule, and the index of each program among the samples."""

    run: PublishedRun
    published: PublishedVerdict
    theirs: Answer  #: extracted by upstream's rule
    theirs_at: int
    ours: Answer | None  #: extracted by our own rule; None if that is not judged
    ours_at: int

    def judged(self, outcomes: Sequence[Outcome]) -> JudgedSample:
        """Return the answer with the outcomes of its programs."""
        theirs, ours = outcomes[self.theirs_at], outcomes[self.ours_at]
        with_own = self.ours is not None
        return JudgedSample(
            model=self.run.model,
            subset=self.run.subset,
            task_id=self.published.task_id,
            draw=self.published.draw,
            published_passed=self.published.passed,
            published_result=self.published.result[:2_000].encode("utf-8", "backslashreplace").decode(),
            upstream=_status(theirs),
            upstream_detail=_detail(theirs),
            upstream_notes=self.theirs.notes,
            own=_status(ours) if with_own else None,
            own_detail=_detail(ours) if with_own else "",
            own_notes=() if self.ours is None else self.ours.notes,
            cpu_seconds=0.0 if isinstance(theirs, MissingSample) else theirs.cpu_seconds,
            same_text=self.theirs.code == self.published.graded,
        )

    def unsteady(self, rounds: Sequence[Sequence[Outcome]]) -> Iterator[UnsteadyAnswer]:
        """Yield one entry per rule under which the verdict is not the same in all rounds."""
        rules: list[tuple[Literal["upstream", "own"], int]] = [("upstream", self.theirs_at)]
        if self.ours_at != self.theirs_at:
            rules.append(("own", self.ours_at))
        for rule, place in rules:
            each = tuple(outcome_text(outcomes[place]) for outcomes in rounds)
            if len(set(each)) > 1:
                yield UnsteadyAnswer(
                    model=self.run.model,
                    subset=self.run.subset,
                    task_id=self.published.task_id,
                    draw=self.published.draw,
                    rule=rule,
                    said=each,
                )


def _plan(
    programs: "_Programs",
    run: PublishedRun,
    published: PublishedVerdict,
    task: Task,
    *,
    theirs: Answer,
    ours: Answer | None,
) -> _PlannedAnswer:
    theirs_at = programs.add(task, theirs)
    return _PlannedAnswer(
        run=run,
        published=published,
        theirs=theirs,
        theirs_at=theirs_at,
        ours=ours,
        ours_at=theirs_at if ours is None else programs.add(task, ours),
    )


class _Programs:
    """Programs to judge, without duplicates; each gets its index as draw, so that samples stay distinct."""

    def __init__(self) -> None:
        self.samples: list[Sample] = []
        self._known: dict[tuple[str, str, bool], int] = {}

    def add(self, task: Task, answer: Answer) -> int:
        """Add a program, unless it is there already; return its index among the samples."""
        key = (task.id, answer.program, answer.empty)
        if key not in self._known:
            self._known[key] = len(self.samples)
            self.samples.append(Sample(task=task, draw=len(self.samples), answer=answer))
        return self._known[key]


def _extract(
    published_answers: Sequence[tuple[PublishedRun, PublishedVerdict, Task, str]],
    extraction: Extraction,
    executor: Executor,
) -> list[Answer]:
    raw = [
        RawSample(task=task, draw=draw, text=text, extraction=extraction)
        for draw, (_, _, task, text) in enumerate(published_answers)
    ]
    return [sample.answer for sample in extract_all(raw, workers=executor.workers)]


def _answers(
    imported: ImportedRuns, seconds: float
) -> list[tuple[PublishedRun, PublishedVerdict, Task, str]]:
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
    return None if isinstance(outcome, MissingSample) else outcome.status


def _detail(outcome: Outcome) -> str:
    return outcome.reason if isinstance(outcome, MissingSample) else outcome.detail


def _summary(run: PublishedRun, samples: Sequence[JudgedSample], *, with_own: bool) -> RunSummary:
    of_run = [sample for sample in samples if (sample.model, sample.subset) == (run.model, run.subset)]
    return RunSummary(
        model=run.model,
        subset=run.subset,
        tasks=len(of_run),
        published_passed=sum(sample.published_passed for sample in of_run),
        upstream_passed=sum(sample.upstream is Status.PASSED for sample in of_run),
        own_passed=sum(sample.own is Status.PASSED for sample in of_run) if with_own else None,
        differing=sum(not sample.agrees for sample in of_run),
    )
