"""The executor for a Dask cluster: shards are futures, and this process collects their outcomes."""

import pickle
import sys
import time
import uuid
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Self

from benchmark.core.errors import OurFailure, SandboxFailure, printable_text
from benchmark.core.executor import Shard
from benchmark.core.sample import RawSample
from benchmark.core.verdict import Outcome
from benchmark.pipeline.judge import dask_worker
from benchmark.pipeline.judge.collected_outcomes import CollectedOutcomes, SampleJob
from benchmark.pipeline.judge.dask_worker import JudgedSample

_CONNECT_SECONDS = 10.0
_FIRST_WORKER_SECONDS = 60.0  #: time for a first worker to join the cluster
_LOST_SECONDS = 300.0  #: time without any worker that ends the run; a killed one may be starting again
_LOOK_SECONDS = 5.0  #: time without a finished shard after which the workers are counted again
#: Most shards of one future; with fewer, Dask's own work per shard would take a noticeable part of the time.
_SHARDS_PER_FUTURE = 8
_PER_THREAD = 2  #: futures per thread that are sent ahead, so that no worker waits
_RETRIES = 2  #: further tries of a shard whose judging raised an error
_RESUME = "start workers, then run the same command with --resume"


class DaskExecutor:
    """Judges shards on the workers of a Dask cluster; a context manager.

    Each worker first checks its software and its sandbox (:mod:`.dask_plugin`), also one that joins later.
    Only those that can judge get the resource that shards ask for; the others are named on standard error.
    Dask sends the shards of a killed worker to another one. Samples that came near a limit are judged
    again after all others, one at a time per machine.

    Args:
        address: address of the scheduler, ``HOST:PORT``.

    Raises:
        OurFailure: if no scheduler replies, or a worker has other software.
        SandboxFailure: if this machine or all workers have no working sandbox.
    """

    name = "dask"

    def __init__(self, address: str) -> None:
        import distributed

        self._distributed = distributed
        self._token = f"sightbench-{uuid.uuid4().hex[:12]}"
        self._workers: dict[str, dict[str, Any]] = {}  #: reports of workers that can judge, by address
        self._named: set[str] = set()  #: addresses of workers that were named as unable to judge
        self._factors: list[float] = []
        self._begun = False  #: whether the workers that were there at the start have been checked
        software = dask_worker.software()
        self._client = _connect(distributed, address)
        try:
            self._begin(software)
        except BaseException:
            self.close()
            raise
        self.workers = self._threads()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let the workers end the processes of this run, and leave the cluster."""
        try:
            self._client.unregister_worker_plugin(self._token)
        except Exception as error:  # noqa: BLE001 - whatever happens here, the run is over
            print(f"leaving the Dask cluster: {type(error).__name__}", file=sys.stderr)
        self._client.close()

    @property
    def time_factor(self) -> float:
        """The largest factor of all workers."""
        return max(self._factors)

    def run(self, shards: Iterable[Shard], done: Callable[[Shard, Sequence[Outcome]], None]) -> None:
        """Judge all shards; ``done`` is called in this thread, once per shard.

        Raises:
            OurFailure: if no worker is left, or workers died again and again with the same shard.
        """
        waiting = deque(self._batches(list(shards)))
        collected = CollectedOutcomes(done, time.monotonic)
        running: dict[Any, list[SampleJob]] = {}
        alone: dict[str, Any] = {}  #: the future of a sample that is judged alone, by machine
        try:
            while True:
                while waiting and len(running) < _PER_THREAD * max(1, self._threads()):
                    jobs = waiting.popleft()
                    running[self._submit(jobs)] = jobs
                if not waiting and len(running) == len(alone):  # the first round is over
                    self._begin_alone(collected, running, alone)
                if not running:
                    break
                for future in self._finished(running):
                    jobs = running.pop(future)
                    alone = {machine: other for machine, other in alone.items() if other is not future}
                    for job, judged in zip(jobs, self._result(future), strict=True):
                        _take(collected, job, judged)
                for machine in [machine for machine in alone if machine not in self._machines()]:
                    future = alone.pop(machine)  # its machine was lost: judge the sample elsewhere
                    waiting.append(running.pop(future))
                    future.cancel()
        finally:
            for future in running:
                future.cancel()
        collected.settle_remaining()

    def _batches(self, shards: Sequence[Shard]) -> Iterator[list[SampleJob]]:
        """Yield the jobs of each future: of several shards, if there are enough for all workers."""
        size = max(1, min(_SHARDS_PER_FUTURE, len(shards) // (2 * _PER_THREAD * max(1, self._threads()))))
        for start in range(0, len(shards), size):
            batch = shards[start : start + size]
            yield [SampleJob(shard, place) for shard in batch for place in range(len(shard.samples))]

    def _begin_alone(
        self, collected: CollectedOutcomes, running: dict[Any, list[SampleJob]], alone: dict[str, Any]
    ) -> None:
        """Send the next sample that is judged alone to each machine that has none."""
        for machine, addresses in self._machines().items():
            if machine not in alone:
                job = collected.next_alone()
                if job is None:
                    return
                alone[machine] = self._submit([job], addresses)
                running[alone[machine]] = [job]

    def _submit(self, jobs: Sequence[SampleJob], workers: Sequence[str] | None = None) -> Any:
        return self._client.submit(
            dask_worker.judge,
            self._token,
            pickle.dumps([job.sample for job in jobs], pickle.HIGHEST_PROTOCOL),
            alone=jobs[0].alone,
            pure=False,
            retries=_RETRIES,
            resources={self._token: 1},
            workers=workers,
        )

    def _finished(self, running: Iterable[Any]) -> list[Any]:
        """Wait until a future has finished, and return all that have.

        Raises:
            OurFailure: if the cluster had no worker that can judge for too long.
        """
        futures = list(running)
        lost = time.monotonic()
        while True:
            try:
                with self._client.as_current():
                    found = self._distributed.wait(futures, _LOOK_SECONDS, "FIRST_COMPLETED")
            except TimeoutError:
                before = dict(self._workers)
                self._forget_lost_workers()
                if self._workers:
                    lost = time.monotonic()
                elif time.monotonic() - lost > _LOST_SECONDS:
                    raise OurFailure("the Dask cluster has no worker left that can judge", _RESUME) from None
                if before != self._workers:
                    return []
            else:
                return list(found.done)

    def _result(self, future: Any) -> list[JudgedSample]:
        try:
            return list(future.result())
        except self._distributed.KilledWorker as error:
            problem = f"workers died again and again with the same shard: {printable_text(str(error))[:300]}"
            raise OurFailure(problem, _RESUME) from None

    def _begin(self, software: dict[str, str]) -> None:
        """Have all workers checked.

        Raises:
            OurFailure: if there is no worker, or one has other software than this machine.
            SandboxFailure: if the sandbox works on no worker.
        """
        from benchmark.pipeline.judge import dask_plugin

        try:
            self._client.wait_for_workers(1, timeout=_FIRST_WORKER_SECONDS)
        except TimeoutError:
            problem = f"the Dask cluster has no workers after {_FIRST_WORKER_SECONDS:g} s"
            raise OurFailure(problem, "start workers: dask worker HOST:PORT --nthreads 1") from None
        self._client.subscribe_topic(self._token, self._take_event)
        with _by_value(dask_plugin):
            self._client.register_plugin(dask_plugin.JudgePlugin(self._token, software))
            reports = self._client.run(dask_plugin.report_of, self._token)
        for report in sorted(reports.values(), key=lambda report: str(report["address"])):
            if report["kind"] == "software":
                problem = f"Dask worker {report['address']}: {printable_text(report['problem'])}"
                fix = "install the same Sightbench and the same libraries there as here, or stop the worker"
                raise OurFailure(problem, fix)
            self._take_report(report)
        self._begun = True
        if not self._workers:
            problem = f"the sandbox works on none of the {len(reports)} Dask workers, so nothing is judged"
            raise SandboxFailure(problem, "run `sightbench sandbox probe` on their machines")

    def _take_event(self, event: tuple[float, dict[str, Any]]) -> None:
        """Take the report of a worker that has joined; called in the thread of Dask's client."""
        if self._begun or event[1]["kind"] != "software":
            self._take_report(event[1])

    def _take_report(self, report: dict[str, Any]) -> None:
        address = str(report["address"])
        if address in self._workers or address in self._named:
            return
        if report["problem"]:
            self._named.add(address)
            problem = printable_text(str(report["problem"]))
            print(f"Dask worker {address} gets no work: {problem}", file=sys.stderr, flush=True)
            return
        self._workers[address] = report
        self._factors.append(float(report["time_factor"]))

    def _threads(self) -> int:
        return sum(int(report["threads"]) for report in list(self._workers.values()))

    def _machines(self) -> dict[str, list[str]]:
        """Return the addresses of the workers of each machine, also of those in containers."""
        found: dict[str, list[str]] = {}
        for address, report in list(self._workers.items()):
            found.setdefault(str(report["machine"]), []).append(address)
        return found

    def _forget_lost_workers(self) -> None:
        present = self._client.scheduler_info(n_workers=-1)["workers"]
        for address in [address for address in list(self._workers) if address not in present]:
            del self._workers[address]


