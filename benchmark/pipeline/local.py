"""The executor of one machine: worker processes, each with sandboxes of its own."""

import multiprocessing
import os
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from benchmark.core.executor import Shard
from benchmark.core.sample import Sample
from benchmark.core.verdict import Missing, Outcome, Status, Verdict
from benchmark.pipeline import wire
from benchmark.pipeline.worker import work
from benchmark.sandbox.host.zygote import WALL_FACTOR

_START_SECONDS = (
    180.0  #: for a worker to begin with a sample: it may have to start a sandbox, three times over
)
_TRIES = 2  #: of a sample whose worker dies; then it is missing


class LocalPool:
    """Runs shards in ``workers`` processes.

    A worker that dies costs the sample that it had in hand one more try, in another worker. One that is kept
    busy beyond the backstop by what an answer returned is killed, and the sample has timed out.

    Args:
        workers: processes at a time; one a core when None.
        grace_seconds: beyond the backstop, which a worker keeps by itself where it can.
    """

    name = "local"

    def __init__(self, workers: int | None = None, *, grace_seconds: float = 5.0) -> None:
        self.workers = workers or len(os.sched_getaffinity(0))
        self._grace_seconds = grace_seconds

    def run(self, shards: Iterable[Shard], done: Callable[[Shard, Sequence[Outcome]], None]) -> None:
        """See :class:`benchmark.core.executor.Executor`."""
        queue = deque(_Job(shard, place) for shard in shards for place in range(len(shard.samples)))
        found: dict[int, dict[int, Outcome]] = {}
        workers: list[_Worker] = []
        try:
            while queue or any(worker.job for worker in workers):
                while queue and len(workers) < self.workers:
                    workers.append(_Worker(self._grace_seconds))
                for worker in workers:
                    if worker.job is None and queue:
                        worker.give(queue.popleft())
                for job, outcome in _news(workers, queue):
                    of_shard = found.setdefault(job.shard.index, {})
                    of_shard[job.place] = outcome
                    if len(of_shard) == len(job.shard.samples):
                        del found[job.shard.index]
                        done(job.shard, [of_shard[place] for place in range(len(of_shard))])
                workers = [worker for worker in workers if worker.process.is_alive()]
        except BaseException:
            for worker in workers:
                worker.process.kill()
            raise
        finally:
            for worker in workers:
                worker.end()


@dataclass(slots=True)
class _Job:
    """One sample of a shard, and how often a worker has died on it."""

    shard: Shard
    place: int
    deaths: int = 0

    @property
    def sample(self) -> Sample:
        return self.shard.samples[self.place]


@dataclass(slots=True)
class _Worker:
    """A process with the sample that it has in hand."""

    grace_seconds: float
    process: BaseProcess = field(init=False)
    connection: Connection = field(init=False)
    job: _Job | None = None
    deadline: float = 0.0

    def __post_init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=work, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()

    def give(self, job: _Job) -> None:
        self.job = job
        self.deadline = time.monotonic() + _START_SECONDS
        try:
            self.connection.send(job.sample)
        except OSError:
            self.process.kill()  # it has died meanwhile; the next look at it finds that

    def begun(self) -> None:
        assert self.job is not None  # noqa: S101 - it says so while it has one
        backstop = WALL_FACTOR * self.job.sample.task.limits.seconds
        self.deadline = time.monotonic() + backstop + self.grace_seconds

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
            message = wire.receive(worker.connection)
        except (EOFError, OSError):
            yield from _bury(worker, queue)
            continue
        if isinstance(message, Verdict | Missing):
            assert worker.job is not None  # noqa: S101 - it is busy
            yield worker.job, message
            worker.job = None
        else:
            worker.begun()
    for worker in busy.values():
        if worker.job is not None and time.monotonic() > worker.deadline:
            worker.process.kill()
            detail = "the test did not end with what the answer returned"
            sample = worker.job.sample
            timeout = Verdict(task_id=sample.task.id, draw=sample.draw, status=Status.TIMEOUT, detail=detail)
            yield worker.job, timeout
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
    yield job, Missing(task_id=job.sample.task.id, draw=job.sample.draw, reason=reason)
