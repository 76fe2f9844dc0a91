"""Processes that judge on this machine, and the executor that uses them."""

import os
import re
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from benchmark.core.errors import OurFailure
from benchmark.core.executor import Shard
from benchmark.core.verdict import Outcome
from benchmark.pipeline.judge.collected_outcomes import CollectedOutcomes, SampleJob
from benchmark.pipeline.judge.worker import WORKER_MB
from benchmark.pipeline.judge.worker_processes import PauseWatch, Starts, Worker, next_outcomes
from benchmark.sandbox.host.probe import calibration
from benchmark.sandbox.host.zygote import TMP_MB

GRACE_SECONDS = 5.0  #: default time beyond the wall-clock limit before a worker is killed


class WorkerProcesses:
    """Up to ``number`` processes that judge samples, started when needed and kept until :meth:`close`.

    A sample whose process dies is tried once more. If it dies again, the sample has failed. If a test
    computes for too long, the kernel ends the process, and the sample has timed out, in all kinds of its
    tests. So has one whose test waits beyond the limit on the wall clock.

    Args:
        number: number of processes.
        grace_seconds: wait this long beyond the wall-clock limit before killing a process, which normally
            enforces that limit itself.
        time_factor: returns the factor of this machine by which time limits are multiplied.
    """

    def __init__(
        self, number: int, *, grace_seconds: float = GRACE_SECONDS, time_factor: Callable[[], float]
    ) -> None:
        self._number = number
        self._grace_seconds = grace_seconds
        self._time_factor = time_factor
        self._watch = PauseWatch()
        self._starts = Starts(self.clock)
        self._workers: list[Worker] = []
        self._spares: list[Worker] = []  #: at most one, which has no job yet
        self._keeps_spare = False  #: whether a worker has ended after its sample, so that more may do so
        self._ended: list[Worker] = []

    def clock(self) -> float:
        """Return the time in seconds, from any start, without pauses of this process."""
        return self._watch.clock()

    def judge(
        self,
        queue: "deque[SampleJob]",
        put: Callable[[SampleJob, Outcome], None],
        more: Callable[["deque[SampleJob]"], bool] = lambda _: False,
    ) -> None:
        """Judge all jobs of a queue.

        Args:
            queue: the jobs, which are taken from it.
            put: called in this thread with the outcome of each job.
            more: called when no job is left; adds jobs and returns True, or returns False.

        Raises:
            OurFailure: if no process can start.
        """
        self._watch.look()  # time since the last call is not a pause
        self._workers = [worker for worker in self._workers if worker.process.is_alive()]
        try:
            while queue or any(worker.job for worker in self._workers) or more(queue):
                self._start_workers(queue)
                self._start_spare(queue)
                for worker in self._workers:
                    if worker.job is None and queue:
                        worker.give(queue.popleft())
                for job, outcome in next_outcomes(self._workers, queue, self._watch, self._starts):
                    put(job, outcome)
                self._ended += [worker for worker in self._workers if worker.ending and not worker.job]
                self._keeps_spare = self._keeps_spare or bool(self._ended)
                for worker in self._ended:
                    if not worker.process.is_alive():
                        worker.end()  # otherwise thousands of them would stay
                self._ended = [worker for worker in self._ended if not worker.connection.closed]
                self._workers = [
                    worker
                    for worker in self._workers
                    if worker.job or (worker.process.is_alive() and not worker.ending)
                ]
        except BaseException:
            for worker in self._all():
                worker.process.kill()
            self.close()
            raise

    def close(self) -> None:
        """End all processes and their sandboxes."""
        for worker in self._all():
            worker.end()
        self._workers, self._spares, self._ended = [], [], []

    def _all(self) -> tuple[Worker, ...]:
        return *self._workers, *self._spares, *self._ended

    def _start_workers(self, queue: "deque[SampleJob]") -> None:
        """Start as many further processes as there are waiting jobs, up to the limit."""
        idle = sum(worker.job is None for worker in self._workers)
        number = min(len(queue) - idle, self._number - len(self._workers))
        self._spares = [worker for worker in self._spares if worker.process.is_alive()]
        if number > 0 and self._spares:
            self._workers.append(self._spares.pop())
            number -= 1
        if self.clock() >= self._starts.next:
            self._workers += [self._new_worker() for _ in range(number)]

    def _start_spare(self, queue: "deque[SampleJob]") -> None:
        """Start a process beforehand if one may end soon, so that no time is lost then.

        It takes 33 MB until it gets a sample, and only then may it start sandboxes.
        """
        if not queue or self._spares or self.clock() < self._starts.next:
            return
        if self._keeps_spare or any(worker.may_end() for worker in self._workers):
            self._spares.append(self._new_worker())

    def _new_worker(self) -> Worker:
        return Worker(self._grace_seconds, self._time_factor(), self.clock)


#: MiB for the zygotes of a worker, which load libraries once for all answers.
SANDBOX_MB = 256
#: MiB for the process that starts the workers, a spare worker that has no sample yet, and the system.
RESERVED_MB = 512
_MIB = 1 << 20
#: Type of a cgroup's file system → file with the memory limit in bytes. Without a limit, the file holds
#: ``max`` in version 2 and a number near 2**63 in version 1.
_LIMIT_FILES = {"cgroup2": "memory.max", "cgroup": "memory.limit_in_bytes"}


