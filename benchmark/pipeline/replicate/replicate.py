"""Compares published verdicts with ours, under upstream's extraction rule and under our own."""

import contextlib
import dataclasses
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from benchmark.core.errors import printable_text, quote_value
from benchmark.core.executor import Executor
from benchmark.core.sample import Answer, RawSample, Sample
from benchmark.core.suite import Extraction
from benchmark.core.task import Limits, Task
from benchmark.core.verdict import MissingSample, Outcome, Status, Verdict
from benchmark.extraction import own
from benchmark.pipeline.judge.evaluate import Progress, judge_samples
from benchmark.pipeline.judge.extracting import extract_all
from benchmark.suites.code_vision import upstream
from benchmark.suites.code_vision.importer import ImportedRuns, PublishedRun
from benchmark.suites.code_vision.published_verdicts import PublishedVerdict
from benchmark.suites.code_vision.upstream import PUBLISHED_SECONDS

_RULES: Mapping[str, Extraction] = {"upstream": upstream.extract, "own": own.extract}
_MEMORY_MB = 4096  #: the published grader had no limit
_SLOW_SHARE = 0.8  #: share of the published time limit
_RESULT_CHARACTERS = 2_000  #: characters of upstream's own message that are shown
#: A program that computes until its parent ends, however that ends.
_LOOP = """
import ctypes, os, signal, sys
ctypes.CDLL(None).prctl(1, signal.SIGKILL)
while os.getppid() == int(sys.argv[1]):
    sum(range(1000000))
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedAnswer:
    """One answer of one model, as published and as judged here; of several rounds, the first one counts."""

    run: PublishedRun
    published: PublishedVerdict
    answers: Mapping[str, Answer]  #: by the name of the extraction rule: ``upstream`` or ``own``
    outcomes: Mapping[str, Sequence[Outcome]]  #: by rule, one per round

    def passed(self, rule: str) -> bool | None:
        """Whether the answer passed under a rule; None if it could not be judged."""
        outcome = self.outcomes[rule][0]
        return outcome.status is Status.PASSED if isinstance(outcome, Verdict) else None

    @property
    def agrees(self) -> bool:
        """Whether our verdict with upstream's extraction rule is the same as the published one."""
        return self.passed("upstream") == self.published.passed

    @property
    def rules_differ(self) -> bool:
        """Whether the answer passes with one extraction rule but not with the other."""
        return {True, False} == {self.passed(rule) for rule in _RULES}

    @property
    def same_text(self) -> bool:
        """Whether upstream graded the same text that its rule extracts here."""
        return self.answers["upstream"].code == self.published.graded

    @property
    def cpu_seconds(self) -> float:
        """CPU seconds with upstream's extraction rule."""
        outcome = self.outcomes["upstream"][0]
        return outcome.cpu_seconds if isinstance(outcome, Verdict) else 0.0

    @property
    def unsteady(self) -> Sequence[str]:
        """The rules under which the verdict is not the same in all rounds; equal programs count once."""
        ours, theirs = self.answers["own"], self.answers["upstream"]
        is_same = (ours.program, ours.empty) == (theirs.program, theirs.empty)
        rules = ["upstream"] if is_same else _RULES
        return [rule for rule in rules if len(set(map(_outcome_text, self.outcomes[rule]))) > 1]

    def __str__(self) -> str:
        """Return the name of the answer."""
        draw = f" draw {self.published.draw}" if self.published.draw else ""
        return f"{self.run.model} {self.run.subset} {printable_text(self.published.task_id)}{draw}"

    def status(self, rule: str, *, with_detail: bool = True) -> str:
        """Return the status under a rule in words, with its detail in parentheses."""
        outcome = self.outcomes[rule][0]
        if isinstance(outcome, Verdict):
            words, detail = outcome.status.replace("_", " "), outcome.detail
        else:
            words, detail = "not judged", outcome.reason
        return f"{words} ({detail})" if detail and with_detail else words


def remarkable(answers: Sequence[JudgedAnswer]) -> Iterator[tuple[str, list[str]]]:
    """Yield titles, each with a line per answer whose verdict is remarkable in this way."""
    title = "verdicts that differ from the published ones"
    yield title, [f"{one}: {_difference(one)}" for one in answers if not one.agrees]
    limit, slow = f"{PUBLISHED_SECONDS:g} s", _SLOW_SHARE * PUBLISHED_SECONDS
    yield (
        f"near or beyond the published limit of {limit}",  # slower machines may differ
        [
            f"{one}: {one.status('upstream', with_detail=False)} after"
            f" {one.cpu_seconds:.1f} s of CPU; the published limit was {limit}"
            for one in answers
            if one.cpu_seconds >= slow
        ],
    )
    yield (
        "passed under only one rule",
        [
            f"{one}: own rule {one.status('own')}; upstream rule {one.status('upstream')}; "
            + "; ".join(f"{rule}: {note}" for rule in _RULES for note in one.answers[rule].notes)
            for one in answers
            if one.rules_differ
        ],
    )
    yield (
        "not the same in all runs",
        [
            f"{one.run.model} {one.run.subset} {printable_text(one.published.task_id)} draw"
            f" {one.published.draw}, {rule} rule: {' | '.join(map(_outcome_text, one.outcomes[rule]))}"
            for one in answers
            for rule in one.unsteady
        ],
    )


