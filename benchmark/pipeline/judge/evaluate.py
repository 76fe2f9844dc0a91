"""Turns completions into verdicts and scores.

Refuses to make rows from failures of ours, broken tests, and answers that pass whatever a test expects.
"""

import datetime
import fcntl
import functools
import hashlib
import json
import os
import time
from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Self, TextIO

from benchmark.core.digest import digest_lines
from benchmark.core.errors import BadInput, OurFailure, quote_value
from benchmark.core.executor import Executor, Shard
from benchmark.core.sample import Answer, Completion, RawSample, Sample, SampleKey, sample_name
from benchmark.core.score import Score
from benchmark.core.suite import ExtractionRule, LintedExtraction
from benchmark.core.task import FigureCheck, RubricCheck, Task
from benchmark.core.verdict import MISSING_LIMIT, MissingSample, Outcome, Status, Verdict, compact
from benchmark.files.atomic import make_folder, write_atomic
from benchmark.files.predictions import completions_digest
from benchmark.files.stored_completions import LazySequence, Selected, Spool, keys_of
from benchmark.files.tasks import tasks_digest
from benchmark.files.verdicts import read_verdicts, verdict_record
from benchmark.judging import JUDGE_VERSION
from benchmark.judging.checks.case_result import BROKEN
from benchmark.pipeline.judge.extracting import extract_each, raw_samples
from benchmark.pipeline.judge.needed_libraries import check_answers, check_libraries
from benchmark.pipeline.judge.perturbed import LyingAnswer, check_honest, draw, lying_answers
from benchmark.sandbox.host.probe import extra_versions, guest_versions
from benchmark.scoring.metrics import summarise
from benchmark.suites import categories_of, joined_stem

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


def shards(samples: Sequence[Sample | RawSample], count: int) -> tuple[Shard, ...]:
    """Divide samples into at most ``count`` shards; empty shards are left out.

    A sample's shard depends only on its suite, task and draw, so a laptop, a CI matrix and a cluster make the
    same shards for the same count. A shard reads its samples from ``samples`` when they are needed.
    """
    if count < 1:
        raise ValueError(f"count must be at least 1, got {count}")
    by_shard: dict[int, array[int]] = defaultdict(lambda: array("q"))
    for place, sample in enumerate(samples):
        by_shard[shard_of(sample.task.suite, sample.task.id, sample.draw, count)].append(place)
    return tuple(Shard(index=index, samples=Selected(samples, by_shard[index])) for index in sorted(by_shard))


def shard_of(suite: str, task_id: str, draw: int, count: int) -> int:
    """Return the index of a sample's shard, ``0 <= index < count``."""
    key = "\0".join((suite, task_id, str(draw))).encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.sha256(key).digest()[:8], "big") % count


_BLOCK = 1 << 16  #: bytes that are read at once to find the last line end


class Checkpoint:
    """A file of outcomes that grows with each shard, locked against other runs; a context manager."""

    def __init__(self, path: Path, lock: TextIO, outcomes: tuple[Outcome, ...]) -> None:
        self._path = path
        self._lock = lock
        self.outcomes = outcomes  #: outcomes of the earlier run

    @classmethod
    def begin(cls, path: Path, key: str) -> Self:
        """Open the file and go on with its outcomes, or create it.

        Args:
            path: the file; call :meth:`remove` when the run is complete.
            key: a digest of everything that verdicts depend on.

        Raises:
            BadInput: if the file has outcomes of a run with another key, is in use or cannot be written.
        """
        make_folder(path.parent)
        lock = _lock_key_file(path)
        try:
            outcomes = _earlier_verdicts(path, key)
            if outcomes:
                write_atomic(path, map(_line, outcomes))  # without samples that are judged again
            else:
                write_atomic(path, b"")  # before the key changes: old outcomes must not get the new key
                lock.truncate(0)
                lock.write(key)
                lock.flush()
        except BaseException:
            lock.close()
            raise
        return cls(path, lock, outcomes)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._lock.close()

    def add(self, outcomes: Iterable[Outcome]) -> None:
        """Record the outcomes of a shard."""
        try:
            with self._path.open("ab") as file:
                file.write(b"".join(map(_line, outcomes)))
        except OSError as error:
            fix = "free some disk space, then run the same command again"
            raise BadInput(self._path, "", f"cannot be written: {error.strerror}", fix) from None

    def remove(self) -> None:
        """Delete the file, after its verdicts have been written elsewhere."""
        self._path.unlink(missing_ok=True)
        _key_path(self._path).unlink(missing_ok=True)
        self._path.with_name(f"{self._path.name}.run.json").unlink(missing_ok=True)


