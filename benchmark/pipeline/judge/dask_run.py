"""One run on a Dask cluster: sends batches of samples to workers, also again, and collects the outcomes."""

import pickle
import sys
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Self

from benchmark.core.errors import OurFailure, printable_text, quote_value
from benchmark.core.executor import Shard
from benchmark.core.sample import RawSample, sample_name
from benchmark.core.verdict import Outcome
from benchmark.pipeline.judge.collected_outcomes import CollectedOutcomes, SampleJob
from benchmark.pipeline.judge.dask_cluster import RESUME, DaskCluster
from benchmark.pipeline.judge.dask_worker import JudgedSample

_LOST_SECONDS = 300.0  #: time without any worker that ends the run; a killed one may be starting again
_WAIT_SECONDS = 1.0  #: maximum time for one look at messages
_RESULT_SECONDS = 2.0  #: time to fetch a result; a worker that was killed has taken its results along
#: Most shards of one batch; with fewer, Dask's own work per shard would take a noticeable part of the time.
_SHARDS_PER_BATCH = 8
_PER_THREAD = 2  #: batches per thread that are sent ahead, so that no worker waits
_ERRORS = 3  #: errors of judging the same batch, which are failures of ours, that end the run
_LOST_BATCHES = 2  #: workers lost with the same batch after which its samples are sent one at a time
_LOST_SAMPLES = 5  #: workers lost with the same sample alone after which it is given up
_GIVEN_UP = 3  #: samples given up that end the run


@dataclass(slots=True, eq=False)
class _Batch:
    """Samples that a worker judges one after the other."""

    jobs: list[SampleJob]
    worker: str = ""
    machine: str = ""
    lost: int = 0  #: workers that were lost while they judged it
    errors: int = 0
    finished: bool = False  #: whether a worker has judged it; the result may still be lost with the worker

    @property
    def alone(self) -> bool:
        return self.jobs[0].alone

    @property
    def name(self) -> str:
        """The first and the last sample, for messages."""
        first, last = (sample_name(job.own_sample.key) for job in (self.jobs[0], self.jobs[-1]))
        return quote_value(first) if first == last else f"{quote_value(first)} … {quote_value(last)}"