def _take(collected: CollectedOutcomes, job: SampleJob, judged: JudgedSample) -> None:
    own = job.own_sample
    if judged.answer is not None and isinstance(own, RawSample):
        job.answered = own.answered(judged.answer)
    job.paused = judged.paused
    collected.put(job, judged.outcome)


def _connect(distributed: Any, address: str) -> Any:
    secure = distributed.Security().tls_ca_file is not None
    url = f"{'tls' if secure else 'tcp'}://{address}"
    _measure_less_often()
    try:
        return distributed.Client(url, timeout=_CONNECT_SECONDS, set_as_default=False)
    except OSError as error:  # TimeoutError is one, too
        problem = f"no Dask scheduler replies at {url}: {type(error).__name__}"
        fix = "start one with `dask scheduler`, and give its host and port: --executor dask://HOST:PORT"
        raise OurFailure(problem, fix) from None


def _measure_less_often() -> None:
    """Let Dask in this process measure itself once per second, and not fifty times."""
    import dask

    dask.config.set({"distributed.admin.tick.interval": "1s"})


@contextmanager
def _by_value(module: Any) -> Iterator[None]:
    """Send what is in a module as it is, and not by its name."""
    import cloudpickle

    cloudpickle.register_pickle_by_value(module)
    try:
        yield
    finally:
        cloudpickle.unregister_pickle_by_value(module)