def _lock_key_file(path: Path) -> TextIO:
    """Open and lock the key file, which only one run at a time can do."""
    try:
        lock = _key_path(path).open("a+", encoding="ascii")
    except OSError as error:
        fix = "choose another folder for the verdict file"
        raise BadInput(_key_path(path), "", f"cannot be written: {error.strerror}", fix) from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        problem = "is in use by another run"
        raise BadInput(path, "", problem, "wait for it, or name another verdict file") from None
    return lock


def _earlier_verdicts(path: Path, key: str) -> tuple[Outcome, ...]:
    if not path.exists() or not path.stat().st_size:
        return ()
    if _key_path(path).read_text(errors="replace") != key:
        verdicts = path.read_bytes().count(b"\n")
        problem = f"holds {verdicts} verdicts on other tasks or completions, or by other rules or versions"
        raise BadInput(path, "", problem, "name another verdict file, or delete this one to start over")
    if not _cut_incomplete_line(path):
        return ()
    # Samples that are missing because of a failure of ours are judged again.
    return tuple(outcome for outcome in read_verdicts(path) if isinstance(outcome, Verdict))


def _cut_incomplete_line(path: Path) -> int:
    """Remove what follows the last line end, whose sample is judged again; return the remaining bytes."""
    with path.open("rb+") as file:
        end = file.seek(0, os.SEEK_END)
        while end > 0:
            begin = max(0, end - _BLOCK)
            file.seek(begin)
            last = file.read(end - begin).rfind(b"\n")
            end = begin + last + 1
            if last >= 0:
                break
        return file.truncate(end)


def _key_path(path: Path) -> Path:
    return path.with_name(path.name + ".key")


def _line(outcome: Outcome) -> bytes:
    return (json.dumps(verdict_record(outcome, measured=True)) + "\n").encode("ascii")


_SAMPLES_PER_SHARD = 8

#: Called after each shard with two numbers: samples judged so far, and all samples.
Progress = Callable[[int, int], None]


def joined(tasks: Sequence[Task]) -> list[Task]:
    """Return tasks with the stems that ranges and comparisons count: variants of a problem are one stem."""
    found = []
    for task in tasks:
        stem = joined_stem(task.suite, task.id, task.family)
        found.append(task if stem == task.family else replace(task, stem=stem))
    return found


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
        scores = summarise(joined(self.tasks), outcomes, categories_of(self.tasks))
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
    part: bool = False,
) -> Evaluation:
    """Judge completions that have been matched to their tasks.

    Args:
        tasks: the tasks of the data set.
        completions: completions of these tasks, no (task, draw) twice.
        rule: the extraction rule.
        executor: runs the shards.
        checkpoint: the verdicts of an earlier run; grows with each shard.
        progress: called after each shard.
        part: whether these are a part of a run. Then they get no scores, and no answer is tried with
            changed tests.

    Raises:
        BadInput: if a task has no other check than a rubric, which a model judges, or needs a library that is
            not installed.
        SandboxFailure: if this machine cannot sandbox a process; nothing has been judged then.
        OurFailure: if the executor gives up; the checkpoint keeps what was judged.
    """
    if not part:
        refuse_rubrics(tasks)
    started, clock = datetime.datetime.now(datetime.UTC), time.monotonic()
    guest = needed_versions(tasks)
    by_id = {task.id: task for task in tasks}
    raw = raw_samples(by_id, completions, rule.extract)
    samples, outcomes = extract_and_judge(raw, executor=executor, progress=progress, checkpoint=checkpoint)
    drawn = [] if part else draw(outcomes, tasks, completions_digest(completions))
    changed = [(samples[place], task) for place, task in drawn]
    return Evaluation(
        tasks=tuple(tasks),
        completions=completions,
        extraction=rule.name,
        linted_extraction=rule.linted_extraction,
        samples=samples,
        outcomes=outcomes,
        scores=() if part else summarise(joined(tasks), outcomes, categories_of(tasks)),
        guest=guest,
        executor=executor.name,
        workers=executor.workers,
        time_factor=executor.time_factor,
        started=started.replace(microsecond=0),
        seconds=time.monotonic() - clock,
        lying=lying_answers(changed, functools.partial(judge_samples, executor=executor)),
    )


