"""The executor for one machine: worker processes, each with its own sandboxes."""

import dataclasses
import os
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from benchmark.core.executor import Shard
from benchmark.core.sample import Answer, RawSample, Sample
from benchmark.core.task import Limits
from benchmark.core.verdict import MissingSample, Outcome, Status, Verdict
from benchmark.judging.checks.case_result import timeout_detail
from benchmark.judging.checks.comparison import comparison_sample
from benchmark.pipeline.judge import worker_messages
from benchmark.pipeline.judge.extracting import CRASHED, EXTRACTING_SECONDS
from benchmark.pipeline.judge.failed_samples import FailedSamples, is_failure
from benchmark.pipeline.judge.helper_process import spawn
from benchmark.pipeline.judge.machine_memory import fitting_workers
from benchmark.pipeline.judge.pauses import TICK_SECONDS, PauseWatch, was_stopped
from benchmark.pipeline.judge.second_round import PATIENCE, SecondRound
from benchmark.pipeline.judge.worker import ENDING, STARTING, work
from benchmark.sandbox.host.probe import calibration
from benchmark.sandbox.host.zygote import waited_seconds

_START_SECONDS = 180.0  #: time for a worker to begin a sample; it may have to start a sandbox three times
_END_SECONDS = 1.0  #: time for a worker to end after its end of the pipe was closed
_TRIES = 2  #: tries of a sample whose worker dies; after that it is judged alone, with as many tries
_PAUSES = 5  #: maximum judgings of one sample that a pause may spoil; after that the next verdict counts


class LocalPool:
    """Runs shards in ``workers`` processes, which also extract the answers of raw samples.

    If a text crashes the process that extracts its answer, its sample has no answer.
    If a worker dies, its sample is tried once more in another worker, and then alone. If that fails too, it
    is missing, unless the same task can be judged with its reference: then the answer is to blame. If the
    value that an answer returned keeps a worker busy beyond the limit on the wall clock, the worker is killed
    and the sample has timed out.
    Samples that came near a limit are judged again after all others, one at a time. So are samples that timed
    out while processes of the run were stopped, frozen or asleep.

    Args:
        workers: number of processes; None for one per core. Fewer are started if the machine's memory does
            not suffice for all of them.
        grace_seconds: wait this long beyond the wall-clock limit before killing a worker, which normally
            enforces that limit itself.
    """

    name = "local"

    def __init__(self, workers: int | None = None, *, grace_seconds: float = 5.0) -> None:
        self.workers = workers or len(os.sched_getaffinity(0))
        self._grace_seconds = grace_seconds

    @property
    def time_factor(self) -> float:
        """The factor of this machine by which time limits are multiplied; measured once per process."""
        return calibration().time_factor

    def run(self, shards: Iterable[Shard], done: Callable[[Shard, Sequence[Outcome]], None]) -> None:
        """Judge all shards; ``done`` is called in this thread, once per shard.

        Raises:
            OurFailure: if the machine has too little memory for one worker; nothing has been judged then.
        """
        shards = list(shards)
        guest_mb = max((s.task.limits.memory_mb for shard in shards for s in shard.samples), default=0)
        self.workers = fitting_workers(self.workers, guest_mb)
        queue = deque(_Job(shard, place) for shard in shards for place in range(len(shard.samples)))
        watch = PauseWatch()
        collected = _CollectedOutcomes(done, watch.clock)
        workers: list[_Worker] = []
        ended: list[_Worker] = []
        try:
            while queue or any(worker.job for worker in workers) or collected.queue_second_judging(queue):
                workers += self._new_workers(queue, workers, watch)
                for worker in workers:
                    if worker.job is None and queue:
                        worker.give(queue.popleft())
                for job, outcome in _next_outcomes(workers, queue, watch):
                    collected.put(job, outcome)
                ended += [worker for worker in workers if worker.ending and not worker.job]
                workers = [
                    worker
                    for worker in workers
                    if worker.job or (worker.process.is_alive() and not worker.ending)
                ]
        except BaseException:
            for worker in (*workers, *ended):
                worker.process.kill()
            raise
        finally:
            for worker in (*workers, *ended):
                worker.end()

    def _new_workers(
        self, queue: "deque[_Job]", workers: Sequence["_Worker"], watch: PauseWatch
    ) -> "list[_Worker]":
        """Start as many further workers as there are waiting jobs, up to the limit."""
        idle = sum(worker.job is None for worker in workers)
        number = min(len(queue) - idle, self.workers - len(workers))
        return [_Worker(self._grace_seconds, self.time_factor, watch.clock) for _ in range(number)]


