"""The executor of one machine: worker processes, each with sandboxes of its own."""

import dataclasses
import os
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from benchmark.core.executor import Shard
from benchmark.core.sample import Sample
from benchmark.core.task import Limits
from benchmark.core.verdict import MissingSample, Outcome, Status, Verdict
from benchmark.judging.checks.case_result import timeout_detail
from benchmark.pipeline.judge import worker_messages
from benchmark.pipeline.judge.helper_process import spawned
from benchmark.pipeline.judge.second_round import PATIENCE, SecondRound
from benchmark.pipeline.judge.worker import STARTING, work
from benchmark.sandbox.host.probe import calibration
from benchmark.sandbox.host.zygote import waited_seconds

_START_SECONDS = (
    180.0  #: for a worker to begin with a sample: it may have to start a sandbox, three times over
)
_TRIES = 2  #: of a sample whose worker dies; then it is missing


class LocalPool:
    """Runs shards in ``workers`` processes.

    A worker that dies costs the sample that it had in hand one more try, in another worker. One that is kept
    busy beyond the backstop by what an answer returned is killed, and the sample has timed out. Samples that
    came near a limit are judged again when all others are done, one at a time.

    Args:
        workers: processes at a time; one a core when None.
        grace_seconds: beyond the backstop, which a worker keeps by itself where it can.
    """

    name = "local"

    def __init__(self, workers: int | None = None, *, grace_seconds: float = 5.0) -> None:
        self.workers = workers or len(os.sched_getaffinity(0))
        self._grace_seconds = grace_seconds

    @property
    def time_factor(self) -> float:
        """Of this machine, measured once a process; see :class:`benchmark.core.executor.Executor`."""
        return calibration().time_factor

    def run(self, shards: Iterable[Shard], done: Callable[[Shard, Sequence[Outcome]], None]) -> None:
        """See :class:`benchmark.core.executor.Executor`."""
        queue = deque(_Job(shard, place) for shard in shards for place in range(len(shard.samples)))
        found = _CollectedOutcomes(done)
        workers: list[_Worker] = []
        try:
            while queue or any(worker.job for worker in workers) or found.begin_again(queue):
                workers += self._wanted(queue, workers)
                for worker in workers:
                    if worker.job is None and queue:
                        worker.give(queue.popleft())
                for job, outcome in _news(workers, queue):
                    found.put(job, outcome)
                workers = [worker for worker in workers if worker.job or worker.process.is_alive()]
        except BaseException:
            for worker in workers:
                worker.process.kill()
            raise
        finally:
            for worker in workers:
                worker.end()

    def _wanted(self, queue: "deque[_Job]", workers: Sequence["_Worker"]) -> "list[_Worker]":
        """As many new workers as there is work for."""
        idle = sum(worker.job is None for worker in workers)
        number = min(len(queue) - idle, self.workers - len(workers))
        return [_Worker(self._grace_seconds, self.time_factor) for _ in range(number)]


@dataclass(slots=True)
class _Job:
    """One sample of a shard, and how often a worker has died on it."""

    shard: Shard
    place: int
    deaths: int = 0
    alone: bool = False  #: the second judging, with nothing beside it

    @property
    def sample(self) -> Sample:
        return self.shard.samples[self.place]

    @property
    def patience(self) -> float:
        return PATIENCE if self.alone else 1.0