def needed_versions(tasks: Iterable[Task]) -> dict[str, str]:
    """Return the versions of everything in the sandbox that verdicts on these tasks depend on."""
    has_figures = any(isinstance(task.check, FigureCheck) for task in tasks)
    return guest_versions() | (extra_versions("figure") if has_figures else {})


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


_TASKS_SHOWN = 5


def missing_reasons(outcomes: Sequence[Outcome]) -> dict[str, str]:
    """Return the samples without a verdict: the reason by ``task#draw``."""
    missing = [outcome for outcome in outcomes if isinstance(outcome, MissingSample)]
    return {sample_name(outcome.key): outcome.reason for outcome in missing}


def with_absent(evaluation: Evaluation, absent: Mapping[SampleKey, str] | None) -> Evaluation:
    """Add samples that never arrived to an evaluation; they are missing and left out of the scores."""
    if not absent:
        return evaluation
    present = set(keys_of(evaluation.completions))  # a later run may have added some
    left = {key: reason for key, reason in absent.items() if key not in present}
    if not left:
        return evaluation
    missing = [MissingSample(task_id=key[0], draw=key[1], reason=left[key]) for key in sorted(left)]
    return evaluation.with_outcomes((*evaluation.outcomes, *missing))


def is_complete(evaluation: Evaluation) -> bool:
    """Whether few samples are missing, no test shows that it is broken, and no answer lies."""
    if evaluation.lying or any(broken_by_answers(evaluation)):
        return False
    limit = MISSING_LIMIT * len(evaluation.outcomes)
    return all(len(reasons) <= limit for _, reasons in _failures(evaluation))


def check_missing(evaluation: Evaluation) -> None:
    """Refuse an evaluation with more than 1 % missing samples, or with a test that judges no answer rightly.

    Raises:
        OurFailure: if more than 1 % of the samples have no verdict, or no result of the linter; if a test
            fails for every answer; if an answer passes a test that was called broken; or if one passes
            whatever its test expects.
    """
    check_honest(evaluation.lying)
    for _, problem, fix in broken_by_answers(evaluation):
        raise OurFailure(f"{problem}, so no row is made", f"{fix}, then run the same command again")
    if is_complete(evaluation):
        return
    judged = {outcome.task_id for outcome in evaluation.outcomes if isinstance(outcome, Verdict)}
    broken = sorted({outcome.task_id for outcome in evaluation.outcomes} - judged)
    shown = ", ".join(map(quote_value, broken[:_TASKS_SHOWN])) + (", …" if len(broken) > _TASKS_SHOWN else "")
    what, reasons = max(_failures(evaluation), key=lambda failure: len(failure[1]))
    first, reason = next(iter(reasons.items()))
    raise OurFailure(
        f"{len(reasons)} of {len(evaluation.outcomes)} samples {what}, so no row is made;"
        f" the first, {quote_value(first)}: {reason}",
        "remove the cause, then run the same command again"
        + (f"; there is no verdict on any sample of {shown}" if broken else ""),
    )


def broken_by_answers(evaluation: Evaluation) -> Iterator[tuple[str, str, str]]:
    """Yield tests that are broken although answers got a verdict: the task's id, the problem and a fix.

    No answer can cause this: a dead end is proved by the text of the test, and a test is called broken by
    programs that follow from the task alone.
    """
    passed = {o.task_id for o in evaluation.outcomes if isinstance(o, Verdict) and o.status is Status.PASSED}
    for outcome in evaluation.outcomes:
        if isinstance(outcome, Verdict) and outcome.dead_end and outcome.task_id not in passed:
            task = quote_value(outcome.task_id)
            problem = f"the test of task {task} fails for every answer that gets to its {outcome.dead_end}"
            yield outcome.task_id, problem, "correct that line of the test"
        elif (
            isinstance(outcome, MissingSample)
            and outcome.reason.startswith(BROKEN)
            and outcome.task_id in passed
        ):
            why = outcome.reason.removeprefix(BROKEN)
            task, name = quote_value(outcome.task_id), quote_value(sample_name(outcome.key))
            problem = f"an answer passes the test of task {task}, which was called broken for {name}: {why}"
            yield outcome.task_id, problem, "correct the reference of the task, or its test"


def _failures(evaluation: Evaluation) -> list[tuple[str, Mapping[str, str]]]:
    """Return each kind of failure of ours, with its samples and reasons."""
    return [
        ("have no verdict", missing_reasons(evaluation.outcomes)),
        ("were not linted", evaluation.unlinted or {}),
    ]
