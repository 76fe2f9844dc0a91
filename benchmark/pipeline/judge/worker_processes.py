"""Worker processes, each with its own sandboxes, and what happens when one dies or is late."""

import contextlib
import math
import os
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from benchmark.core.errors import OurFailure
from benchmark.core.sample import Answer, RawSample, Sample
from benchmark.core.task import Limits
from benchmark.core.verdict import MissingSample, Outcome, Status, Verdict
from benchmark.judging.checks.case_result import timeout_detail
from benchmark.judging.checks.error_types import verdict_without_run
from benchmark.pipeline.judge import helper_process
from benchmark.pipeline.judge.collected_outcomes import SampleJob
from benchmark.pipeline.judge.extracting import CRASHED, EXTRACTING_SECONDS
from benchmark.pipeline.judge.helper_process import Message, spawn
from benchmark.pipeline.judge.worker import BEGUN, ENDING, NO_SANDBOX, READY, STARTING, outcome_of_end, work
from benchmark.sandbox.host.zygote import START_PAUSES, Zygote, started, waited_seconds

_START_SECONDS = 180.0  #: time for a worker to begin a sample; it may have to start a sandbox three times
_END_SECONDS = 1.0  #: time for a worker to end after its end of the pipe was closed
_TRIES = 2  #: tries of a sample whose worker dies; after that it is judged alone, with as many tries
#: Seconds that a test takes before a worker is started that could replace its worker. Few tests take that
#: long, and a worker is ready after half a second: before the kernel ends one that computes for too long.
_SPARE_SECONDS = 0.7


#: Seconds between two readings of the clock. Gaps that are longer by less than this do not count.
TICK_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class Clocks:
    """The clocks of this process, in seconds; each may start anywhere."""

    #: Runs also while the machine sleeps.
    wall: Callable[[], float] = lambda: time.clock_gettime(time.CLOCK_BOOTTIME)
    #: The clock of deadlines, which stops while the machine sleeps.
    monotonic: Callable[[], float] = time.monotonic
    cpu: Callable[[], float] = time.process_time  #: CPU time of this process


class PauseWatch:
    """Measures for how long this process did not run.

    Call :meth:`look` at least every :data:`TICK_SECONDS` as long as the process waits. Time in which it
    computed does not count as a pause, however long it was.

    Args:
        clocks: the clocks to read.
    """

    def __init__(self, clocks: Clocks | None = None) -> None:
        self._clocks = clocks or Clocks()
        self._wall, self._cpu = self._clocks.wall(), self._clocks.cpu()
        self._monotonic = self._clocks.monotonic()
        self._paused = 0.0
        #: :meth:`clock` at the last :meth:`look`. Compare deadlines with it: no later pause can change it.
        self.now = self._monotonic

    def look(self) -> float:
        """Read the clocks; return the seconds of a pause since the last call, or 0."""
        wall, cpu, monotonic = self._clocks.wall(), self._clocks.cpu(), self._clocks.monotonic()
        gap = wall - self._wall - (cpu - self._cpu) - TICK_SECONDS
        pause = gap if gap > TICK_SECONDS else 0.0
        if pause:
            self._paused += min(pause, monotonic - self._monotonic)
        self._wall, self._cpu, self._monotonic = wall, cpu, monotonic
        self.now = monotonic - self._paused
        return pause

    def clock(self) -> float:
        """Return the time in seconds, from any start. Pauses that :meth:`look` has found are left out."""
        return self._clocks.monotonic() - self._paused


def was_stopped(pid: int) -> bool:
    """Whether a child of this process was stopped or continued since the last call for it.

    Only signals from outside do that. A process that has ended counts as not stopped.
    """
    with contextlib.suppress(ChildProcessError):
        return os.waitid(os.P_PID, pid, os.WSTOPPED | os.WCONTINUED | os.WNOHANG) is not None
    return False


@dataclass(slots=True)
class Starts:
    """Whether workers can start. Those that die before their first message are replaced.

    No answer can cause that: a worker reads its first sample after that message.
    """

    clock: Callable[[], float]  #: seconds, without pauses
    failures: int = 0  #: starts in a row that failed; workers that started at the same time count once
    last: float = -math.inf  #: time of the last of these failures
    next: float = -math.inf  #: time from which the next worker may start

    def died(self, worker: "Worker") -> None:
        """Record that a worker died at its start; the next one starts after a pause.

        Raises:
            OurFailure: if starts have failed four times in a row.
        """
        if worker.began < self.last:
            return
        if self.failures == len(START_PAUSES):
            code = worker.process.exitcode
            problem = f"worker processes end before they begin to judge (exit code {code})"
            raise OurFailure(problem, "read their messages above; the installation may be incomplete")
        self.last = self.clock()
        self.next = self.last + START_PAUSES[self.failures]
        self.failures += 1


