"""The executor for one machine: worker processes, each with its own sandboxes."""

import dataclasses
import os
import time
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
from benchmark.pipeline.judge import worker_messages
from benchmark.pipeline.judge.extracting import CRASHED, EXTRACTING_SECONDS
from benchmark.pipeline.judge.helper_process import spawn
from benchmark.pipeline.judge.second_round import PATIENCE, SecondRound
from benchmark.pipeline.judge.worker import STARTING, work
from benchmark.sandbox.host.probe import calibration
from benchmark.sandbox.host.zygote import waited_seconds

_START_SECONDS = 180.0  #: time for a worker to begin a sample; it may have to start a sandbox three times
_TRIES = 2  #: tries of a sample whose worker dies; after that it is missing


class LocalPool:
    """Runs shards in ``workers`` processes, which also extract the answers of raw samples.

    If a text crashes the process that extracts its answer, its sample has no answer.
    If a worker dies, its sample is tried once more in another worker. If the value that an answer returned
    keeps a worker busy beyond the limit on the wall clock, the worker is killed and the sample has timed out.
    Samples that came near a limit are judged again after all others, one at a time.

    Args:
        workers: number of processes; None for one per core.
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
        """Judge all shards; ``done`` is called in this thread, once per shard."""
        queue = deque(_Job(shard, place) for shard in shards for place in range(len(shard.samples)))
        collected = _CollectedOutcomes(done)
        workers: list[_Worker] = []
        try:
            while queue or any(worker.job for worker in workers) or collected.queue_second_judging(queue):
                workers += self._new_workers(queue, workers)
                for worker in workers:
                    if worker.job is None and queue:
                        worker.give(queue.popleft())
                for job, outcome in _next_outcomes(workers, queue):
                    collected.put(job, outcome)
                workers = [worker for worker in workers if worker.job or worker.process.is_alive()]
        except BaseException:
            for worker in workers:
                worker.process.kill()
            raise
        finally:
            for worker in workers:
                worker.end()

    def _new_workers(self, queue: "deque[_Job]", workers: Sequence["_Worker"]) -> "list[_Worker]":
        """Start as many further workers as there are waiting jobs, up to the limit."""
        idle = sum(worker.job is None for worker in workers)
        number = min(len(queue) - idle, self.workers - len(workers))
        return [_Worker(self._grace_seconds, self.time_factor) for _ in range(number)]


@dataclass(slots=True)
class _Job:
    """One sample of a shard to be judged."""

    shard: Shard
    place: int  #: 0-based index of the sample in the shard
    deaths: int = 0  #: number of workers that died while judging it
    alone: bool = False  #: whether this is the second judging, with no other sample at the same time
    answered: Sample | None = None  #: the sample with its answer, if that was extracted by a worker

    @property
    def sample(self) -> Sample | RawSample:
        return self.answered or self.shard.samples[self.place]

    def settled_sample(self, outcome: Outcome) -> Sample:
        """Return the sample with its answer, which is empty if no worker could extract it."""
        if isinstance(self.sample, Sample):
            return self.sample
        return self.sample.failed(outcome.reason if isinstance(outcome, MissingSample) else outcome.detail)

    @property
    def patience(self) -> float:
        return PATIENCE if self.alone else 1.0


class _CollectedOutcomes:
    """Collects outcomes and passes them on by shard; samples near a limit first wait for a second judging."""

    def __init__(self, done: Callable[[Shard, Sequence[Outcome]], None]) -> None:
        self._done = done
        self._of_shard: dict[int, dict[int, tuple[Sample, Outcome]]] = {}
        self._again: SecondRound[_Job] = SecondRound()

    def put(self, job: _Job, outcome: Outcome) -> None:
        if isinstance(outcome, Verdict) and job.alone:
            outcome = dataclasses.replace(outcome, judged_again=True)
        elif isinstance(outcome, Verdict) and outcome.near_limit:
            self._again.put(job, outcome)
            return
        self._settle(job, outcome)

    def queue_second_judging(self, queue: "deque[_Job]") -> bool:
        """Queue the next sample to be judged alone; return False if no sample or no time is left."""
        job = self._again.next()
        if job is not None:
            queue.append(dataclasses.replace(job, alone=True, deaths=0))
            return True
        for waiting, first in self._again.remaining():
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
    process: BaseProcess = field(init=False)
    connection: Connection = field(init=False)
    job: _Job | None = None
    deadline: float = 0.0
    waited: float = 0.0  #: seconds that it was ready but not running, until its current test began
    is_new: bool = True  #: whether it has sent no message yet

    def __post_init__(self) -> None:
        self.process, self.connection = spawn(work, self.time_factor)

    def give(self, job: _Job) -> None:
        self.job = job
        if self.is_new:
            self.starting()
        else:
            self.begun()
        try:
            self.connection.send((job.sample, job.patience))
        except OSError:
            self.process.kill()  # it has died meanwhile; _next_outcomes handles that

    def starting(self) -> None:
        self.deadline = time.monotonic() + _START_SECONDS

    def begun(self) -> None:
        seconds = EXTRACTING_SECONDS if self.raw_text is not None else self._limits().wall_seconds
        self.deadline = time.monotonic() + seconds + self.grace_seconds
        self.waited = self._waited_seconds()

    def was_kept_waiting(self) -> bool:
        """Whether other programs kept it from running for longer than the grace time."""
        return self._waited_seconds() - self.waited > self.grace_seconds

    def _waited_seconds(self) -> float:
        return waited_seconds(self.process.pid or 0)

    def _limits(self) -> Limits:
        assert self.job is not None  # noqa: S101 - called only while it has a job
        return self.job.sample.task.limits.scaled(self.time_factor, self.job.patience)

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


def _next_outcomes(workers: Sequence[_Worker], queue: "deque[_Job]") -> Iterable[tuple[_Job, Outcome]]:
    """Wait until a worker sends a message, dies or is late; yield the jobs that now have an outcome."""
    busy = {worker.connection: worker for worker in workers if worker.job is not None}
    patience = min((worker.deadline for worker in busy.values()), default=0.0) - time.monotonic()
    for connection in wait(list(busy), max(0.0, patience)):
        worker = busy[connection]  # type: ignore[index]  # a key of busy
        try:
            message = worker_messages.receive(worker.connection, text=worker.raw_text)
        except (EOFError, OSError):
            yield from _handle_death(worker, queue)
            continue
        worker.is_new = False
        if isinstance(message, Verdict | MissingSample):
            assert worker.job is not None  # noqa: S101 - it is busy
            yield worker.job, message
            worker.job = None
        elif isinstance(message, Answer):
            worker.extracted(message)
        elif message == STARTING:
            worker.starting()
        else:
            worker.begun()
    for worker in busy.values():
        if worker.job is not None and time.monotonic() > worker.deadline:
            if isinstance(worker.job.sample, RawSample):
                yield from _handle_death(worker, queue)
                continue
            kept_waiting = worker.was_kept_waiting()
            worker.process.kill()
            sample = worker.job.sample
            yield (
                worker.job,
                Verdict(
                    task_id=sample.task.id,
                    draw=sample.draw,
                    status=Status.TIMEOUT,
                    detail=timeout_detail(sample.task.limits),
                    near_limit=kept_waiting,
                ),
            )
            worker.job = None
            worker.process.join()


def _handle_death(worker: _Worker, queue: "deque[_Job]") -> Iterable[tuple[_Job, Outcome]]:
    """End a worker that died or sent an invalid message; its sample gets another try, or has an outcome."""
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
    reason = f"a worker process died {_TRIES} times while judging it (exit code {worker.process.exitcode})"
    yield job, MissingSample(task_id=job.sample.task.id, draw=job.sample.draw, reason=reason)