@dataclass(slots=True)
class _Job:
    """One sample of a shard to be judged."""

    shard: Shard
    place: int  #: 0-based index of the sample in the shard
    deaths: int = 0  #: number of workers that died while judging it
    alone: bool = False  #: whether this is the second judging, with no other sample at the same time
    answered: Sample | None = None  #: the sample with its answer, if that was extracted by a worker
    #: Failure of the sample's second judging; then the reference is judged in its place.
    failure: MissingSample | None = None
    paused: bool = False  #: whether a process was stopped, frozen or asleep during this judging
    pauses: int = 0  #: number of earlier judgings that a pause spoiled

    @property
    def own_sample(self) -> Sample | RawSample:
        return self.answered or self.shard.samples[self.place]

    @property
    def sample(self) -> Sample | RawSample:
        """The sample to judge: its own, or the one that it is compared with."""
        return self.own_sample if self.failure is None else comparison_sample(self.own_sample)

    def settled_sample(self, outcome: Outcome) -> Sample:
        """Return the sample with its answer, which is empty if no worker could extract it."""
        own = self.own_sample
        if isinstance(own, Sample):
            return own
        return own.failed(outcome.reason if isinstance(outcome, MissingSample) else outcome.detail)

    @property
    def patience(self) -> float:
        return PATIENCE if self.alone else 1.0


class _CollectedOutcomes:
    """Collects outcomes and passes them on by shard; samples near a limit first wait for a second judging."""

    def __init__(self, done: Callable[[Shard, Sequence[Outcome]], None], clock: Callable[[], float]) -> None:
        self._done = done
        self._of_shard: dict[int, dict[int, tuple[Sample, Outcome]]] = {}
        self._again: SecondRound[_Job] = SecondRound(clock)
        self._failed: FailedSamples[_Job] = FailedSamples()
        self._comparison: _Job | None = None

    def put(self, job: _Job, outcome: Outcome) -> None:
        if (
            isinstance(outcome, Verdict)
            and outcome.status is Status.TIMEOUT
            and job.paused
            and job.pauses < _PAUSES
        ):
            outcome = dataclasses.replace(outcome, near_limit=True, judged_again=job.alone)
            self._again.put(dataclasses.replace(job, pauses=job.pauses + 1), outcome)
            return
        if job.failure is not None:
            outcome = self._failed.compared(job.own_sample, job.failure, outcome)
        elif isinstance(outcome, MissingSample) and is_failure(outcome):
            if not job.alone:
                self._failed.put(job, outcome)
                return
            settled = self._failed.settled(job.own_sample, outcome)
            if settled is None:
                self._comparison = dataclasses.replace(job, failure=outcome, deaths=0)
                return
            outcome = settled
        elif isinstance(outcome, Verdict) and job.alone:
            outcome = dataclasses.replace(outcome, judged_again=True)
        elif isinstance(outcome, Verdict) and outcome.near_limit:
            self._again.put(job, outcome)
            return
        self._settle(job, outcome)

    def queue_second_judging(self, queue: "deque[_Job]") -> bool:
        """Queue the next sample to be judged alone; return False if no sample or no time is left."""
        job, self._comparison = self._comparison, None
        job = job or self._failed.next_alone() or self._again.next()
        if job is not None:
            queue.append(dataclasses.replace(job, alone=True, deaths=0, paused=False))
            return True
        for waiting, first in (*self._failed.remaining(), *self._again.remaining()):
            self._settle(waiting, first)
        return False

    def _settle(self, job: _Job, outcome: Outcome) -> None:
        of_shard = self._of_shard.setdefault(job.shard.index, {})
        of_shard[job.place] = job.settled_sample(outcome), outcome
        if len(of_shard) == len(job.shard.samples):
            del self._of_shard[job.shard.index]
            samples, outcomes = zip(*(of_shard[place] for place in range(len(of_shard))), strict=True)
            self._done(dataclasses.replace(job.shard, samples=samples), outcomes)


@dataclass(slots=True)
class _Worker:
    """A worker process and the job that it is working on."""

    grace_seconds: float
    time_factor: float
    clock: Callable[[], float]  #: seconds, without pauses
    process: BaseProcess = field(init=False)
    connection: Connection = field(init=False)
    job: _Job | None = None
    deadline: float = 0.0
    is_starting: bool = False  #: whether it is starting a sandbox; then no answer is to blame for its delay
    waited: float = 0.0  #: seconds that it was ready but not running, until its current test began
    is_new: bool = True  #: whether it has sent no message yet
    ending: bool = False  #: whether it ends after its current sample

    def __post_init__(self) -> None:
        self.process, self.connection = spawn(work, self.time_factor)

    def give(self, job: _Job) -> None:
        self.job = job
        was_stopped(self.process.pid or 0)  # forget a stop before this sample
        if self.is_new:
            self.starting()
        else:
            self.begun()
        try:
            self.connection.send((job.sample, job.patience))
        except OSError:
            self.process.kill()  # it has died meanwhile; _next_outcomes handles that

    def starting(self) -> None:
        self.is_starting = not self.is_new
        self.deadline = self.clock() + _START_SECONDS

    def begun(self) -> None:
        self.is_starting = False
        seconds = EXTRACTING_SECONDS if self.raw_text is not None else self._limits().wall_seconds
        self.deadline = self.clock() + seconds + self.grace_seconds
        self.waited = self._waited_seconds()

    def was_kept_waiting(self) -> bool:
        """Whether other programs kept it from running for longer than the grace time."""
        return self._waited_seconds() - self.waited > self.grace_seconds

    def note_pause(self) -> None:
        """Record that this process or the worker did not run for a while."""
        if self.job is not None:
            self.job.paused = True

    def _waited_seconds(self) -> float:
        return waited_seconds(self.process.pid or 0)

    def _limits(self) -> Limits:
        assert self.job is not None  # noqa: S101 - called only while it has a job
        return self.job.sample.task.limits.scaled(self.time_factor, self.job.patience)

    def outcome(self, outcome: Outcome) -> tuple[_Job, Outcome]:
        """Return the job with its outcome; the worker is idle from now on."""
        assert self.job is not None  # noqa: S101 - called only while it has a job
        if was_stopped(self.process.pid or 0):
            self.note_pause()
        job, self.job = self.job, None
        return job, outcome

    @property
    def raw_text(self) -> str | None:
        """The text of its job whose answer is not extracted yet; None if no answer can come."""
        return self.job.sample.text if self.job and isinstance(self.job.sample, RawSample) else None

    def extracted(self, answer: Answer) -> None:
        if self.job is not None and isinstance(self.job.sample, RawSample):
            self.job.answered = self.job.sample.answered(answer)
        self.begun()

    def end(self) -> None:
        self.connection.close()
        self.process.join()