@dataclass(slots=True)
class Worker:
    """A worker process and the job that it is working on."""

    grace_seconds: float
    time_factor: float
    clock: Callable[[], float]  #: seconds, without pauses
    process: BaseProcess = field(init=False)
    connection: Connection = field(init=False)
    job: SampleJob | None = None
    sample: Sample | RawSample | None = None  #: sample of the job, which may take a read from a file
    began: float = 0.0  #: time when it, its sandbox or its test was started
    deadline: float = 0.0
    is_starting: bool = False  #: whether it is starting a sandbox; then no answer is to blame for its delay
    waited: float = 0.0  #: seconds that it was ready but not running, until then
    is_new: bool = True  #: whether it has sent no message yet
    ending: bool = False  #: whether it ends after its current sample

    def __post_init__(self) -> None:
        self.process, self.connection = spawn(work, self.time_factor)

    def give(self, job: SampleJob) -> None:
        """Send a job to the process."""
        self.job, self.sample = job, job.sample
        was_stopped(self.process.pid or 0)  # forget a stop before this sample
        if self.is_new:
            self.starting()
        else:
            self.begun()
        try:
            self.connection.send((self.sample, job.patience))
        except OSError:
            self.process.kill()  # it has died meanwhile; next_outcomes handles that

    def starting(self) -> None:
        """Record that the process starts a sandbox."""
        self.is_starting = not self.is_new
        self._begin(_START_SECONDS)

    def begun(self) -> None:
        """Record that a test begins, or the reading of a text."""
        self.is_starting = False
        seconds = EXTRACTING_SECONDS if self.raw_text is not None else self._limits().wall_seconds
        self._begin(seconds + self.grace_seconds)

    def _begin(self, seconds: float) -> None:
        self.began, self.waited = self.clock(), self._waited_seconds()
        self.deadline = self.began + seconds

    def is_late(self, now: float) -> bool:
        """Whether its time is over, without the time in which other programs kept it from running.

        So a machine under load changes no verdict: a test that computes reaches its CPU limit first.
        """
        return now > self.deadline and now > self.deadline + self._waited_seconds() - self.waited

    def note_pause(self) -> None:
        """Record that this process or the worker did not run for a while."""
        if self.job is not None:
            self.job.paused = True

    def _waited_seconds(self) -> float:
        return waited_seconds(self.process.pid or 0)

    def _limits(self) -> Limits:
        assert self.job is not None  # noqa: S101 - called only while it has a job
        assert self.sample is not None  # noqa: S101 - it belongs to the job
        return self.sample.task.limits.scaled(self.time_factor, self.job.patience)

    def may_end(self) -> bool:
        """Whether it may end soon: a test takes long, or it has said that it ends."""
        slow = self.job is not None and not (self.is_new or self.is_starting)
        return self.ending or (slow and self.clock() - self.began > _SPARE_SECONDS)

    def is_outcome(self, message: Verdict | MissingSample) -> bool:
        """Whether a message is the outcome of its job; else something else has written it."""
        return isinstance(self.sample, Sample) and message.key == self.sample.key

    def outcome(self, outcome: Outcome) -> tuple[SampleJob, Outcome]:
        """Return the job with its outcome; the worker is idle from now on."""
        assert self.job is not None  # noqa: S101 - called only while it has a job
        if was_stopped(self.process.pid or 0):
            self.note_pause()
        job, self.job, self.sample = self.job, None, None
        return job, outcome

    @property
    def raw_text(self) -> str | None:
        """The text of its job whose answer is not extracted yet; None if no answer can come."""
        return self.sample.text if isinstance(self.sample, RawSample) else None

    def extracted(self, answer: Answer) -> None:
        """Take the answer of a raw sample."""
        if self.job is not None and isinstance(self.sample, RawSample):
            self.sample = self.job.answered = self.sample.answered(answer)
        self.begun()

    def take_back(self, queue: "deque[SampleJob]") -> None:
        """Let another worker do the job of this one, which died at its start; that is no try of the job."""
        self.process.kill()
        self.process.join()
        if self.job is not None:
            queue.appendleft(self.job)
        self.job, self.sample = None, None

    def end(self) -> None:
        """Close the connection, and wait until the process has ended."""
        self.connection.close()
        self.process.join()