def fitting_workers(wanted: int, guest_mb: int) -> int:
    """Return how many workers to start, and say so on standard error if they are fewer than ``wanted``.

    Args:
        wanted: the number of workers that were asked for, at least 1.
        guest_mb: the largest memory limit of an answer in MiB.

    Raises:
        OurFailure: if not even one worker fits.
    """
    total = machine_mb()
    each = guest_mb + TMP_MB + SANDBOX_MB + WORKER_MB
    fitting = (total - RESERVED_MB) // each
    if fitting >= wanted:
        return wanted
    sizes = (
        f"a worker may need {each} MiB ({guest_mb} for an answer, {TMP_MB} for its files, {SANDBOX_MB} for"
        f" the sandbox, {WORKER_MB} for its tests), and this machine has {total} MiB, of which"
        f" {RESERVED_MB} stay free"
    )
    if fitting < 1:
        raise OurFailure(
            f"this machine has too little memory to judge: {sizes}",
            f"judge on a machine or in a container with {each + RESERVED_MB} MiB or more, or lower"
            " limits.memory_mb of the tasks",
        )
    print(f"{fitting} of {wanted} workers are started: {sizes}", file=sys.stderr, flush=True)
    return fitting


def machine_mb(root: Path = Path("/")) -> int:
    """Return the memory of this machine in MiB, or the limit of this process's cgroups if that is lower.

    Args:
        root: the folder that contains ``proc`` and ``sys``.
    """
    meminfo = (root / "proc/meminfo").read_text(encoding="ascii")
    found = re.search(r"^MemTotal: *([0-9]+) kB$", meminfo, re.MULTILINE)
    total = int(found[1]) << 10 if found else sys.maxsize
    return min(total, *_cgroup_limits(root)) // _MIB


def _cgroup_limits(root: Path) -> Iterator[int]:
    """Yield the memory limits in bytes of this process's cgroups and of all cgroups above them."""
    yield sys.maxsize
    try:
        mounts = (root / "proc/self/mountinfo").read_text(encoding="utf-8", errors="replace")
        groups = (root / "proc/self/cgroup").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return
    for line in mounts.splitlines():
        fields, _, rest = line.partition(" - ")
        kind, *_, options = rest.split(" ")
        if kind not in _LIMIT_FILES or (kind == "cgroup" and "memory" not in options.split(",")):
            continue
        mounted, mount_point = fields.split(" ")[3:5]
        path = _path_of_group(groups, kind)
        if path is None:
            continue
        inside = path[len(mounted) :] if mounted != "/" and path.startswith(mounted) else path
        folder = Path(mount_point) / inside.strip("/")
        for group in (folder, *folder.parents):
            if group.is_relative_to(mount_point):
                yield from _limit_in(root / str(group / _LIMIT_FILES[kind]).lstrip("/"))


def _path_of_group(groups: str, kind: str) -> str | None:
    """Return the path of this process's cgroup in a hierarchy, from the text of ``/proc/self/cgroup``."""
    for line in groups.splitlines():
        number, controllers, path = line.split(":", 2)
        if (number == "0" and kind == "cgroup2") or (kind == "cgroup" and "memory" in controllers.split(",")):
            return path
    return None


def _limit_in(file: Path) -> Iterator[int]:
    try:
        text = file.read_text(encoding="ascii").strip()
    except OSError:  # the controller is not enabled here
        return
    if text.isdecimal():
        yield int(text)


class LocalPool:
    """Runs shards in ``workers`` processes, which also extract the answers of raw samples.

    If a text crashes the process that extracts its answer, its sample has no answer.
    If a worker dies, its sample is tried once more in another worker, and then alone. If that fails too, it
    is missing, unless the same task can be judged with its reference: then the answer is to blame. If a test
    computes for too long with what an answer returned, or waits beyond the limit on the wall clock, the
    worker is killed and the sample has timed out, in all kinds of its tests.
    Samples that came near a limit are judged again after all others, one at a time. So are samples that timed
    out while processes of the run were stopped, frozen or asleep.

    Args:
        workers: number of processes; None for one per core. Fewer are started if the machine's memory does
            not suffice for all of them.
        grace_seconds: wait this long beyond the wall-clock limit before killing a worker, which normally
            enforces that limit itself.
        keep: whether the processes stay for the next run. All runs must be in one thread, which must not end
            before the last of them: the kernel ends a process together with the thread that started it.
    """

    name = "local"

    def __init__(
        self, workers: int | None = None, *, grace_seconds: float = GRACE_SECONDS, keep: bool = False
    ) -> None:
        self.workers = workers or len(os.sched_getaffinity(0))
        self._grace_seconds = grace_seconds
        self._keep = keep
        self._kept: WorkerProcesses | None = None

    @property
    def time_factor(self) -> float:
        """The factor of this machine by which time limits are multiplied; measured once per process."""
        return calibration().time_factor

    def run(self, shards: Iterable[Shard], done: Callable[[Shard, Sequence[Outcome]], None]) -> None:
        """Judge all shards; ``done`` is called in this thread, once per shard.

        Raises:
            OurFailure: if the machine has too little memory for one worker, or if no worker can start;
                nothing has been judged then.
        """
        shards = list(shards)
        guest_mb = max((s.task.limits.memory_mb for shard in shards for s in shard.samples), default=0)
        self.workers = fitting_workers(self.workers, guest_mb)
        processes = self._kept or WorkerProcesses(
            self.workers, grace_seconds=self._grace_seconds, time_factor=lambda: self.time_factor
        )
        self._kept = processes if self._keep else None
        collected = CollectedOutcomes(done, processes.clock)
        queue = deque(SampleJob(shard, place) for shard in shards for place in range(len(shard.samples)))
        try:
            processes.judge(queue, collected.put, collected.queue_second_judging)
        finally:
            if not self._keep:
                processes.close()

    def close(self) -> None:
        """End the processes that were kept."""
        if self._kept is not None:
            self._kept.close()
        self._kept = None