def _difference(answer: JudgedAnswer) -> str:
    result = answer.published.result[:_RESULT_CHARACTERS].encode("utf-8", "backslashreplace").decode()
    published = "passed" if answer.published.passed else quote_value(result or "failed")
    if result and not answer.published.passed and not result.startswith(("failed", "timed out")):
        published = f"failed ({published})"
    return f"published {published}; here {answer.status('upstream')}"


def _outcome_text(outcome: Outcome) -> str:
    """Return an outcome as text: status, exception and detail, or why it is missing."""
    if isinstance(outcome, MissingSample):
        return f"missing: {outcome.reason}"
    return ": ".join(part for part in (outcome.status, outcome.exception, outcome.detail) if part)


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


def replicate(
    imported: ImportedRuns,
    *,
    seconds: float,
    executor: Executor,
    loads: Sequence[int],
    progress: Progress,
) -> tuple[list[JudgedAnswer], list[str]]:
    """Judge every published answer again by both rules; identical programs run once.

    Args:
        imported: the published runs.
        seconds: CPU seconds per program; the published limit was 3 s of wall time on an unknown machine.
        executor: runs the programs.
        loads: number of busy processes during each round; one entry per round, at least one.
        progress: called after each shard, with counts of all rounds.

    Returns:
        The answers, in the order of the runs, and a line per round with what it took.

    Raises:
        SandboxFailure: if this machine cannot sandbox a process.
        OurFailure: if the executor gives up.
    """
    published = _published(imported, seconds)
    extracted: dict[str, list[Answer]] = {}
    for rule, extraction in _RULES.items():
        raw = [
            RawSample(task=task, draw=draw, text=text, extraction=extraction)
            for draw, (_, _, task, text) in enumerate(published)
        ]
        extracted[rule] = [sample.answer for sample in extract_all(raw, workers=executor.workers)]
    answers = [dict(zip(_RULES, both, strict=True)) for both in zip(*extracted.values(), strict=True)]
    programs: dict[tuple[str, str, bool], Sample] = {}
    for (_, _, task, _), by_rule in zip(published, answers, strict=True):
        for answer in by_rule.values():  # each has its own draw, so that samples stay distinct
            sample = Sample(task=task, draw=len(programs), answer=answer)
            programs.setdefault(_key(task, answer), sample)
    rounds: list[dict[tuple[str, str, bool], Outcome]] = []
    lines = []
    for number, load in enumerate(loads):

        def report(done: int, total: int, number: int = number) -> None:
            progress(number * total + done, len(loads) * total)

        started = time.monotonic()
        with keep_busy(load):
            outcomes = judge_samples(list(programs.values()), executor=executor, progress=report)
        lines.append(_round_line(outcomes, load, time.monotonic() - started))
        rounds.append(dict(zip(programs, outcomes, strict=True)))
    judged = [
        JudgedAnswer(
            run=run,
            published=verdict,
            answers=by_rule,
            outcomes={
                rule: [found[_key(task, answer)] for found in rounds] for rule, answer in by_rule.items()
            },
        )
        for (run, verdict, task, _), by_rule in zip(published, answers, strict=True)
    ]
    return judged, lines


def _key(task: Task, answer: Answer) -> tuple[str, str, bool]:
    return task.id, answer.program, answer.empty


def _published(
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


def _round_line(outcomes: Sequence[Outcome], load: int, seconds: float) -> str:
    """Return what a round took; ``seconds`` is its wall time."""
    verdicts = [outcome for outcome in outcomes if isinstance(outcome, Verdict)]
    again = sum(verdict.judged_again for verdict in verdicts)
    left = sum(verdict.near_limit and not verdict.judged_again for verdict in verdicts)
    busy = f"with {load} other busy processes, " if load else ""
    skipped = f", {left} near a limit were not" if left else ""
    spent = sum(verdict.cpu_seconds for verdict in verdicts)
    took = f"{seconds:.0f} s, {spent:.0f} s of CPU in the sandbox"
    return f"{busy}{took}; {again} programs judged again{skipped}"