class DaskRun:
    """The batches of one call of :meth:`DaskExecutor.run`."""

    def __init__(self, cluster: DaskCluster, shards: deque[Shard], collected: CollectedOutcomes) -> None:
        self._cluster = cluster
        self._shards = shards
        self._collected = collected
        self._again: deque[_Batch] = deque()  #: batches of workers that were lost
        self._running: dict[Any, _Batch] = {}  #: by future, in the order in which they were sent
        self._given_up: list[str] = []  #: names of samples
        self._threads: dict[str, int] = {}  #: by worker that got a batch
        self._lost_workers: set[str] = set()
        self._repeated = 0

    def judge(self) -> None:
        """Judge everything.

        Raises:
            OurFailure: see :meth:`DaskExecutor.run`.
        """
        lost = time.monotonic()
        while True:
            self._send()
            if not self._running and not self._again and not self._shards:
                break
            for future in self._cluster.wait(_WAIT_SECONDS):
                self._take(future)
            self._take_back()
            if self._cluster.workers:
                lost = time.monotonic()
            elif time.monotonic() - lost > _LOST_SECONDS:
                raise OurFailure("the Dask cluster has no worker left that can judge", RESUME)
        self._collected.settle_remaining()
        if self._given_up:
            self._refuse_given_up()

    def end(self) -> None:
        """Cancel what is left, and print how much was judged twice."""
        for future in self._running:
            future.release()
        if self._lost_workers:
            lost, again = len(self._lost_workers), self._repeated
            print(
                f"Dask workers that left or were killed: {lost}; batches sent again: {again}",
                file=sys.stderr,
                flush=True,
            )

    def _send(self) -> None:
        """Give each worker batches; after the last batch follow the samples that are judged alone."""
        loads = dict.fromkeys(self._cluster.workers, 0)
        for batch in self._running.values():
            if batch.worker in loads:
                loads[batch.worker] += 1
        for round_ in range(1, _PER_THREAD + 1):  # first one batch per thread everywhere
            for worker, report in self._cluster.workers.items():
                while loads[worker] < round_ * int(report["threads"]) and (following := self._next()):
                    self._submit(following, worker)
                    loads[worker] += 1
        if self._shards or not all(batch.alone for batch in (*self._running.values(), *self._again)):
            return
        busy = {batch.machine for batch in self._running.values()}
        for machine, workers in self._cluster.machines().items():
            if machine not in busy and (following := self._next_alone()):
                self._submit(following, workers[0], machine)

    def _next(self) -> _Batch | None:
        """Return the next batch: of several shards, if there are enough for all workers."""
        if self._again and not self._again[0].alone:
            return self._again.popleft()
        if not self._shards:
            return None
        share = len(self._shards) // (2 * _PER_THREAD * max(1, self._cluster.threads))
        size = max(1, min(_SHARDS_PER_BATCH, share))
        shards = [self._shards.popleft() for _ in range(min(size, len(self._shards)))]
        return _Batch([SampleJob(shard, place) for shard in shards for place in range(len(shard.samples))])

    def _next_alone(self) -> _Batch | None:
        if self._again:
            return self._again.popleft()
        job = self._collected.next_alone()
        return None if job is None else _Batch([job])

    def _submit(self, batch: _Batch, worker: str, machine: str = "") -> None:
        batch.worker, batch.machine, batch.finished = worker, machine, False
        self._threads[worker] = int(self._cluster.workers[worker]["threads"])
        pickled = pickle.dumps([job.sample for job in batch.jobs], pickle.HIGHEST_PROTOCOL)
        self._running[self._cluster.submit(worker, pickled, alone=batch.alone)] = batch

    def _take(self, future: Any) -> None:
        """Take the outcomes of a batch, or send it again if none have arrived.

        Raises:
            OurFailure: if its judging failed several times, or the connection to the scheduler was lost.
        """
        batch = self._running.get(future)
        if batch is None:  # its worker was lost, and another one has it now
            return
        batch.finished = True
        try:
            results: list[JudgedSample] | None = future.result(timeout=_RESULT_SECONDS)
        except TimeoutError:  # the worker was lost with the result, which _take_back will notice
            self._cluster.notify(future)
            return
        except Exception as error:  # of any type, raised on the worker or by Dask
            if future.status in ("cancelled", "lost"):
                raise OurFailure("the connection to the Dask scheduler was lost", RESUME) from None
            if type(error).__name__ == "KilledWorker":
                self._cluster.forget(batch.worker)
                return
            batch.errors += 1
            if batch.errors >= _ERRORS:
                if isinstance(error, OurFailure):
                    raise
                reason = printable_text(f"{type(error).__name__}: {error}")[:300]
                problem = f"Dask worker {batch.worker} cannot judge {batch.name}: {reason}"
                raise OurFailure(problem, RESUME) from None
            results = []
        del self._running[future]
        if results is None:  # the worker leaves
            self._lost_workers.add(batch.worker)
            self._cluster.forget(batch.worker)
        if not results:
            self._send_again(batch)
            return
        for job, judged in zip(batch.jobs, results, strict=True):
            own = job.own_sample
            if judged.answer is not None and isinstance(own, RawSample):
                job.answered = own.answered(judged.answer)
            job.paused = judged.paused
            self._collected.put(job, judged.outcome)

    def _take_back(self) -> None:
        """Send the batches of lost workers again; only those that were being judged count as lost with it."""
        judged: Counter[str] = Counter()
        for future, batch in list(self._running.items()):
            if batch.worker in self._cluster.workers:
                continue
            self._lost_workers.add(batch.worker)
            del self._running[future]
            if not (batch.finished or future.done()):
                judged[batch.worker] += 1
                batch.lost += judged[batch.worker] <= self._threads[batch.worker]
            future.release()
            self._send_again(batch)

    def _send_again(self, batch: _Batch) -> None:
        self._repeated += 1
        if len(batch.jobs) > 1 and batch.lost >= _LOST_BATCHES:
            self._again += [_Batch([job]) for job in batch.jobs]
        elif batch.lost < _LOST_SAMPLES:
            self._again.appendleft(batch)
        else:
            self._given_up.append(batch.name)
            if len(self._given_up) >= _GIVEN_UP:
                self._refuse_given_up()

    def _refuse_given_up(self) -> None:
        names = ", ".join(self._given_up)
        problem = (
            f"{_LOST_SAMPLES} Dask workers were lost with the same sample, so it has no verdict: {names}"
        )
        raise OurFailure(problem, "run the same command without --executor, on one machine")


class DaskExecutor:
    """Judges shards on the workers of a Dask cluster; a context manager.

    The samples of a worker that leaves or is killed are sent to another one; what it had judged is used if it
    has arrived, so each sample has one outcome. If workers are lost again and again with the same samples,
    these are sent one at a time, and a sample whose workers are still lost is a failure of ours: it gets no
    outcome, and the run ends with an error that names it, after all others have been judged.
    Samples that came near a limit are judged again after all others, one at a time per machine.

    Args:
        address: address of the scheduler, ``HOST:PORT``.

    Raises:
        OurFailure: if no scheduler replies, or a worker has other software.
        SandboxFailure: if this machine or all workers have no working sandbox.
    """

    name = "dask"

    def __init__(self, address: str) -> None:
        self._cluster = DaskCluster(address)
        self.workers = self._cluster.threads

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._cluster.close()

    @property
    def time_factor(self) -> float:
        """The largest factor of all workers."""
        return self._cluster.time_factor

    def run(self, shards: Iterable[Shard], done: Callable[[Shard, Sequence[Outcome]], None]) -> None:
        """Judge all shards; ``done`` is called in this thread, once per shard.

        Raises:
            OurFailure: if no worker is left, or workers are lost again and again with the same sample.
        """
        run = DaskRun(self._cluster, deque(shards), CollectedOutcomes(done, time.monotonic))
        try:
            run.judge()
        finally:
            run.end()
