"""Turns completions into verdicts and scores."""

import datetime
import functools
import time
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from benchmark.core.digest import digest_lines
from benchmark.core.errors import BadInput, OurFailure, quote_value
from benchmark.core.executor import Executor, Shard
from benchmark.core.lazy import LazySequence, Selected
from benchmark.core.sample import Answer, Completion, RawSample, Sample, SampleKey
from benchmark.core.score import Score
from benchmark.core.suite import ExtractionRule, LintedExtraction
from benchmark.core.task import FigureCheck, RubricCheck, Task
from benchmark.core.verdict import Outcome, Verdict, compact
from benchmark.files.predictions import completions_digest
from benchmark.files.spool import Spool
from benchmark.files.tasks import tasks_digest
from benchmark.judging.judge import JUDGE_VERSION
from benchmark.pipeline.judge.checkpoint import Checkpoint
from benchmark.pipeline.judge.extracting import extract_each, raw_samples
from benchmark.pipeline.judge.needed_libraries import check_answers, check_libraries
from benchmark.pipeline.judge.perturbed import LyingAnswer, draw, lying_answers
from benchmark.pipeline.judge.shards import shards
from benchmark.sandbox.host.probe import extra_versions, guest_versions
from benchmark.scoring.summary import summarise
from benchmark.suites.categories import categories_of

_GIVEN, _ABSENT = -1, -2  #: the sample was given with its answer; it has none yet


class AnsweredSamples(LazySequence[Sample]):
    """Samples with their answers; each is read when it is needed.

    Args:
        samples: the samples, of which the raw ones have no answers yet; no task and draw twice.
    """

    def __init__(self, samples: Sequence[Sample | RawSample]) -> None:
        self._samples = samples
        self.tasks: dict[str, Task] = {}  #: tasks of the samples, by id
        self._answers: Spool[Answer] = Spool()
        self._at = array("q")  #: place of each answer in the spool, or one of the constants
        self._task_ids: list[str] = []
        self._draws = array("q")
        for sample in samples:
            self._at.append(_GIVEN if isinstance(sample, Sample) else _ABSENT)
            self._task_ids.append(sample.task.id)
            self.tasks[sample.task.id] = sample.task
            self._draws.append(sample.draw)
        self._by_key = array("q", sorted(range(len(samples)), key=self._key))

    def __len__(self) -> int:
        return len(self._at)

    def value(self, place: int) -> Sample:
        """Return the sample at a place, which has an answer by now."""
        sample = self._samples[place]
        return sample if isinstance(sample, Sample) else sample.answered(self._answers[self._at[place]])

    def place(self, key: SampleKey) -> int:
        """Return the place of a sample. A dict of all keys would take ten times the memory."""
        return self._by_key[bisect_left(self._by_key, key, key=self._key)]

    def put(self, place: int, answer: Answer) -> None:
        """Keep the answer of a sample, unless it has one."""
        if self._at[place] == _ABSENT:
            self._at[place] = self._answers.append(answer)

    def unanswered(self) -> Sequence[int]:
        """Return the places of the samples that have no answer yet."""
        return array("q", (place for place, at in enumerate(self._at) if at == _ABSENT))

    def _key(self, place: int) -> SampleKey:
        return self._task_ids[place], self._draws[place]


_SAMPLES_PER_SHARD = 8

#: Called after each shard with two numbers: samples judged so far, and all samples.
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """The result of judging one set of completions."""

    tasks: tuple[Task, ...]
    completions: Sequence[Completion]  #: may read each text from a file whenever it is asked for
    extraction: str
    samples: Sequence[Sample]  #: may read each answer from a file whenever it is asked for
    outcomes: tuple[Outcome, ...]  #: in the order of ``samples``
    scores: tuple[Score, ...]
    guest: dict[str, str]  #: versions of the software inside the sandbox
    executor: str
    workers: int
    time_factor: float  #: factor by which time limits were multiplied
    started: datetime.datetime  #: UTC
    seconds: float  #: wall time of judging
    linted_extraction: LintedExtraction | None = None  #: the extraction rule, if it includes a linter
    #: Samples that the linter could not check, with the reason by ``task#draw``; None without linting.
    unlinted: Mapping[str, str] | None = None
    #: Errors that the linter found, by ``task#draw``; without samples in which it found none.
    lint_messages: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    lying: tuple[LyingAnswer, ...] = ()  #: answers that pass whatever their tests expect; then no row is made

    def with_outcomes(self, outcomes: Sequence[Outcome]) -> "Evaluation":
        """Return the evaluation with other outcomes of its tasks, and their scores."""
        scores = summarise(self.tasks, outcomes, categories_of(self.tasks))
        return replace(self, outcomes=tuple(outcomes), scores=scores)

    @property
    def cpu_seconds(self) -> float:
        """CPU seconds inside the sandbox, over all samples."""
        return sum(verdict.cpu_seconds for verdict in self._verdicts)

    @property
    def judged_again(self) -> int:
        """Number of samples that came near a limit and were judged a second time; that judging counts."""
        return sum(verdict.judged_again for verdict in self._verdicts)

    @property
    def not_judged_again(self) -> int:
        """Number of samples that came near a limit and were not judged a second time, for lack of time."""
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
    checkpoint: Checkpoint | None = None,
    progress: Progress | None = None,
) -> Evaluation:
    """Judge completions that have been matched to their tasks.

    Args:
        tasks: the tasks of the data set.
        completions: completions of these tasks, no (task, draw) twice.
        rule: the extraction rule.
        executor: runs the shards.
        checkpoint: the verdicts of an earlier run; grows with each shard.
        progress: called after each shard.

    Raises:
        BadInput: if a task has no other check than a rubric, which a model judges, or needs a library that is
            not installed.
        SandboxFailure: if this machine cannot sandbox a process; nothing has been judged then.
        OurFailure: if the executor gives up; the checkpoint keeps what was judged.
    """
    refuse_rubrics(tasks)
    started, clock = datetime.datetime.now(datetime.UTC), time.monotonic()
    guest = needed_versions(tasks)
    by_id = {task.id: task for task in tasks}
    raw = raw_samples(by_id, completions, rule.extract)
    samples, outcomes = extract_and_judge(raw, executor=executor, progress=progress, checkpoint=checkpoint)
    changed = [
        (samples[place], task) for place, task in draw(outcomes, tasks, completions_digest(completions))
    ]
    return Evaluation(
        tasks=tuple(tasks),
        completions=completions,
        extraction=rule.name,
        linted_extraction=rule.linted_extraction,
        samples=samples,
        outcomes=outcomes,
        scores=summarise(tasks, outcomes, categories_of(tasks)),
        guest=guest,
        executor=executor.name,
        workers=executor.workers,
        time_factor=executor.time_factor,
        started=started.replace(microsecond=0),
        seconds=time.monotonic() - clock,
        lying=lying_answers(changed, functools.partial(judge_samples, executor=executor)),
    )