def _next_outcomes(
    workers: Sequence[_Worker], queue: "deque[_Job]", watch: PauseWatch
) -> Iterable[tuple[_Job, Outcome]]:
    """Wait a moment for messages, dead or late workers; yield the jobs that now have an outcome."""
    busy = {worker.connection: worker for worker in workers if worker.job is not None}
    ready = wait(list(busy), TICK_SECONDS)
    _look_for_pauses(busy.values(), watch)
    for connection in ready:
        worker = busy[connection]  # type: ignore[index]  # a key of busy
        try:
            message = worker_messages.receive(worker.connection, text=worker.raw_text)
        except (EOFError, OSError):
            yield from _handle_death(worker, queue)
            continue
        worker.is_new = False
        if isinstance(message, Verdict | MissingSample):
            yield worker.outcome(message)
        elif isinstance(message, Answer):
            worker.extracted(message)
        elif message == STARTING:
            worker.starting()
        elif message == ENDING:
            worker.ending = True
        else:
            worker.begun()
    _look_for_pauses(busy.values(), watch)
    for worker in busy.values():
        if worker.job is not None and watch.now > worker.deadline:
            yield from _end_late(worker, queue)


def _end_late(worker: _Worker, queue: "deque[_Job]") -> Iterable[tuple[_Job, Outcome]]:
    """End a worker whose time is over; its sample has timed out, unless it was not being judged yet."""
    if worker.is_starting:
        yield from _handle_death(worker, queue, f"started no sandbox within {_START_SECONDS:g} s")
    elif worker.is_new:
        yield from _handle_death(worker, queue, f"did not begin within {_START_SECONDS:g} s")
    elif worker.raw_text is not None:
        yield from _handle_death(worker, queue, f"extracted no answer within {EXTRACTING_SECONDS:g} s")
    else:
        assert worker.job is not None  # noqa: S101 - only a busy worker can be late
        sample = worker.job.sample
        late = Verdict(
            task_id=sample.task.id,
            draw=sample.draw,
            status=Status.TIMEOUT,
            detail=timeout_detail(sample.task.limits),
            near_limit=worker.was_kept_waiting(),
        )
        outcome = worker.outcome(late)
        worker.process.kill()
        worker.process.join()
        yield outcome


def _look_for_pauses(busy: Iterable[_Worker], watch: PauseWatch) -> None:
    if watch.look():
        for worker in busy:
            worker.note_pause()


def _handle_death(worker: _Worker, queue: "deque[_Job]", reason: str = "") -> Iterable[tuple[_Job, Outcome]]:
    """End a worker that died, sent an invalid message or is late; its sample gets another try, or fails.

    Args:
        worker: the worker.
        queue: the jobs that wait for a worker.
        reason: why a worker that did not die is to end.
    """
    late = bool(reason)
    if not late:
        worker.process.join(_END_SECONDS)  # otherwise its own exit code would be lost
    worker.process.kill()
    worker.process.join()
    job, worker.job = worker.job, None
    if job is None:
        return
    job.deaths += 1
    if job.deaths < _TRIES:
        queue.appendleft(job)
        return
    if isinstance(job.sample, RawSample) and not worker.is_new:
        # The text is to blame, unless it can be extracted when the sample is judged alone.
        yield (
            job,
            Verdict(
                task_id=job.sample.task.id,
                draw=job.sample.draw,
                status=Status.NO_ANSWER,
                detail=CRASHED,
                near_limit=True,
            ),
        )
        return
    reason = reason or f"died {_TRIES} times while judging it (exit code {worker.process.exitcode})"
    reason = f"a worker process {reason}"
    certain = worker.is_starting and late
    yield job, MissingSample(task_id=job.sample.task.id, draw=job.sample.draw, reason=reason, certain=certain)