def next_outcomes(
    workers: Sequence[Worker], queue: "deque[SampleJob]", watch: PauseWatch, starts: Starts
) -> Iterable[tuple[SampleJob, Outcome]]:
    """Wait a moment for messages, dead or late workers; yield the jobs that now have an outcome.

    Raises:
        OurFailure: if workers or their sandboxes cannot start.
    """
    busy = {worker.connection: worker for worker in workers if worker.job is not None}
    ready = wait(list(busy), TICK_SECONDS)
    _look_for_pauses(busy.values(), watch)
    for connection in ready:
        worker = busy[connection]  # type: ignore[index]  # a key of busy
        try:
            message = helper_process.receive(worker.connection, text=worker.raw_text)
        except (EOFError, OSError):
            worker.process.join(_END_SECONDS)  # otherwise its own exit code would be lost
            if worker.is_new:
                starts.died(worker)
                worker.take_back(queue)
            else:
                yield from _handle_death(worker, queue)
            continue
        yield from _take(worker, message, queue, starts)
    _look_for_pauses(busy.values(), watch)
    for worker in busy.values():
        if worker.job is not None and worker.is_late(watch.now):
            yield from _end_late(worker, queue)


def _take(
    worker: Worker, message: Message, queue: "deque[SampleJob]", starts: Starts
) -> Iterable[tuple[SampleJob, Outcome]]:
    """Take a message of a worker; yield its job if that now has an outcome."""
    if worker.is_new and message == READY:
        worker.is_new, starts.failures = False, 0
        worker.begun()
    elif isinstance(message, Verdict | MissingSample) and worker.is_outcome(message):
        yield worker.outcome(message)
    elif isinstance(message, Answer) and worker.raw_text is not None:
        worker.extracted(message)
    elif message == STARTING:
        worker.starting()
    elif message == ENDING:
        worker.ending = True
    elif message == NO_SANDBOX:
        # The word of a worker does not end the run; this fails too if the machine is to blame.
        started(lambda: Zygote("plain")).close()
    elif message == BEGUN:
        worker.begun()
    else:
        # Only a program that has got hold of the worker sends that. What it says must not count for any
        # sample, so the worker is treated as if it had died with the one in hand.
        yield from _handle_death(worker, queue, "sent a message that does not belong to its sample")


def _end_late(worker: Worker, queue: "deque[SampleJob]") -> Iterable[tuple[SampleJob, Outcome]]:
    """End a worker whose time is over; its sample has timed out, unless it was not being judged yet."""
    if worker.is_starting:
        late = f"started no sandbox within {_START_SECONDS:g} s"
        yield from _handle_death(worker, queue, late, certain=True)
    elif worker.is_new:
        yield from _handle_death(worker, queue, f"did not begin within {_START_SECONDS:g} s")
    elif worker.raw_text is not None:
        yield from _handle_death(worker, queue, f"extracted no answer within {EXTRACTING_SECONDS:g} s")
    else:
        assert worker.job is not None  # noqa: S101 - only a busy worker can be late
        sample = worker.job.sample
        detail = timeout_detail(sample.task.limits)
        outcome = worker.outcome(verdict_without_run(sample, Status.TIMEOUT, detail))
        worker.process.kill()
        worker.process.join()
        yield outcome


def _look_for_pauses(busy: Iterable[Worker], watch: PauseWatch) -> None:
    if watch.look():
        for worker in busy:
            worker.note_pause()


def _handle_death(
    worker: Worker, queue: "deque[SampleJob]", reason: str = "", *, certain: bool = False
) -> Iterable[tuple[SampleJob, Outcome]]:
    """End a worker that died, sent an invalid message or is late; its sample gets another try, or fails.

    If the kernel ended it for CPU time, that is the outcome.

    Args:
        worker: the worker.
        queue: the jobs that wait for a worker.
        reason: why a worker that did not die is to end.
        certain: whether no answer can have caused that.
    """
    worker.process.kill()
    worker.process.join()
    job, sample, worker.job, worker.sample = worker.job, worker.sample, None, None
    if job is None:
        return
    if isinstance(sample, Sample) and (outcome := outcome_of_end(sample, worker.process.exitcode)):
        job.paused = False  # CPU time does not pass during a pause
        yield job, outcome
        return
    job.deaths += 1
    if job.deaths < _TRIES:
        queue.appendleft(job)
        return
    if isinstance(job.sample, RawSample) and not worker.is_new:
        # The text is to blame, unless it can be extracted when the sample is judged alone.
        yield job, verdict_without_run(job.sample, Status.NO_ANSWER, CRASHED, near_limit=True)
        return
    reason = reason or f"died {_TRIES} times while judging it (exit code {worker.process.exitcode})"
    reason = f"a worker process {reason}"
    yield job, MissingSample(task_id=job.sample.task.id, draw=job.sample.draw, reason=reason, certain=certain)
