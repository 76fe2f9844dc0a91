"""The executor for one machine: worker processes, each with its own sandboxes."""

import os
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from benchmark.core.errors import OurFailure
from benchmark.core.executor import Shard
from benchmark.core.sample import Answer, RawSample, SampleKey
from benchmark.core.task import Limits
from benchmark.core.verdict import MissingSample, Outcome, Status, Verdict
from benchmark.judging.checks.case_result import timeout_detail
from benchmark.judging.checks.error_types import error_type
from benchmark.judging.checks.graded import lowest_points
from benchmark.pipeline.judge import worker_messages
from benchmark.pipeline.judge.collected_outcomes import CollectedOutcomes, SampleJob
from benchmark.pipeline.judge.extracting import CRASHED, EXTRACTING_SECONDS
from benchmark.pipeline.judge.helper_process import spawn
from benchmark.pipeline.judge.machine_memory import fitting_workers
from benchmark.pipeline.judge.pauses import TICK_SECONDS, PauseWatch, was_stopped
from benchmark.pipeline.judge.worker import ENDING, STARTING, work
from benchmark.sandbox.host.probe import calibration
from benchmark.sandbox.host.zygote import waited_seconds

_START_SECONDS = 180.0  #: time for a worker to begin a sample; it may have to start a sandbox three times
_END_SECONDS = 1.0  #: time for a worker to end after its end of the pipe was closed
_TRIES = 2  #: tries of a sample whose worker dies; after that it is judged alone, with as many tries
_DEAD_STARTS = 3  #: samples whose workers died at their start, while no worker ever began, that end the run


class LocalPool:
    """Runs shards in ``workers`` processes, which also extract the answers of raw samples.

    If a text crashes the process that extracts its answer, its sample has no answer.
    If a worker dies, its sample is tried once more in another worker, and then alone. If that fails too, it
    is missing, unless the same task can be judged with its reference: then the answer is to blame. If the
    value that an answer returned keeps a worker busy beyond the limit on the wall clock, the worker is killed
    and the sample has timed out, in all kinds of its tests.
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
            OurFailure: if the machine has too little memory for one worker, or if no worker can start;
                nothing has been judged then.
        """
        shards = list(shards)
        guest_mb = max((s.task.limits.memory_mb for shard in shards for s in shard.samples), default=0)
        self.workers = fitting_workers(self.workers, guest_mb)
        queue = deque(SampleJob(shard, place) for shard in shards for place in range(len(shard.samples)))
        watch = PauseWatch()
        collected = CollectedOutcomes(done, watch.clock)
        starts = _Starts()
        workers: list[_Worker] = []
        ended: list[_Worker] = []
        try:
            while queue or any(worker.job for worker in workers) or collected.queue_second_judging(queue):
                workers += self._new_workers(queue, workers, watch)
                for worker in workers:
                    if worker.job is None and queue:
                        worker.give(queue.popleft())
                for job, outcome in _next_outcomes(workers, queue, watch, starts):
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
        self, queue: "deque[SampleJob]", workers: Sequence["_Worker"], watch: PauseWatch
    ) -> "list[_Worker]":
        """Start as many further workers as there are waiting jobs, up to the limit."""
        idle = sum(worker.job is None for worker in workers)
        number = min(len(queue) - idle, self.workers - len(workers))
        return [_Worker(self._grace_seconds, self.time_factor, watch.clock) for _ in range(number)]


@dataclass(slots=True)
class _Starts:
    """Whether workers can start: if none of them can, no answer is to blame."""

    any_began: bool = False  #: whether any worker has sent a message
    dead: set[SampleKey] = field(
        default_factory=set
    )  #: samples whose workers died before their first message

    def died(self, worker: "_Worker", key: SampleKey) -> None:
        """Record that a worker died while it had this sample.

        Raises:
            OurFailure: if workers died at once with several samples, and none has ever begun.
        """
        if worker.is_new and not self.any_began:
            self.dead.add(key)
            if len(self.dead) >= _DEAD_STARTS:
                code = worker.process.exitcode
                problem = f"worker processes end before they begin to judge (exit code {code})"
                raise OurFailure(problem, "read their messages above; the installation may be incomplete")


@dataclass(slots=True)
class _Worker:
    """A worker process and the job that it is working on."""

    grace_seconds: float
    time_factor: float
    clock: Callable[[], float]  #: seconds, without pauses
    process: BaseProcess = field(init=False)
    connection: Connection = field(init=False)
    job: SampleJob | None = None
    deadline: float = 0.0
    is_starting: bool = False  #: whether it is starting a sandbox; then no answer is to blame for its delay
    waited: float = 0.0  #: seconds that it was ready but not running, until its current test began
    is_new: bool = True  #: whether it has sent no message yet
    ending: bool = False  #: whether it ends after its current sample

    def __post_init__(self) -> None:
        self.process, self.connection = spawn(work, self.time_factor)

    def give(self, job: SampleJob) -> None:
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

    def outcome(self, outcome: Outcome) -> tuple[SampleJob, Outcome]:
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
    workers: Sequence[_Worker], queue: "deque[SampleJob]", watch: PauseWatch, starts: _Starts
) -> Iterable[tuple[SampleJob, Outcome]]:
    """Wait a moment for messages, dead or late workers; yield the jobs that now have an outcome."""
    busy = {worker.connection: worker for worker in workers if worker.job is not None}
    ready = wait(list(busy), TICK_SECONDS)
    _look_for_pauses(busy.values(), watch)
    for connection in ready:
        worker = busy[connection]  # type: ignore[index]  # a key of busy
        try:
            message = worker_messages.receive(worker.connection, text=worker.raw_text)
        except (EOFError, OSError):
            if worker.job is not None:
                worker.process.join(_END_SECONDS)
                starts.died(worker, worker.job.sample.key)
            yield from _handle_death(worker, queue)
            continue
        worker.is_new, starts.any_began = False, True
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


def _end_late(worker: _Worker, queue: "deque[SampleJob]") -> Iterable[tuple[SampleJob, Outcome]]:
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
            points=lowest_points(sample.task),
            near_limit=worker.was_kept_waiting(),
            kinds=dict.fromkeys(sample.task.kinds, Status.TIMEOUT),
            error_type=error_type(sample.task, Status.TIMEOUT),
        )
        outcome = worker.outcome(late)
        worker.process.kill()
        worker.process.join()
        yield outcome


def _look_for_pauses(busy: Iterable[_Worker], watch: PauseWatch) -> None:
    if watch.look():
        for worker in busy:
            worker.note_pause()


def _handle_death(
    worker: _Worker, queue: "deque[SampleJob]", reason: str = ""
) -> Iterable[tuple[SampleJob, Outcome]]:
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
                points=lowest_points(job.sample.task),
                near_limit=True,
                kinds=dict.fromkeys(job.sample.task.kinds, Status.NO_ANSWER),
                error_type=error_type(job.sample.task, Status.NO_ANSWER),
            ),
        )
        return
    reason = reason or f"died {_TRIES} times while judging it (exit code {worker.process.exitcode})"
    reason = f"a worker process {reason}"
    certain = worker.is_starting and late
    yield job, MissingSample(task_id=job.sample.task.id, draw=job.sample.draw, reason=reason, certain=certain)