class _CollectedOutcomes:
    """Outcomes of samples, handed over shard by shard; those near a limit when they are judged again."""

    def __init__(self, done: Callable[[Shard, Sequence[Outcome]], None]) -> None:
        self._done = done
        self._of_shard: dict[int, dict[int, Outcome]] = {}
        self._again: SecondRound[_Job] = SecondRound()

    def put(self, job: _Job, outcome: Outcome) -> None:
        if isinstance(outcome, Verdict) and job.alone:
            outcome = dataclasses.replace(outcome, judged_again=True)
        elif isinstance(outcome, Verdict) and outcome.near_limit:
            self._again.put(job, outcome)
            return
        self._settle(job, outcome)

    def begin_again(self, queue: "deque[_Job]") -> bool:
        """Queue the next sample to be judged alone; with none left, or no time, the run is over."""
        job = self._again.next()
        if job is not None:
            queue.append(dataclasses.replace(job, alone=True, deaths=0))
            return True
        for left, first in self._again.left():
            self._settle(left, first)
        return False

    def _settle(self, job: _Job, outcome: Outcome) -> None:
        of_shard = self._of_shard.setdefault(job.shard.index, {})
        of_shard[job.place] = outcome
        if len(of_shard) == len(job.shard.samples):
            del self._of_shard[job.shard.index]
            self._done(job.shard, [of_shard[place] for place in range(len(of_shard))])


@dataclass(slots=True)
class _Worker:
    """A process with the sample that it has in hand."""

    grace_seconds: float
    time_factor: float
    process: BaseProcess = field(init=False)
    connection: Connection = field(init=False)
    job: _Job | None = None
    deadline: float = 0.0
    waited: float = 0.0  #: how long it has been kept from running, up to the beginning of its test
    is_new: bool = True  #: nothing has come from it yet

    def __post_init__(self) -> None:
        self.process, self.connection = spawned(work, self.time_factor)

    def give(self, job: _Job) -> None:
        self.job = job
        if self.is_new:
            self.starting()
        else:
            self.begun()
        try:
            self.connection.send((job.sample, job.patience))
        except OSError:
            self.process.kill()  # it has died meanwhile; the next look at it finds that

    def starting(self) -> None:
        self.deadline = time.monotonic() + _START_SECONDS

    def begun(self) -> None:
        self.deadline = time.monotonic() + self._limits().wall_seconds + self.grace_seconds
        self.waited = self._waited_seconds()

    def was_kept_waiting(self) -> bool:
        """Whether it would have had the grace, and more, without what else runs on the machine."""
        return self._waited_seconds() - self.waited > self.grace_seconds

    def _waited_seconds(self) -> float:
        return waited_seconds(self.process.pid or 0)

    def _limits(self) -> Limits:
        assert self.job is not None  # noqa: S101 - asked while it has one
        return self.job.sample.task.limits.scaled(self.time_factor, self.job.patience)

    def end(self) -> None:
        self.connection.close()
        self.process.join()


def _news(workers: Sequence[_Worker], queue: "deque[_Job]") -> Iterable[tuple[_Job, Outcome]]:
    """Wait until something happens; yields the samples that have an outcome now."""
    busy = {worker.connection: worker for worker in workers if worker.job is not None}
    patience = min((worker.deadline for worker in busy.values()), default=0.0) - time.monotonic()
    for connection in wait(list(busy), max(0.0, patience)):
        worker = busy[connection]  # type: ignore[index]  # one of those that were given
        try:
            message = worker_messages.receive(worker.connection)
        except (EOFError, OSError):
            yield from _bury(worker, queue)
            continue
        worker.is_new = False
        if isinstance(message, Verdict | MissingSample):
            assert worker.job is not None  # noqa: S101 - it is busy
            yield worker.job, message
            worker.job = None
        elif message == STARTING:
            worker.starting()
        else:
            worker.begun()
    for worker in busy.values():
        if worker.job is not None and time.monotonic() > worker.deadline:
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


def _bury(worker: _Worker, queue: "deque[_Job]") -> Iterable[tuple[_Job, Outcome]]:
    """A worker has died, or talks nonsense: its sample gets another try, or is missing."""
    worker.process.kill()
    worker.process.join()
    job, worker.job = worker.job, None
    if job is None:
        return
    job.deaths += 1
    if job.deaths < _TRIES:
        queue.appendleft(job)
        return
    reason = f"a worker process died {_TRIES} times while judging it (exit code {worker.process.exitcode})"
    yield job, MissingSample(task_id=job.sample.task.id, draw=job.sample.draw, reason=reason)
