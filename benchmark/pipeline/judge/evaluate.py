"""Completions and tasks → verdicts and scores."""

import datetime
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from benchmark.core.digest import digest_lines
from benchmark.core.executor import Executor, Shard
from benchmark.core.sample import Completion, Sample
from benchmark.core.score import Score
from benchmark.core.suite import ExtractionRule, LintedExtraction
from benchmark.core.task import Task
from benchmark.core.verdict import Outcome, Verdict
from benchmark.files.predictions import completions_digest
from benchmark.files.tasks import tasks_digest
from benchmark.judging.judge import JUDGE_VERSION
from benchmark.pipeline.judge.checkpoint import Checkpoint
from benchmark.pipeline.judge.shards import extract_all, shards
from benchmark.sandbox.host.probe import guest_versions
from benchmark.scoring.summary import summarise

_SAMPLES_A_SHARD = 8

#: Called after each shard with the samples judged so far and in all.
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """Everything that came of judging one set of completions."""

    tasks: tuple[Task, ...]
    completions: tuple[Completion, ...]
    extraction: str
    samples: tuple[Sample, ...]
    outcomes: tuple[Outcome, ...]  #: in the order of ``samples``
    scores: tuple[Score, ...]
    guest: dict[str, str]  #: versions inside the sandbox
    executor: str
    workers: int
    time_factor: float  #: by which limits of time were multiplied
    started: datetime.datetime  #: UTC
    seconds: float  #: wall time of judging
    gate: LintedExtraction | None = None  #: the extraction rule, where a linter is part of it
    #: Why the linter has no result, by ``task#draw``; None when it was not asked.
    unlinted: Mapping[str, str] | None = None

    @property
    def cpu_seconds(self) -> float:
        """CPU inside the sandbox, over all samples."""
        return sum(verdict.cpu_seconds for verdict in self._verdicts)

    @property
    def judged_again(self) -> int:
        """Samples that came near a limit, and whose second judging counts."""
        return sum(verdict.judged_again for verdict in self._verdicts)

    @property
    def not_judged_again(self) -> int:
        """Samples that came near a limit, and whose first judging counts: there was no time for another."""
        return sum(verdict.near_limit and not verdict.judged_again for verdict in self._verdicts)

    @property
    def _verdicts(self) -> list[Verdict]:
        return [outcome for outcome in self.outcomes if isinstance(outcome, Verdict)]


def evaluate(
    tasks: Sequence[Task],
    completions: Sequence[Completion],
    *,
    rule: ExtractionRule,
    executor: Executor,
    kept: Checkpoint | None = None,
    progress: Progress | None = None,
) -> Evaluation:
    """Judge completions that have been matched to their tasks.

    Args:
        tasks: of the data set.
        completions: each of a known task, no (task, draw) twice.
        rule: keeps the code of a completion.
        executor: where shards run.
        kept: what an earlier run has judged; grows with each shard.
        progress: told after each shard.

    Raises:
        SandboxFailure: when this machine cannot shut a process in; nothing has been judged then.
        OurFailure: when the executor gives up; the checkpoint keeps what was judged.
    """
    started, clock = datetime.datetime.now(datetime.UTC), time.monotonic()
    guest = guest_versions()
    by_id = {task.id: task for task in tasks}
    samples = extract_all(by_id, completions, rule.extract)
    outcomes = judge_samples(samples, executor=executor, progress=progress, kept=kept)
    return Evaluation(
        tasks=tuple(tasks),
        completions=tuple(completions),
        extraction=rule.name,
        gate=rule.gate,
        samples=tuple(samples),
        outcomes=outcomes,
        scores=summarise(tasks, outcomes),
        guest=guest,
        executor=executor.name,
        workers=executor.workers,
        time_factor=executor.time_factor,
        started=started.replace(microsecond=0),
        seconds=time.monotonic() - clock,
    )


def inputs_digest(tasks: Sequence[Task], completions: Sequence[Completion], rule: ExtractionRule) -> str:
    """SHA-256 over everything that decides the verdicts: the key of a :class:`Checkpoint`."""
    return digest_lines(
        [tasks_digest(tasks), completions_digest(completions), rule.name, JUDGE_VERSION, guest_versions()]
    )


def judge_samples(
    samples: Sequence[Sample],
    *,
    executor: Executor,
    progress: Progress | None = None,
    kept: Checkpoint | None = None,
) -> tuple[Outcome, ...]:
    """One outcome a sample, in the order of ``samples``; see :func:`evaluate`."""
    found = {} if kept is None else {outcome.key: outcome for outcome in kept.outcomes}
    left = [sample for sample in samples if sample.key not in found]

    def done(_shard: Shard, outcomes: Sequence[Outcome]) -> None:
        found.update({outcome.key: outcome for outcome in outcomes})
        if kept is not None:
            kept.add(outcomes)
        if progress is not None:
            progress(len(found), len(samples))

    if left:
        executor.run(shards(left, max(1, len(left) // _SAMPLES_A_SHARD)), done)
    return tuple(found[sample.key] for sample in samples)