def drawing_versions(tasks: Iterable[Task]) -> dict[str, str]:
    """Return the version of what draws figures in the sandbox; empty if no task needs it."""
    return extra_versions("figure") if any(isinstance(task.check, FigureCheck) for task in tasks) else {}


def needed_versions(tasks: Iterable[Task]) -> dict[str, str]:
    """Return the versions of everything in the sandbox that verdicts on these tasks depend on."""
    return guest_versions() | drawing_versions(tasks)


def refuse_rubrics(tasks: Sequence[Task]) -> None:
    """Refuse tasks that only a model can judge.

    Raises:
        BadInput: if there is one; it names the first.
    """
    for task in tasks:
        if isinstance(task.check, RubricCheck):
            problem = f"{quote_value(task.id)} has a check of kind rubric, which only a model can judge"
            raise BadInput("tasks", "check", problem, "use sightbench rubric PREDICTIONS --judge FILE")


def inputs_digest(tasks: Sequence[Task], completions: Sequence[Completion], rule: ExtractionRule) -> str:
    """Return the SHA-256 of everything that verdicts depend on: the key of a :class:`Checkpoint`."""
    rules = [rule.name, rule.setting] if rule.setting else [rule.name]
    guest = needed_versions(tasks)
    return digest_lines([tasks_digest(tasks), completions_digest(completions), *rules, JUDGE_VERSION, guest])


def judge_samples(
    samples: Sequence[Sample], *, executor: Executor, progress: Progress | None = None
) -> tuple[Outcome, ...]:
    """Return one outcome per sample, in the order of ``samples``; see :func:`evaluate`."""
    return extract_and_judge(samples, executor=executor, progress=progress)[1]


def extract_and_judge(
    samples: Sequence[Sample | RawSample],
    *,
    executor: Executor,
    progress: Progress | None = None,
    checkpoint: Checkpoint | None = None,
) -> tuple[Sequence[Sample], tuple[Outcome, ...]]:
    """Return all samples with their answers, and one outcome per sample; see :func:`evaluate`.

    Raw samples are extracted by the processes that judge them. Those that an earlier run judged are only
    extracted. Answers are kept in a file and read when they are needed, like the texts of ``samples``.
    """
    answered = AnsweredSamples(samples)
    outcomes: list[Outcome | None] = [None] * len(samples)
    for outcome in () if checkpoint is None else checkpoint.outcomes:
        outcomes[answered.place(outcome.key)] = outcome
    left = [place for place, outcome in enumerate(outcomes) if outcome is None]
    judged = len(samples) - len(left)

    def done(shard: Shard, found: Sequence[Outcome]) -> None:
        nonlocal judged
        for sample, outcome in zip(shard.samples, found, strict=True):
            place = answered.place(outcome.key)
            outcomes[place] = compact(outcome)
            if isinstance(sample, Sample):
                answered.put(place, sample.answer)
        if checkpoint is not None:
            checkpoint.add(found)
        judged += len(found)
        if progress is not None:
            progress(judged, len(samples))

    if left:
        check_libraries(answered.tasks.values())
        check_answers(Selected(samples, left))
        executor.run(shards(Selected(samples, left), max(1, len(left) // _SAMPLES_PER_SHARD)), done)
    places = answered.unanswered()
    extracted = extract_each(Selected(samples, places), workers=executor.workers)
    for place, sample in zip(places, extracted, strict=True):
        answered.put(place, sample.answer)
    return answered, tuple(map(_present, outcomes))


def _present(outcome: Outcome | None) -> Outcome:
    if outcome is None:
        raise OurFailure("the executor left out a sample", "report this as a bug")
    return outcome
